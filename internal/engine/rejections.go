package engine

import (
	"context"
	"errors"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// ListRejections asks what was refused for a user, newest first.
type ListRejections struct {
	Paging
	User string `query:"user"`
	Rule string `query:"rule"`
}

// Rejections lists what was refused, with the rule and the reason.
func (e *Engine) Rejections(ctx context.Context, in *ListRejections) (*Page[souvenir.Rejection], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	p, err := e.store.Rejections(ctx, sc.Tenant, sc.User, in.Rule, in.Cursor, in.Limit)
	return pageOf(p), err
}

// RestoreRejection remembers what was refused after all: a person's word counts
// for more than a rule.
func (e *Engine) RestoreRejection(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*Decision, error) {
	tenant := caller(ctx).Tenant
	r, err := e.store.Rejection(ctx, tenant, in.ID)
	if err == nil && !caller(ctx).MayActFor(r.User) {
		err = souvenir.Errorf(souvenir.NotFound, "No rejection with id %s.", in.ID)
	}
	if err != nil {
		return nil, err
	}
	c := r.Candidate
	c.Doubts, c.Status = nil, ""
	if err := checkMemory(c.Memory); err != nil {
		return nil, err
	}
	c.ContentHash = c.Hash()
	if err := e.lift(ctx, tenant, c.Memory); err != nil {
		return nil, err
	}
	h := newHearing(false)
	defer e.settle(ctx, tenant, h)
	for {
		plan, err := e.plan(ctx, tenant, []souvenir.Candidate{c}, h)
		if err != nil {
			return nil, err
		}
		steps, err := e.store.RestoreRejection(ctx, tenant, r.ID, plan, souvenir.Cause{By: by(ctx), Job: r.Job, Reason: "Restored although " + r.Rule + " refused it."})
		if errors.Is(err, store.ErrStale) {
			continue
		}
		e.written.raise()
		if err != nil {
			return nil, err
		}
		return decision(first(steps)), nil
	}
}
