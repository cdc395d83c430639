package engine

import (
	"context"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/forget"
	"github.com/souvenir-memory/souvenir/internal/review"
)

// screen refuses what somebody called incorrect, and doubts what a person is to
// see first.
func (e *Engine) screen(ctx context.Context, w souvenir.Window, r *reading) error {
	if len(r.Candidates) == 0 {
		return nil
	}
	rules := []filter.Rule{review.Rule(e.settings().Review)}
	retired, err := e.store.Retired(ctx, w.Scope.Tenant, w.Scope.User)
	if err != nil {
		return err
	}
	if len(retired) > 0 {
		rules = append(rules, review.NotRetired(retired))
	}
	var refused []souvenir.Rejection
	r.Candidates, refused = filter.Apply(rules, w, r.Candidates)
	r.Rejections = append(r.Rejections, refused...)
	return nil
}

// considered is a plan with what it takes more than a candidate and its neighbours
// to see.
func (e *Engine) considered(ctx context.Context, tenant string, cs []souvenir.Candidate, p souvenir.Plan) (souvenir.Plan, error) {
	if review.ByRisk(e.settings().Review) {
		if err := e.holdBack(ctx, tenant, cs, p); err != nil {
			return p, err
		}
	}
	return p, e.closeTodos(ctx, tenant, p)
}

// holdBack lets a person see what would replace something certain. A key's newer
// value, and what somebody stated outright, replaces it unseen.
func (e *Engine) holdBack(ctx context.Context, tenant string, cs []souvenir.Candidate, p souvenir.Plan) error {
	for i := range p.Steps {
		s := &p.Steps[i]
		outright := func(c souvenir.Candidate) bool { return c.ID == s.Memory.ID && c.Origin == souvenir.Explicit }
		if s.Operation != souvenir.Supersede || slices.ContainsFunc(cs, outright) {
			continue
		}
		for _, id := range s.Related {
			old, err := e.store.Memory(ctx, tenant, id)
			if souvenir.CodeOf(err) == souvenir.NotFound {
				continue // an earlier step of the plan adds it
			}
			if err != nil {
				return err
			}
			if old.Key == "" && old.Confidence != nil && *old.Confidence >= review.Strong {
				s.Operation, s.Memory.Status = souvenir.Hold, souvenir.Waiting
				s.Reason = "Waits for review: it contradicts what is known for certain."
				break
			}
		}
	}
	return nil
}

// closeTodos lets what was done take the place of the todo that it was.
func (e *Engine) closeTodos(ctx context.Context, tenant string, p souvenir.Plan) error {
	var todos []souvenir.Memory
	var ended []string
	for i := range p.Steps {
		s := &p.Steps[i]
		if s.Operation != souvenir.Add && s.Operation != souvenir.Update && s.Operation != souvenir.Supersede || !forget.TellsDone(s.Memory) {
			continue
		}
		if todos == nil {
			var err error
			if todos, err = e.store.Todos(ctx, tenant, s.Memory.User); err != nil || len(todos) == 0 {
				return err
			}
			ended = related(p)
		}
		for _, todo := range todos {
			if forget.Closes(s.Memory, todo) && todo.Agent == s.Memory.Agent && !slices.Contains(ended, todo.ID) {
				s.Operation, s.Related, s.Reason = souvenir.Supersede, append(s.Related, todo.ID), "It tells that the todo is done."
				ended = append(ended, todo.ID)
			}
		}
	}
	return nil
}

// related is what the steps of a plan are about already.
func related(p souvenir.Plan) (out []string) {
	for _, s := range p.Steps {
		out = append(out, s.Related...)
	}
	return out
}
