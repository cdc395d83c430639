package engine

import (
	"context"
	"errors"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// Extract is a dry run: candidates, refusals and plan, and nothing is stored.
func (e *Engine) Extract(ctx context.Context, in *struct {
	Body souvenir.Talk
}) (*Answer[souvenir.Proposal], error) {
	sc, err := e.scope(ctx, in.Body.User)
	if err != nil {
		return nil, err
	}
	post, err := e.post(sc, in.Body)
	if err != nil {
		return nil, err
	}
	agent, _, err := e.store.Agent(ctx, sc.Tenant, in.Body.Agent)
	if err != nil {
		return nil, err
	}
	w := souvenir.Window{Scope: post.Scope, Agent: agent, Source: post.Source, Participants: post.Participants, Messages: post.Messages, Now: e.now()}
	chosen, err := e.chosen(in.Body.Styles, agent)
	if err != nil {
		return nil, err
	}
	found, err := e.extract(ctx, chosen, w)
	if err != nil {
		return nil, err
	}
	out := &Answer[souvenir.Proposal]{}
	if out.Body.Plan, err = e.plan(ctx, sc.Tenant, found.Candidates); err != nil {
		return nil, err
	}
	out.Body.Candidates = append([]souvenir.Candidate{}, found.Candidates...)
	out.Body.Rejections = append([]souvenir.Rejection{}, found.Rejections...)
	return out, nil
}

// apply plans and carries out one explicit candidate, or only plans it.
func (e *Engine) apply(ctx context.Context, tenant string, c souvenir.Candidate, only bool) (souvenir.Step, error) {
	for {
		plan, err := e.plan(ctx, tenant, []souvenir.Candidate{c})
		if err != nil || only {
			return first(plan.Steps), err
		}
		steps, err := e.store.Apply(ctx, tenant, plan, souvenir.Cause{By: by(ctx)})
		if !errors.Is(err, store.ErrStale) {
			e.written.raise()
			return first(steps), err
		}
	}
}

func first(steps []souvenir.Step) souvenir.Step {
	if len(steps) == 0 {
		return souvenir.Step{Operation: souvenir.Noop}
	}
	return steps[0]
}

// by is whom the history names for a change by hand.
func by(ctx context.Context) string {
	if name := caller(ctx).Name; name != "" {
		return name
	}
	return "local"
}
