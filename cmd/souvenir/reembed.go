package main

import (
	"context"
	"fmt"
	"io"
	"time"
)

type reembed struct{}

// Run waits until every text has a vector of the configured model, and shows how
// far it is. A running server does the work, and goes on with it when we stop;
// without one it is done here, and whoever comes next goes on where it was.
func (*reembed) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	c.embed(ctx)
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
			fmt.Fprintf(g.program.err, "%s to go. A running server goes on with them; so does the next start.\n", plural(state.Pending, "text", "texts"))
			return ctx.Err()
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
