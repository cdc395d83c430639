package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

type facts struct {
	List   factsList   `cmd:"" default:"1" help:"List facts by key."`
	Get    factsGet    `cmd:"" help:"Print the value of a fact, and nothing else."`
	Set    factsSet    `cmd:"" help:"Give a fact a value; the older one stays in the history."`
	Forget factsForget `cmd:"" help:"Forget a fact."`
}

type factsList struct{}

// Run lists the facts.
func (factsList) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	all, err := c.Facts(ctx, c.user)
	if err != nil {
		return err
	}
	return g.show(all, func(w io.Writer) {
		if len(all.Items) == 0 {
			fmt.Fprintln(w, "No facts. For example: souvenir facts set city Lyon")
		}
		columns(w, func(w io.Writer) {
			for _, f := range all.Items {
				fmt.Fprintf(w, "%s\t%s\n", oneLine(f.Key), excerpt(f.Value, 200))
			}
		})
	})
}

type factsGet struct{ factKey }

// Run prints the value. Only a terminal is protected from what may be in it.
func (f *factsGet) Run(ctx context.Context, g *globals) error {
	c, err := f.connect(ctx, g)
	if err != nil {
		return err
	}
	defer c.close()
	fact, err := c.Fact(ctx, c.user, f.Key)
	if err != nil {
		return err
	}
	return g.show(fact, func(w io.Writer) {
		if terminal(g.program.out) {
			fact.Value = visible(fact.Value)
		}
		fmt.Fprintln(w, fact.Value)
	})
}

type factsSet struct {
	factKey
	Value []string `arg:"" help:"Its value."`
}

// Run gives a fact its newest value.
func (f *factsSet) Run(ctx context.Context, g *globals) error {
	c, err := f.connect(ctx, g)
	if err != nil {
		return err
	}
	defer c.close()
	d, err := c.SetFact(ctx, c.user, f.Key, strings.Join(f.Value, " "))
	if err != nil {
		return err
	}
	c.catchUp(ctx)
	return g.show(d, func(w io.Writer) { fmt.Fprintln(w, became(d)) })
}

type factsForget struct{ factKey }

// Run ends a fact and says what it was.
func (f *factsForget) Run(ctx context.Context, g *globals) error {
	c, err := f.connect(ctx, g)
	if err != nil {
		return err
	}
	defer c.close()
	fact, err := c.Fact(ctx, c.user, f.Key)
	if err != nil {
		return err
	}
	if err := c.ForgetFact(ctx, c.user, f.Key); err != nil {
		return err
	}
	return g.show(fact, func(w io.Writer) { fmt.Fprintf(w, "Forgotten: %s: %s\n", oneLine(fact.Key), oneLine(fact.Value)) })
}

// factKey names a fact.
type factKey struct {
	Key string `arg:"" help:"Its name, such as city."`
}

func (f *factKey) connect(ctx context.Context, g *globals) (*connection, error) {
	if err := souvenir.CheckID("key", f.Key); err != nil {
		return nil, err
	}
	return g.connect(ctx)
}
