package op

import (
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/souvenir-memory/souvenir"
)

// LinesType is the media type of JSON Lines.
const LinesType = "application/x-ndjson"

// Lines is a request's body, to be read while it comes.
type Lines struct{ body io.Reader }

// Resolve takes the body from the request.
func (l *Lines) Resolve(c huma.Context) []error {
	l.body = c.BodyReader()
	return nil
}

// Read reads the body; a request without one is empty.
func (l *Lines) Read(p []byte) (int, error) {
	if l.body == nil {
		return 0, io.EOF
	}
	return l.body.Read(p)
}

// Stream is an answer that is written while it is found out.
type Stream struct {
	ContentType string `header:"Content-Type"`
	Body        func(huma.Context)
}

// WriteLines answers with what write writes. When it fails the connection breaks
// off, because the answer has already begun: nobody may take a part for the whole.
func WriteLines(write func(io.Writer) error) *Stream {
	return &Stream{ContentType: LinesType, Body: func(c huma.Context) {
		if err := write(c.BodyWriter()); err != nil {
			slog.ErrorContext(c.Context(), "answer broken off", "error", err)
			panic(http.ErrAbortHandler)
		}
	}}
}

// ReadsLines says that the operation's body is JSON Lines.
func (o Operation) ReadsLines() Operation {
	o.Reads = true
	return o
}

// WritesLines says that the operation's answer is JSON Lines.
func (o Operation) WritesLines() Operation {
	o.Writes = true
	return o
}

// lines says in the OpenAPI document what a line looks like.
func lines(api huma.API) map[string]*huma.MediaType {
	line := api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[souvenir.Line](), true, "Line")
	return map[string]*huma.MediaType{LinesType: {Schema: line}}
}

func answersLines(api huma.API) map[string]*huma.Response {
	return map[string]*huma.Response{strconv.Itoa(http.StatusOK): {Description: "One line after the other.", Content: lines(api)}}
}
