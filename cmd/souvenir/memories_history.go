package main

import (
	"context"
	"fmt"
	"io"

	"github.com/souvenir-memory/souvenir"
)

type memoriesHistory struct {
	ID string `arg:"" help:"Its id, or the end of it."`
}

// Run shows every change of a memory, oldest first.
func (h *memoriesHistory) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	m, err := c.memory(ctx, h.ID)
	if err != nil {
		return err
	}
	changes, err := c.History(ctx, m.ID)
	if err != nil {
		return err
	}
	return g.show(changes, func(w io.Writer) {
		columns(w, func(w io.Writer) {
			for _, change := range changes.Items {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", minute(change.At), short(change.ID), change.Operation, who(change.Cause), difference(change))
			}
		})
	})
}

// who is behind a change.
func who(c souvenir.Cause) string {
	switch {
	case c.Job != "":
		return "by job " + short(c.Job)
	case c.By != "":
		return "by " + oneLine(c.By)
	}
	return ""
}

// difference is what a change did to what the memory says.
func difference(c souvenir.Change) string {
	text := ""
	switch {
	case c.After == nil && c.Before == nil:
	case c.Before == nil:
		text = sentence(*c.After)
	case c.After == nil:
		text = sentence(*c.Before)
	case c.Before.Content != c.After.Content:
		text = sentence(*c.Before) + " → " + sentence(*c.After)
	case c.After.SupersededBy != "":
		text = "by " + short(c.After.SupersededBy)
	}
	if c.Cause.Reason != "" {
		text += "  (" + oneLine(c.Cause.Reason) + ")"
	}
	return text
}
