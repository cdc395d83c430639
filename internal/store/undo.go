package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/souvenir-memory/souvenir"
)

// Change finds one entry of a tenant's history.
func (s *Store) Change(ctx context.Context, tenant, id string) (souvenir.Change, error) {
	return s.view(ctx).entry(tenant, id)
}

func (q session) entry(tenant, id string) (souvenir.Change, error) {
	c, found, err := first(q, changes, "change", tenant, id)
	if err == nil && !found {
		err = souvenir.Errorf(souvenir.NotFound, "No change with id %s.", id)
	}
	return c, err
}

// ChangesOf lists the history of all of a user's memories, newest first.
func (s *Store) ChangesOf(ctx context.Context, tenant, user, cursor string, limit int) (Page[souvenir.Change], error) {
	return list(s.view(ctx), changes, "list_user_changes", cursor, limit, tenant, user)
}

// FactChangesOf lists the history of a user's facts, newest first.
func (s *Store) FactChangesOf(ctx context.Context, tenant, user, cursor string, limit int) (Page[souvenir.Change], error) {
	return list(s.view(ctx), changes, "list_fact_changes", cursor, limit, tenant, user)
}

// Step gives what changed together; nothing for a change that stands for itself.
func (s *Store) Step(ctx context.Context, tenant, step string) ([]souvenir.Change, error) {
	return all(s.view(ctx), changes, "changes_of_step", tenant, step)
}

// Undo takes a change back, together with what changed in the same step, as new
// changes. It refuses where a later change, or another memory, is in the way.
func (s *Store) Undo(ctx context.Context, tenant, id string, cause souvenir.Cause) ([]souvenir.Change, error) {
	var done []souvenir.Change
	err := s.update(ctx, func(t tx) error {
		c, err := t.entry(tenant, id)
		if err != nil {
			return err
		}
		as, err := t.takeBack(tenant, c)
		if err != nil {
			return err
		}
		done, err = t.alterAll(tenant, "undo", as, cause)
		return err
	})
	return done, err
}

// takeBack works out what undoing a change does to every memory of its step.
func (t tx) takeBack(tenant string, c souvenir.Change) ([]alteration, error) {
	together, err := all(t.session, changes, "changes_of_step", tenant, c.Step)
	if err != nil {
		return nil, err
	}
	if len(together) == 0 {
		together = []souvenir.Change{c}
	}
	var ids []string
	for _, one := range together {
		ids = append(ids, one.Memory)
	}
	slices.Sort(ids)
	if err := t.lockMemories(tenant, ids); err != nil {
		return nil, err
	}
	var as []alteration
	for _, one := range together {
		a, err := t.takeBackOne(tenant, one, one.ID == c.ID)
		if err != nil {
			return nil, err
		}
		if a != nil {
			as = append(as, *a)
		}
	}
	return t.makeWay(tenant, c, as)
}

// takeBackOne is takeBack for one memory. One that came beside what is undone is
// ended whatever was added to it since, and left alone if it has ended already.
func (t tx) takeBackOne(tenant string, c souvenir.Change, asked bool) (*alteration, error) {
	m, found, err := first(t.session, memories, "memory_for_update", tenant, c.Memory)
	if err == nil && !found {
		err = souvenir.Errorf(souvenir.NotFound, "Memory %s, which change %s is about, is not there any more.", c.Memory, c.ID)
	}
	if err != nil {
		return nil, err
	}
	if c.Before == nil && !asked {
		if !m.Alive() {
			return nil, nil
		}
		return &alteration{before: m, after: t.ended(m), undoes: c.ID}, nil
	}
	history, err := all(t.session, changes, "list_changes", tenant, c.Memory)
	if err == nil {
		err = mayUndo(history, c)
	}
	if err != nil {
		return nil, err
	}
	if c.Before == nil {
		return &alteration{before: m, after: t.ended(m), undoes: c.ID}, nil
	}
	return &alteration{before: m, after: m.As(*c.Before), undoes: c.ID}, nil
}

// mayUndo refuses to take back what was taken back before, or what the memory's
// history has gone on from.
func mayUndo(history []souvenir.Change, c souvenir.Change) error {
	undone := takenBack(history)
	if by, ok := undone[c.ID]; ok {
		return souvenir.Errorf(souvenir.Conflict, "Change %s was undone before, by change %s.", c.ID, by)
	}
	later := map[string]bool{}
	for i, h := range history {
		if h.ID != c.ID {
			continue
		}
		for _, l := range history[i+1:] {
			later[l.ID] = true
		}
	}
	for _, l := range history {
		if _, gone := undone[l.ID]; later[l.ID] && !gone && !later[l.Cause.Undoes] {
			return souvenir.Errorf(souvenir.Conflict, "Change %s cannot be undone: memory %s was changed again since, by change %s (%s). Undo that one first.",
				c.ID, c.Memory, l.ID, l.Operation)
		}
	}
	return nil
}

// takenBack tells which changes of a history were undone, and by which. An undo
// that was itself undone has undone nothing.
func takenBack(history []souvenir.Change) map[string]string {
	by := map[string]string{}
	for i := len(history) - 1; i >= 0; i-- {
		h := history[i]
		if _, gone := by[h.ID]; !gone && h.Cause.Undoes != "" {
			by[h.Cause.Undoes] = h.ID
		}
	}
	return by
}

// LastStanding is the newest change of a history, oldest first, that still counts:
// it was not undone and is not itself an undo.
func LastStanding(history []souvenir.Change) (souvenir.Change, bool) {
	undone := takenBack(history)
	for i := len(history) - 1; i >= 0; i-- {
		if _, gone := undone[history[i].ID]; !gone && history[i].Cause.Undoes == "" {
			return history[i], true
		}
	}
	return souvenir.Change{}, false
}

// makeWay ends the memory that took the place of one that comes back, if it still
// has that place, and refuses where any other memory has it.
func (t tx) makeWay(tenant string, c souvenir.Change, as []alteration) ([]alteration, error) {
	for _, a := range as {
		holders, err := t.holders(tenant, a.after)
		if err != nil {
			return nil, err
		}
		for _, h := range holders {
			switch {
			case concerns(as, h.ID):
			case a.undoes == c.ID && c.After != nil && h.ID == c.After.SupersededBy:
				as = append(as, alteration{before: h, after: t.ended(h)})
			default:
				return nil, souvenir.Errorf(souvenir.Conflict,
					"Change %s cannot be undone: memory %s has the place of memory %s now. Undo or forget that one first.", c.ID, h.ID, a.before.ID)
			}
		}
	}
	return as, nil
}

// holders are the other memories that say the same as m, or are the value of its key.
func (t tx) holders(tenant string, m souvenir.Memory) ([]souvenir.Memory, error) {
	if !m.Alive() {
		return nil, nil
	}
	found, err := all(t.session, memories, "memories_by_hash", tenant, m.User, m.Agent, m.SubjectUser, m.Hash())
	if err != nil {
		return nil, fmt.Errorf("who says the same: %w", err)
	}
	if m.Key != "" && m.Status == souvenir.Active {
		keyed, err := all(t.session, memories, "memory_by_key", tenant, m.User, m.Agent, m.SubjectUser, m.Key)
		if err != nil {
			return nil, fmt.Errorf("who has the key: %w", err)
		}
		found = append(found, keyed...)
	}
	var others []souvenir.Memory
	for _, f := range found {
		if f.ID != m.ID {
			others = append(others, f)
		}
	}
	return others, nil
}
