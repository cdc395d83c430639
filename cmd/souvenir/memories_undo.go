package main

import (
	"context"
	"fmt"
	"io"

	"github.com/souvenir-memory/souvenir"
)

type memoriesUndo struct {
	ID string `arg:"" name:"change" help:"The id of a change, or the end of it, as 'memories history' shows it; the id of a memory means its last change."`
}

// Run takes a change back.
func (u *memoriesUndo) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	done, err := c.undo(ctx, u.ID)
	if err != nil {
		return err
	}
	c.catchUp(ctx)
	return g.show(done, func(w io.Writer) {
		tellUndone(w, done)
		fmt.Fprintf(w, "To have it back after all: souvenir memories undo %s\n", short(done.Changes[0].ID))
	})
}

func tellUndone(w io.Writer, done souvenir.Undone) {
	for _, change := range done.Changes {
		fmt.Fprintf(w, "%s: %s  [%s]\n", undone(change), sentence(*change.After), short(change.Memory))
	}
}

// undo finds the change that was meant and takes it back.
func (c *connection) undo(ctx context.Context, given string) (souvenir.Undone, error) {
	id, err := c.change(ctx, given)
	if err == nil {
		return c.UndoChange(ctx, id)
	}
	if souvenir.CodeOf(err) != souvenir.NotFound {
		return souvenir.Undone{}, err
	}
	m, notFound := c.memory(ctx, given)
	if notFound != nil {
		return souvenir.Undone{}, err
	}
	return c.UndoMemory(ctx, m.ID)
}

// change finds a change by its id or the end of it.
func (c *connection) change(ctx context.Context, given string) (string, error) {
	if err := souvenir.CheckID("id", given); err != nil {
		return "", err
	}
	all, err := everyPage(func(cursor string) (souvenir.List[souvenir.Change], error) { return c.Changes(ctx, c.user, cursor) })
	if err != nil {
		return "", err
	}
	ids := make([]string, len(all.Items))
	for i, change := range all.Items {
		ids[i] = change.ID
	}
	return pick("change", given, ids)
}

// undone says what an undo made of a memory.
func undone(c souvenir.Change) string {
	switch {
	case c.After.Alive() && !c.Before.Alive():
		return "Back again"
	case !c.After.Alive() && c.Before.Alive():
		return "Not remembered any more"
	}
	return "As it was"
}
