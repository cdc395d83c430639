package engine

import (
	"context"
	"errors"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/tokens"
)

// DryRun asks what would be remembered.
type DryRun struct {
	Prompts string `query:"prompts" enum:"only,too" doc:"Show what a model would be asked: only that, without asking it, or that too."`
	Body    souvenir.Talk
}

// Extract is a dry run: candidates, refusals and plan, and nothing is stored.
func (e *Engine) Extract(ctx context.Context, in *DryRun) (*Answer[souvenir.Proposal], error) {
	sc, err := e.scope(ctx, in.Body.User)
	if err != nil {
		return nil, err
	}
	post, err := e.post(ctx, sc, in.Body, inject.Strip)
	if err != nil {
		return nil, err
	}
	conv := souvenir.Conversation{Agent: in.Body.Agent, Source: post.Source, Participants: post.Participants, URL: post.URL, Partner: post.Partner, Relation: post.Relation}
	w, err := e.around(ctx, post.Scope, conv, post.Messages)
	if err != nil {
		return nil, err
	}
	chosen, err := e.chosen(in.Body.Styles, w.Agent)
	if err != nil {
		return nil, err
	}
	out := &Answer[souvenir.Proposal]{souvenir.Proposal{Candidates: []souvenir.Candidate{}, Rejections: []souvenir.Rejection{}}}
	if in.Prompts != "" {
		if out.Body.Prompts, err = e.prompts(ctx, chosen, w); err != nil || in.Prompts == "only" {
			return out, err
		}
	}
	found, err := e.read(ctx, chosen, w)
	if err != nil {
		return nil, err
	}
	out.Body.Note, out.Body.Episodes = found.note, found.Episodes
	h := newHearing(false)
	defer e.settle(ctx, sc.Tenant, h)
	if out.Body.Plan, err = e.plan(ctx, sc.Tenant, found.Candidates, h); err != nil {
		return nil, err
	}
	if err := e.forgetAsked(ctx, sc, w, &found, &out.Body.Plan); err != nil {
		return nil, err
	}
	out.Body.Candidates = append(out.Body.Candidates, found.Candidates...)
	out.Body.Rejections = append(out.Body.Rejections, found.Rejections...)
	return out, nil
}

// prompts are what the styles would ask a model about a window.
func (e *Engine) prompts(ctx context.Context, chosen []extract.Style, w souvenir.Window) ([]souvenir.Prompt, error) {
	out := []souvenir.Prompt{}
	for _, s := range chosen {
		q, asks, err := extract.Prompt(ctx, s, w)
		if err != nil {
			return nil, err
		}
		if asks {
			out = append(out, souvenir.Prompt{Style: s.Name, System: q.System, User: q.User, Tokens: tokens.Estimate(q.System) + tokens.Estimate(q.User)})
		}
	}
	return out, nil
}

// apply plans and carries out one explicit candidate, or only plans it.
func (e *Engine) apply(ctx context.Context, tenant string, c souvenir.Candidate, only bool) (souvenir.Step, error) {
	h := newHearing(false)
	defer e.settle(ctx, tenant, h)
	for {
		plan, err := e.plan(ctx, tenant, []souvenir.Candidate{c}, h)
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
