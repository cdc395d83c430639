package companion

import (
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/immersion"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// read makes candidates of a reply. An item that cannot be one is refused alone.
func read(value any, shared immersion.Shared, w souvenir.Window) (extract.Findings, error) {
	items, skipped := reply.Items(value, "memories", "facts", "items")
	if len(items) == 0 && skipped > 0 {
		return extract.Findings{}, souvenir.Errorf(souvenir.Invalid, "The reply must be a JSON array of objects, or [].")
	}
	var f extract.Findings
	for _, o := range items {
		shared.Add(&f, o, w)
	}
	return f, nil
}
