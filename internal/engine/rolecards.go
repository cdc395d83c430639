package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/styles"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// UserOf names a user.
type UserOf struct {
	User string `path:"user"`
}

// RoleCard shows who a user is.
func (e *Engine) RoleCard(ctx context.Context, in *UserOf) (*Answer[souvenir.RoleCard], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	card, err := e.store.RoleCard(ctx, sc.Tenant, sc.User)
	if err != nil {
		return nil, err
	}
	if card == nil {
		return nil, souvenir.Errorf(souvenir.NotFound, "User %q has no role card.", sc.User)
	}
	return &Answer[souvenir.RoleCard]{*card}, nil
}

// PutRoleCard says who a user is. What waited for that is read again in the
// background.
func (e *Engine) PutRoleCard(ctx context.Context, in *struct {
	UserOf
	Body souvenir.RoleCard
}) (*Answer[souvenir.RoleCard], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	if sc.User == souvenir.UnknownUser {
		return nil, souvenir.Errorf(souvenir.Invalid, "The user is unknown; nothing is stored for them.")
	}
	in.Body.User = sc.User
	card, err := e.store.PutRoleCard(ctx, sc.Tenant, in.Body)
	if err != nil {
		return nil, err
	}
	if card.Tells() {
		if _, err := e.store.Enqueue(ctx, souvenir.Job{Kind: souvenir.Reprocess, Tenant: sc.Tenant, User: sc.User}); err != nil {
			return nil, err
		}
		e.wake()
	}
	return &Answer[souvenir.RoleCard]{card}, nil
}

// DeleteRoleCard takes a user's role card away.
func (e *Engine) DeleteRoleCard(ctx context.Context, in *UserOf) (*struct{}, error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	return nil, e.store.DeleteRoleCard(ctx, sc.Tenant, sc.User)
}

// ProcessPending reads again, now, what waited for a role card.
func (e *Engine) ProcessPending(ctx context.Context, in *UserOf) (*Answer[souvenir.Processed], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	report, err := e.processPending(ctx, sc)
	e.written.raise()
	return &Answer[souvenir.Processed]{report}, err
}

// reprocess does the same as a job, and is tried again while the model is away.
func (e *Engine) reprocess(ctx context.Context, l store.Lease, sc souvenir.Scope) error {
	report, err := e.processPending(ctx, sc)
	e.log.InfoContext(ctx, "pending episodes read", "job", l.Job.ID, "total", report.Total, "processed", report.Processed, "failed", report.Failed)
	if err != nil {
		return err
	}
	return e.store.Finish(ctx, l, store.Verdict{})
}

// processPending reads every pending episode of a user again. One that fails
// stays as it is and does not keep the others from being read; only a model that
// is away ends it early.
func (e *Engine) processPending(ctx context.Context, sc souvenir.Scope) (souvenir.Processed, error) {
	report := souvenir.Processed{Details: []souvenir.Detail{}}
	pending := true
	cursor := ""
	for {
		page, err := e.store.Episodes(ctx, sc.Tenant, sc.User, store.EpisodesWanted{Pending: &pending}, cursor, 100)
		if err != nil {
			return report, err
		}
		for _, ep := range page.Items {
			err := e.processOne(ctx, sc, ep)
			report.Add(detail(ep, err))
			if souvenir.CodeOf(err) == souvenir.Unavailable || ctx.Err() != nil {
				return report, err
			}
		}
		if cursor = page.Next; cursor == "" {
			return report, nil
		}
	}
}

// errNothingToRead means that what an episode was made of is gone.
var errNothingToRead = errors.New("the messages behind it are gone")

func detail(ep souvenir.Episode, err error) souvenir.Detail {
	d := souvenir.Detail{MemoryID: ep.ID, PartnerID: ep.Agent, Status: souvenir.DetailProcessed}
	switch {
	case errors.Is(err, errNothingToRead):
		d.Status, d.Error = souvenir.DetailSkipped, err.Error()
	case err != nil:
		d.Status, d.Error = souvenir.DetailFailed, err.Error()
	}
	return d
}

// processOne reads one pending episode again and stores what came of it, in the
// place of the old one.
func (e *Engine) processOne(ctx context.Context, sc souvenir.Scope, ep souvenir.Episode) error {
	sc.Conversation = ep.Conversation
	conv, err := e.store.Conversation(ctx, sc)
	switch {
	case souvenir.CodeOf(err) == souvenir.NotFound || conv.Private:
		return errNothingToRead
	case err != nil:
		return err
	}
	w, err := e.window(ctx, sc, conv, souvenir.Job{Messages: ep.Messages})
	if err != nil {
		return err
	}
	if len(w.Messages) == 0 {
		return errNothingToRead
	}
	chosen, err := styles.Named(e.styles, []string{ep.Style})
	if err != nil {
		return err
	}
	if chosen[0].Again == nil {
		return errNothingToRead
	}
	found, err := e.read(ctx, chosen, w)
	if err != nil {
		return err
	}
	return e.replaceEpisode(ctx, sc, chosen[0], ep, found)
}

// replaceEpisode stores what a second reading found. A reading that found no more
// than the first one leaves everything as it was.
func (e *Engine) replaceEpisode(ctx context.Context, sc souvenir.Scope, s extract.Style, old souvenir.Episode, found reading) error {
	if len(found.Episodes) == 0 {
		return errors.New("the style made no episode of it")
	}
	read, ok := s.Again(old, found.Episodes[0])
	if !ok {
		return errors.New("it could not be read: there is no role card, or no model that answers")
	}
	read.ID = old.ID
	for i := range found.Topics {
		found.Topics[i].Episode = old.ID
	}
	h := newHearing(true)
	for {
		plan, err := e.plan(ctx, sc.Tenant, found.Candidates, h)
		if err != nil {
			return err
		}
		judged, _ := h.tallies()
		v := store.Verdict{Plan: plan, Rejections: found.Rejections, Episodes: []souvenir.Episode{read}, Topics: found.Topics, Tallies: slices.Concat(found.tallies, judged)}
		err = e.store.Settle(ctx, sc.Tenant, v, souvenir.Cause{Style: s.Name, Reason: "Read again with the role card."})
		if !errors.Is(err, store.ErrStale) {
			return err
		}
	}
}
