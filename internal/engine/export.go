package engine

import (
	"bufio"
	"context"
	"encoding/json"
	"io"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/op"
)

// Export tells everything that is kept of a user, as JSON Lines.
func (e *Engine) Export(ctx context.Context, in *UserOf) (*op.Stream, error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	return op.WriteLines(func(w io.Writer) error {
		b := bufio.NewWriterSize(w, 64<<10)
		lines := json.NewEncoder(b)
		lines.SetEscapeHTML(false)
		if err := e.store.Export(ctx, sc.Tenant, sc.User, func(l souvenir.Line) error { return lines.Encode(l) }); err != nil {
			return err
		}
		return b.Flush()
	}), nil
}
