package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// ErrStale means that somebody changed what a plan was built on. Plan again.
var ErrStale = souvenir.Errorf(souvenir.Conflict, "What is known changed while deciding.")

// Apply carries out a plan that no job asked for, and gives the steps with the
// memories as they now are.
func (s *Store) Apply(ctx context.Context, tenant string, p souvenir.Plan, cause souvenir.Cause) ([]souvenir.Step, error) {
	var steps []souvenir.Step
	err := s.update(ctx, func(t tx) (err error) {
		steps, err = t.applyPlan(tenant, p, cause)
		return err
	})
	return steps, err
}

func (t tx) applyPlan(tenant string, p souvenir.Plan, cause souvenir.Cause) ([]souvenir.Step, error) {
	if err := t.queueUp(tenant, p); err != nil {
		return nil, err
	}
	done := make([]souvenir.Step, 0, len(p.Steps))
	for _, step := range p.Steps {
		c := cause
		c.Style, c.Reason = step.Memory.Style, strings.TrimSpace(cause.Reason+" "+step.Reason)
		for _, e := range step.Memory.Evidence {
			c.Messages = append(c.Messages, e.Message)
		}
		step, err := t.applyStep(tenant, step, c)
		if err != nil {
			return nil, err
		}
		done = append(done, step)
	}
	return done, nil
}

// queueUp takes the locks that a plan needs in one order, so that two writers never
// wait for each other: first the users', for what both may add, then the memories'.
// SQLite has one writer anyway.
func (t tx) queueUp(tenant string, p souvenir.Plan) error {
	if t.dialect.grouped {
		return nil
	}
	users, ids := map[string]bool{}, map[string]bool{}
	for _, s := range p.Steps {
		users[s.Memory.User] = true
		for _, id := range s.Related {
			ids[id] = true
		}
	}
	for _, user := range slices.Sorted(maps.Keys(users)) {
		if _, err := t.exec("lock_user", tenant+"\x1f"+user); err != nil {
			return err
		}
	}
	return t.lockMemories(tenant, slices.Sorted(maps.Keys(ids)))
}

// lockMemories keeps others from changing memories; the ids are in order.
func (t tx) lockMemories(tenant string, ids []string) error {
	for _, id := range ids {
		if _, _, err := first(t.session, memories, "memory_for_update", tenant, id); err != nil {
			return err
		}
	}
	return nil
}

func (t tx) applyStep(tenant string, step souvenir.Step, cause souvenir.Cause) (souvenir.Step, error) {
	var err error
	switch step.Operation {
	case souvenir.Noop:
		if step.Memory.Status == souvenir.Superseded {
			step.Memory, err = t.interpose(tenant, step, cause)
		}
	case souvenir.Reinforce:
		step.Memory, err = t.change(tenant, step.Related[0], "reinforce", cause, func(m *souvenir.Memory) error {
			if m.Status != souvenir.Active && m.Status != souvenir.Waiting {
				return ErrStale
			}
			*m = m.Confirmed(step.Memory)
			return nil
		})
	case souvenir.Update, souvenir.Supersede:
		t.step = t.newID()
		for _, old := range step.Related {
			if err := t.supersede(tenant, old, step, cause); err != nil {
				return step, err
			}
		}
		step.Memory, err = t.insert(tenant, step.Memory, cause)
	case souvenir.Add, souvenir.Hold:
		step.Memory, err = t.insert(tenant, step.Memory, cause)
	case souvenir.Delete:
		step.Memory, err = t.end(tenant, step.Related[0], "forget", souvenir.Deleted, cause)
	default:
		err = fmt.Errorf("unknown operation %q", step.Operation)
	}
	return step, err
}

func (t tx) supersede(tenant, old string, by souvenir.Step, cause souvenir.Cause) error {
	_, err := t.change(tenant, old, "supersede", cause, func(m *souvenir.Memory) error {
		if m.Status != souvenir.Active && m.Status != souvenir.Waiting {
			return ErrStale
		}
		m.Status, m.SupersededBy, m.EndedAt = souvenir.Superseded, by.Memory.ID, &t.now
		if by.Operation == souvenir.Supersede {
			m.ValidTo = endOf(*m, by)
		}
		return nil
	})
	return err
}

// endOf is when a memory stopped being true that a step takes the place of: as it
// says itself, as the step says, or when the other was said.
func endOf(m souvenir.Memory, by souvenir.Step) *time.Time {
	switch {
	case m.ValidTo != nil:
		return m.ValidTo
	case by.Until != nil && (m.ValidFrom == nil || m.ValidFrom.Before(*by.Until)):
		return by.Until
	case by.Memory.SaidAt.After(m.Since()):
		return &by.Memory.SaidAt
	}
	return nil
}

// insert stores a new memory. That the same thing, or the same key, is there
// already means that the plan is stale.
func (t tx) insert(tenant string, m souvenir.Memory, cause souvenir.Cause) (souvenir.Memory, error) {
	m.CreatedAt, m.UpdatedAt = t.now, t.now
	var n int64
	isNew, err := t.one("insert_memory", memories.values(&m, tenant), &n)
	if err != nil {
		return m, err
	}
	if !isNew {
		return m, ErrStale
	}
	t.index(tenant, n, m)
	_, err = t.record(tenant, "create", nil, &m, cause)
	return m, err
}

// change reads a memory, lets edit change it, and writes it with its history.
func (t tx) change(tenant, id, operation string, cause souvenir.Cause, edit func(*souvenir.Memory) error) (souvenir.Memory, error) {
	before, found, err := first(t.session, memories, "memory_for_update", tenant, id)
	if err != nil {
		return before, err
	}
	if !found {
		return before, souvenir.Errorf(souvenir.NotFound, "No memory with id %s.", id)
	}
	after := before
	if err := edit(&after); err != nil {
		return before, err
	}
	c, err := t.alter(tenant, operation, before, after, cause)
	if err != nil {
		return before, err
	}
	return *c.After, nil
}

// alter writes a memory as it is to be, with its history.
func (t tx) alter(tenant, operation string, before, after souvenir.Memory, cause souvenir.Cause) (souvenir.Change, error) {
	after.UpdatedAt = t.now
	after.ContentHash = after.Hash()
	if findable(before) != findable(after) {
		after.EmbeddingModel = "" // its vector is of another text
	}
	if err := t.rewrite(tenant, before, after); err != nil {
		return souvenir.Change{}, err
	}
	return t.record(tenant, operation, &before, &after, cause)
}

func (t tx) rewrite(tenant string, before, after souvenir.Memory) error {
	var n int64
	if _, err := t.one("write_memory", memories.values(&after, tenant), &n); err != nil {
		if isTaken(err) {
			return souvenir.Errorf(souvenir.Conflict, "Another memory says this already.")
		}
		return err
	}
	if findable(before) == findable(after) {
		return nil
	}
	if _, err := t.exec("unindex_memory", n); err != nil {
		return err
	}
	t.index(tenant, n, after)
	return nil
}

// index notes under which words a memory is to be found from now on.
func (t tx) index(tenant string, n int64, m souvenir.Memory) {
	delete(t.texts, n)
	if text := findable(m); text != "" {
		owner, body := t.dialect.document(owner(tenant, m.User), words.Index(text))
		t.texts[n] = document{n, owner, body}
	}
}

// indexMemories makes the memories findable that were noted, in one go: SQLite's
// index writes itself out whenever something else is written.
func (t tx) indexMemories() error {
	var rows [][]any
	for _, n := range slices.Sorted(maps.Keys(t.texts)) {
		rows = append(rows, []any{n, t.texts[n].owner, t.texts[n].body})
	}
	clear(t.texts)
	return t.execMany("index_memory", rows)
}

// findable is the text under which a memory is found; one that has ended is not.
func findable(m souvenir.Memory) string {
	if m.Status != souvenir.Active && m.Status != souvenir.Waiting {
		return ""
	}
	text := m.Content + "\n" + m.Question + "\n" + m.Subject + "\n" + m.Key
	for _, tag := range m.Tags {
		text += "\n" + tag
	}
	return text
}

// record adds an entry to a memory's history.
func (t tx) record(tenant, operation string, before, after *souvenir.Memory, cause souvenir.Cause) (souvenir.Change, error) {
	c := souvenir.Change{ID: t.newID(), Memory: after.ID, Operation: operation, Before: before, After: after, Cause: cause, At: t.now}
	c.Step = cmp.Or(t.step, c.ID)
	_, err := t.exec("insert_change", append(changes.values(&c, tenant), after.User)...)
	return c, err
}
