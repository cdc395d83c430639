package main

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

type memoriesEdit struct {
	ID         string   `arg:"" help:"Its id, or the end of it."`
	Text       []string `arg:"" optional:"" help:"What it should say."`
	Type       *string  `placeholder:"WORD" help:"Its type."`
	Category   *string  `placeholder:"WORD" help:"Its category."`
	Subject    *string  `placeholder:"TEXT" help:"What it is about."`
	Tag        []string `placeholder:"WORD" help:"Its tags, in place of those it has."`
	Confidence *float64 `placeholder:"0-1" help:"How sure it is."`
	Importance *int     `placeholder:"1-10" help:"How much it matters."`
	Priority   *int     `placeholder:"0-100" help:"How early it is recalled."`
	Reason     string   `placeholder:"TEXT" help:"Why; the history keeps it."`
}

// Run corrects a memory.
func (e *memoriesEdit) Run(ctx context.Context, g *globals) error {
	edit := souvenir.MemoryEdit{
		Type: e.Type, Category: e.Category, Subject: e.Subject, Tags: e.Tag,
		Confidence: e.Confidence, Importance: e.Importance, Priority: e.Priority,
	}
	if len(e.Text) > 0 {
		edit.Content = new(strings.Join(e.Text, " "))
	}
	if reflect.ValueOf(edit).IsZero() {
		return souvenir.Errorf(souvenir.Invalid, "What should change? For example: souvenir memories edit %s \"what it should say\"", e.ID)
	}
	edit.Reason = e.Reason
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	m, err := c.memory(ctx, e.ID)
	if err != nil {
		return err
	}
	if m, err = c.Edit(ctx, m.ID, edit); err != nil {
		return err
	}
	c.catchUp(ctx)
	return g.show(m, func(w io.Writer) { fmt.Fprintf(w, "Corrected: %s  [%s]\n", sentence(m), short(m.ID)) })
}

type memoriesForget struct {
	ID string `arg:"" help:"Its id, or the end of it."`
}

// Run forgets a memory and says what it was.
func (f *memoriesForget) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	m, err := c.memory(ctx, f.ID)
	if err != nil {
		return err
	}
	if err := c.Forget(ctx, m.ID); err != nil {
		return err
	}
	if m, err = c.Memory(ctx, m.ID); err != nil {
		return err
	}
	return g.show(m, func(w io.Writer) {
		fmt.Fprintf(w, "Forgotten: %s  [%s]\nIt is not recalled any more; 'souvenir memories history %s' still shows it.\n", sentence(m), short(m.ID), short(m.ID))
	})
}
