package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// Work does one job: loads its window, extracts, filters, reconciles, and
// stores the result together with the end of the job.
func (e *Engine) Work(ctx context.Context, l store.Lease) error {
	defer e.finished.raise()
	defer e.written.raise()
	j := l.Job
	sc := souvenir.Scope{Tenant: j.Tenant, User: j.User, Conversation: j.Conversation}
	if j.Kind == souvenir.Reprocess {
		return e.reprocess(ctx, l, sc)
	}
	conv, err := e.store.Conversation(ctx, sc)
	if err != nil {
		return err
	}
	if conv.Private {
		return e.finishPrivate(ctx, l)
	}
	if j.Kind == souvenir.Analyze || j.Kind == souvenir.AutoAnalyze {
		return e.analyze(ctx, l, sc, conv)
	}
	w, err := e.window(ctx, sc, conv, j)
	if err != nil {
		return err
	}
	chosen, err := e.chosen(j.Styles, w.Agent)
	if err != nil {
		return err
	}
	found, err := e.read(ctx, chosen, w)
	if err != nil {
		return e.spent(ctx, l, found, err)
	}
	return e.finish(ctx, l, sc, w, found)
}

func (e *Engine) window(ctx context.Context, sc souvenir.Scope, c souvenir.Conversation, j souvenir.Job) (souvenir.Window, error) {
	ms, err := e.store.MessagesByID(ctx, sc, j.Messages)
	if err != nil {
		return souvenir.Window{}, err
	}
	return e.around(ctx, sc, c, ms)
}

// around is a window on messages with what is known around them.
func (e *Engine) around(ctx context.Context, sc souvenir.Scope, c souvenir.Conversation, ms []souvenir.Message) (souvenir.Window, error) {
	sc.Agent = c.Agent
	w := souvenir.Window{Scope: sc, Source: c.Source, Participants: c.Participants, URL: c.URL, Partner: c.Partner, Relation: c.Relation, Messages: ms, Now: e.now()}
	var err error
	if w.Agent, _, err = e.store.Agent(ctx, sc.Tenant, c.Agent); err != nil {
		return w, err
	}
	if w.Card, err = e.store.RoleCard(ctx, sc.Tenant, sc.User); err != nil {
		return w, err
	}
	w.Partner = cmp.Or(w.Partner, w.Agent.Name)
	w.Relation = cmp.Or(w.Relation, w.Card.RelationTo(c.Partner, w.Agent.Name, c.Agent))
	return w, nil
}

// finish plans and commits, and plans again when what is known changed meanwhile.
// Privacy is looked at once more: what became private since must not be stored.
func (e *Engine) finish(ctx context.Context, l store.Lease, sc souvenir.Scope, w souvenir.Window, found reading) error {
	h := newHearing(true)
	for {
		err := e.tryToFinish(ctx, l, sc, w, found, h)
		if !errors.Is(err, store.ErrStale) {
			return err
		}
	}
}

func (e *Engine) tryToFinish(ctx context.Context, l store.Lease, sc souvenir.Scope, w souvenir.Window, found reading, h *hearing) error {
	if conv, err := e.store.Conversation(ctx, sc); err != nil {
		return err
	} else if conv.Private {
		return e.finishPrivate(ctx, l)
	}
	plan, err := e.plan(ctx, sc.Tenant, found.Candidates, h)
	if err != nil {
		return err
	}
	if err := e.forgetAsked(ctx, sc, w, &found, &plan); err != nil {
		return err
	}
	judged, cost := h.tallies()
	err = e.sparing(ctx, func() error {
		return e.store.Finish(ctx, l, store.Verdict{
			Plan: plan, Rejections: found.Rejections, Outcomes: outcomes(l.Job.Messages, w, plan, found), Episodes: found.Episodes, Topics: found.Topics,
			Tallies: slices.Concat(found.tallies, judged), Usage: l.Job.Usage.Plus(found.usage).Plus(cost),
		})
	})
	if err == nil {
		e.count(judged)
	}
	return err
}

func (e *Engine) finishPrivate(ctx context.Context, l store.Lease) error {
	e.log.InfoContext(ctx, "job skipped: the conversation is private", "job", l.Job.ID)
	var os []souvenir.Outcome
	for _, id := range l.Job.Messages {
		os = append(os, souvenir.Outcome{Message: id, State: souvenir.Private, Reason: "The conversation is private."})
	}
	return e.store.Finish(ctx, l, store.Verdict{Outcomes: os})
}

// outcomes says how each message of a job ended, in the order of the job.
func outcomes(ids []string, w souvenir.Window, p souvenir.Plan, found reading) []souvenir.Outcome {
	out := make([]souvenir.Outcome, len(ids))
	for i, id := range ids {
		out[i] = outcome(id, w, p, found)
	}
	return out
}

// weight orders what may come of a message: the best of its steps counts.
var weight = map[souvenir.State]int{souvenir.Duplicate: 1, souvenir.Pending: 2, souvenir.Remembered: 3}

func outcome(id string, w souvenir.Window, p souvenir.Plan, found reading) souvenir.Outcome {
	o := souvenir.Outcome{Message: id, State: souvenir.Nothing, Reason: "Nothing in it was worth keeping."}
	if m, ok := w.Find(id); ok && m.Role != souvenir.User {
		o.Reason = fmt.Sprintf("Nothing was kept from this %s message.", m.Role)
	}
	for _, r := range found.Rejections {
		if mentions(r.Candidate.Evidence, id) {
			o.State, o.Reason = souvenir.Filtered, r.Rule+": "+r.Reason
		}
	}
	for _, ep := range found.Episodes {
		o.State, o.Reason = souvenir.Remembered, "Kept as an episode."
		if ep.Pending {
			o.State, o.Reason = souvenir.Pending, "Kept as an episode, to be read again later."
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
	if did := found.notes[id]; did != "" && o.State == souvenir.Nothing {
		o.Reason = did
	}
	o.Reason = strings.TrimSpace(o.Reason + " " + found.note)
	return o
}

// result is what a step means for the message behind it, and which memory it is about.
func result(s souvenir.Step) (souvenir.State, string) {
	switch s.Operation {
	case souvenir.Reinforce, souvenir.Noop:
		if s.Operation == souvenir.Noop && s.Memory.Status == souvenir.Superseded { // kept as history
			return souvenir.Remembered, s.Related[0]
		}
		return souvenir.Duplicate, s.Related[0]
	case souvenir.Hold:
		return souvenir.Pending, s.Memory.ID
	case souvenir.Delete:
		return souvenir.Nothing, s.Memory.ID
	}
	return souvenir.Remembered, s.Memory.ID
}

// mentions says whether something rests on a message; what rests on none in
// particular is about all of them.
func mentions(es []souvenir.Evidence, message string) bool {
	return len(es) == 0 || slices.ContainsFunc(es, func(e souvenir.Evidence) bool { return e.Message == message })
}
