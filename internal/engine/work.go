package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/styles"
	"github.com/souvenir-memory/souvenir/internal/reconcile"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// Work does one job: loads its window, extracts, filters, reconciles, and
// stores the result together with the end of the job.
func (e *Engine) Work(ctx context.Context, l store.Lease) error {
	defer e.finished.raise()
	defer e.written.raise()
	j := l.Job
	sc := souvenir.Scope{Tenant: j.Tenant, User: j.User, Conversation: j.Conversation}
	conv, err := e.store.Conversation(ctx, sc)
	if err != nil {
		return err
	}
	if conv.Private {
		return e.finishPrivate(ctx, l)
	}
	w, err := e.window(ctx, sc, conv, j)
	if err != nil {
		return err
	}
	chosen, err := e.chosen(j.Styles, w.Agent)
	if err != nil {
		return err
	}
	found, err := e.extract(ctx, chosen, w)
	if err != nil {
		return err
	}
	return e.finish(ctx, l, sc, w, found)
}

func (e *Engine) window(ctx context.Context, sc souvenir.Scope, c souvenir.Conversation, j souvenir.Job) (souvenir.Window, error) {
	ms, err := e.store.MessagesByID(ctx, sc, j.Messages)
	if err != nil {
		return souvenir.Window{}, err
	}
	sc.Agent = c.Agent
	agent, _, err := e.store.Agent(ctx, sc.Tenant, c.Agent)
	return souvenir.Window{Scope: sc, Agent: agent, Source: c.Source, Participants: c.Participants, Messages: ms, Now: e.now()}, err
}

// chosen are the styles to use: the request's, else the agent's, else the configured.
func (e *Engine) chosen(asked []string, a souvenir.Agent) ([]extract.Style, error) {
	for _, names := range [][]string{asked, a.Styles, e.settings().Styles} {
		if len(names) > 0 {
			return styles.Named(e.styles, names)
		}
	}
	return styles.Named(e.styles, styles.Default)
}

func (e *Engine) extract(ctx context.Context, chosen []extract.Style, w souvenir.Window) (extract.Result, error) {
	var all extract.Result
	for _, s := range chosen {
		r, err := e.think(ctx, s, w)
		if err != nil {
			return all, err
		}
		if s.Fallback {
			r = r.Without(all)
		}
		all.Candidates = append(all.Candidates, r.Candidates...)
		all.Rejections = append(all.Rejections, r.Rejections...)
	}
	for _, r := range all.Rejections {
		e.log.WarnContext(ctx, "candidate refused", "rule", r.Rule, "style", r.Style)
	}
	return all, nil
}

// think runs a style when there is a processor to spare, because styles that ask
// no model are all work and no waiting.
func (e *Engine) think(ctx context.Context, s extract.Style, w souvenir.Window) (extract.Result, error) {
	select {
	case e.thinking <- struct{}{}:
		defer func() { <-e.thinking }()
		return extract.Run(ctx, s, e.gates, w)
	case <-ctx.Done():
		return extract.Result{}, ctx.Err()
	}
}

// finish plans and commits, and plans again when what is known changed meanwhile.
// Privacy is looked at once more: what became private since must not be stored.
func (e *Engine) finish(ctx context.Context, l store.Lease, sc souvenir.Scope, w souvenir.Window, found extract.Result) error {
	for {
		if conv, err := e.store.Conversation(ctx, sc); err != nil {
			return err
		} else if conv.Private {
			return e.finishPrivate(ctx, l)
		}
		plan, err := e.plan(ctx, sc.Tenant, found.Candidates)
		if err != nil {
			return err
		}
		verdict := store.Verdict{Plan: plan, Rejections: found.Rejections, Outcomes: outcomes(l.Job.Messages, w, plan, found.Rejections)}
		err = e.store.Finish(ctx, l, verdict)
		if !errors.Is(err, store.ErrStale) {
			return err
		}
	}
}

func (e *Engine) finishPrivate(ctx context.Context, l store.Lease) error {
	e.log.InfoContext(ctx, "job skipped: the conversation is private", "job", l.Job.ID)
	var os []souvenir.Outcome
	for _, id := range l.Job.Messages {
		os = append(os, souvenir.Outcome{Message: id, State: souvenir.Private, Reason: "The conversation is private."})
	}
	return e.store.Finish(ctx, l, store.Verdict{Outcomes: os})
}

// plan looks up what is known about each candidate and lets reconcile decide.
func (e *Engine) plan(ctx context.Context, tenant string, cs []souvenir.Candidate) (souvenir.Plan, error) {
	known := make([]reconcile.Known, len(cs))
	for i := range cs {
		cs[i].ID = e.newID()
		var err error
		if known[i].Same, err = e.store.SameAs(ctx, tenant, cs[i].Memory); err != nil {
			return souvenir.Plan{}, err
		}
		if cs[i].Key == "" {
			continue
		}
		keyed, found, err := e.store.WithKey(ctx, tenant, cs[i].Memory)
		if err != nil {
			return souvenir.Plan{}, err
		}
		if found {
			known[i].Keyed = &keyed
		}
	}
	return reconcile.Plan(cs, known), nil
}

// outcomes says how each message of a job ended, in the order of the job.
func outcomes(ids []string, w souvenir.Window, p souvenir.Plan, refused []souvenir.Rejection) []souvenir.Outcome {
	out := make([]souvenir.Outcome, len(ids))
	for i, id := range ids {
		out[i] = outcome(id, w, p, refused)
	}
	return out
}

// weight orders what may come of a message: the best of its steps counts.
var weight = map[souvenir.State]int{souvenir.Duplicate: 1, souvenir.Pending: 2, souvenir.Remembered: 3}

func outcome(id string, w souvenir.Window, p souvenir.Plan, refused []souvenir.Rejection) souvenir.Outcome {
	o := souvenir.Outcome{Message: id, State: souvenir.Nothing, Reason: "Nothing in it was worth keeping."}
	if m, ok := w.Find(id); ok && m.Role != souvenir.User {
		o.Reason = fmt.Sprintf("Nothing was kept from this %s message.", m.Role)
	}
	for _, r := range refused {
		if mentions(r.Candidate.Evidence, id) {
			o.State, o.Reason = souvenir.Filtered, r.Rule+": "+r.Reason
		}
	}
	for _, step := range p.Steps {
		if !mentions(step.Memory.Evidence, id) {
			continue
		}
		state, memory := result(step)
		if weight[state] > weight[o.State] {
			o.State, o.Reason = state, step.Reason
		}
		o.Memories = append(o.Memories, memory)
	}
	return o
}

// result is what a step means for the message behind it, and which memory it is about.
func result(s souvenir.Step) (souvenir.State, string) {
	switch s.Operation {
	case souvenir.Reinforce, souvenir.Noop:
		return souvenir.Duplicate, s.Related[0]
	case souvenir.Hold:
		return souvenir.Pending, s.Memory.ID
	}
	return souvenir.Remembered, s.Memory.ID
}

func mentions(es []souvenir.Evidence, message string) bool {
	return slices.ContainsFunc(es, func(e souvenir.Evidence) bool { return e.Message == message })
}
