package store

import (
	"slices"

	"github.com/souvenir-memory/souvenir"
)

// interpose keeps older news as history: between what held before it and what has
// held since, in whatever order they came. What says the same as its neighbour is
// not told twice.
func (t tx) interpose(tenant string, step souvenir.Step, cause souvenir.Cause) (souvenir.Memory, error) {
	late := step.Memory
	line, err := t.line(tenant, step.Related[0])
	if err != nil {
		return late, err
	}
	at := slices.IndexFunc(line, func(m souvenir.Memory) bool { return m.Since().After(late.Since()) })
	if at < 0 {
		return line[len(line)-1], nil // which says that it was so before
	}
	next, before := line[at], line[:at]
	for _, m := range line[max(0, at-1) : at+1] {
		if m.ContentHash == late.ContentHash {
			return m, nil
		}
	}
	t.step = t.newID()
	late.SupersededBy, late.EndedAt = next.ID, &t.now
	if late.ValidTo == nil || late.ValidTo.After(next.Since()) {
		late.ValidTo = new(next.Since())
	}
	for _, m := range before {
		if until := slices.IndexFunc(before, func(o souvenir.Memory) bool { return o.ID == m.SupersededBy }); until >= 0 {
			continue // it ended before
		}
		after := m
		after.SupersededBy = late.ID
		if m.ValidTo == nil || m.ValidTo.After(late.Since()) {
			after.ValidTo = new(late.Since())
		}
		if _, err := t.alter(tenant, "supersede", m, after, cause); err != nil {
			return late, err
		}
	}
	return t.insert(tenant, late, cause)
}

// line is a memory with all that it took the place of, the oldest first.
func (t tx) line(tenant, id string) ([]souvenir.Memory, error) {
	newest, found, err := first(t.session, memories, "memory_for_update", tenant, id)
	if err != nil {
		return nil, err
	}
	if !found || newest.Status != souvenir.Active && newest.Status != souvenir.Waiting {
		return nil, ErrStale
	}
	line := []souvenir.Memory{newest}
	for i := 0; i < len(line); i++ {
		older, err := all(t.session, memories, "memories_superseded_by", tenant, line[i].ID)
		if err != nil {
			return nil, err
		}
		for _, m := range older {
			if !slices.ContainsFunc(line, func(o souvenir.Memory) bool { return o.ID == m.ID }) {
				line = append(line, m)
			}
		}
	}
	slices.SortStableFunc(line, func(a, b souvenir.Memory) int { return a.Since().Compare(b.Since()) })
	return line, nil
}
