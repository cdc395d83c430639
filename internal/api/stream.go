package api

import (
	"io"
	"net/http"
	"time"

	"github.com/souvenir-memory/souvenir/internal/op"
)

// streamed are the routes whose body is worked on while it comes. They look at
// every line of it themselves.
func streamed(operations []op.Operation) map[string]bool {
	routes := map[string]bool{}
	for _, o := range operations {
		if o.Reads {
			routes[o.Method+" "+o.Path] = true
		}
	}
	return routes
}

// impatient is a body of any length each part of which must come in time.
type impatient struct {
	io.ReadCloser
	deadline *http.ResponseController
}

func (b *impatient) Read(p []byte) (int, error) {
	b.deadline.SetReadDeadline(time.Now().Add(bodyTime))
	defer b.deadline.SetReadDeadline(time.Time{})
	return b.ReadCloser.Read(p)
}
