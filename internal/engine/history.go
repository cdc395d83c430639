package engine

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// ListChanges asks what changed of late.
type ListChanges struct {
	Paging
	User string `query:"user"`
}

// Changes lists the changes of a user's memories, newest first.
func (e *Engine) Changes(ctx context.Context, in *ListChanges) (*Page[souvenir.Change], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	p, err := e.store.ChangesOf(ctx, sc.Tenant, sc.User, in.Cursor, in.Limit)
	return pageOf(p), err
}

// UndoChange takes one change back, with all that changed in the same step.
func (e *Engine) UndoChange(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*Answer[souvenir.Undone], error) {
	c, err := e.store.Change(ctx, caller(ctx).Tenant, in.ID)
	if err == nil && (c.After == nil || !caller(ctx).MayActFor(c.After.User)) {
		err = souvenir.Errorf(souvenir.NotFound, "No change with id %s.", in.ID)
	}
	if err != nil {
		return nil, err
	}
	return e.undo(ctx, c.ID)
}

// UndoMemory takes the last change of a memory back that still counts, so that
// asking again goes one step further back.
func (e *Engine) UndoMemory(ctx context.Context, in *MemoryOf) (*Answer[souvenir.Undone], error) {
	if _, err := e.memory(ctx, in.ID); err != nil {
		return nil, err
	}
	history, err := e.store.Changes(ctx, caller(ctx).Tenant, in.ID)
	if err != nil {
		return nil, err
	}
	last, found := store.LastStanding(history)
	if !found {
		return nil, souvenir.Errorf(souvenir.Conflict, "There is nothing left to undo of memory %s.", in.ID)
	}
	return e.undo(ctx, last.ID)
}

func (e *Engine) undo(ctx context.Context, change string) (*Answer[souvenir.Undone], error) {
	done, err := e.store.Undo(ctx, caller(ctx).Tenant, change, souvenir.Cause{By: by(ctx)})
	e.written.raise()
	return &Answer[souvenir.Undone]{souvenir.Undone{Change: change, Changes: done}}, err
}

// Restore brings a user's memories back to what they were at a time, or says what
// that would change.
func (e *Engine) Restore(ctx context.Context, in *struct {
	UserOf
	Body souvenir.RestoreRequest
}) (*Answer[souvenir.Restoration], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	at := in.Body.At.UTC().Truncate(time.Microsecond)
	if at.After(e.now()) {
		return nil, souvenir.Errorf(souvenir.Invalid, "at lies in the future.")
	}
	out := souvenir.Restoration{User: sc.User, At: at, DryRun: in.Body.DryRun}
	if in.Body.DryRun {
		out.Items, err = e.store.WayBack(ctx, sc.Tenant, sc.User, at)
	} else {
		cause := souvenir.Cause{By: by(ctx), Reason: "Restored to " + at.Format(time.RFC3339) + "."}
		out.Items, err = e.store.Restore(ctx, sc.Tenant, sc.User, at, cause)
		e.written.raise()
	}
	return &Answer[souvenir.Restoration]{out}, err
}
