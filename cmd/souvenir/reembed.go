package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/souvenir-memory/souvenir"
)

type reembed struct{}

// Run waits until every text has a vector of the configured model, and shows how
// far it is. The work is the background's: stopping here stops nothing, and the
// next start goes on where it was.
func (*reembed) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	state, err := c.Embedding(ctx)
	if err != nil {
		return err
	}
	total := state.Pending
	p := newProgress(g)
	defer p.end()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for state.Pending > 0 {
		p.show("texts with a vector of "+state.Model, total-state.Pending, total)
		select {
		case <-ctx.Done():
			return souvenir.Errorf(souvenir.Unavailable, "Stopped with %d texts to go. A running server goes on with them; so does the next start.", state.Pending)
		case <-tick.C:
		}
		if state, err = c.Embedding(ctx); err != nil {
			return err
		}
		total = max(total, state.Pending)
	}
	return g.show(state, func(w io.Writer) {
		fmt.Fprintf(w, "Every text has its vector of %s. %d were made.\n", state.Model, total)
	})
}
