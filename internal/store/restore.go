package store

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Restore brings a user's memories back to what they were at a time, all of them
// or none, as new changes: each has the fields and the status that it had, and
// what was learnt since is ended. Doing it again changes nothing.
func (s *Store) Restore(ctx context.Context, tenant, user string, at time.Time, cause souvenir.Cause) ([]souvenir.Restored, error) {
	var as []alteration
	err := s.update(ctx, func(t tx) (err error) {
		if as, err = t.wayBack("memory_for_update", tenant, user, at, t.now); err != nil {
			return err
		}
		_, err = t.alterAll(tenant, "restore", as, cause)
		return err
	})
	return restored(as), err
}

// WayBack tells what Restore would do.
func (s *Store) WayBack(ctx context.Context, tenant, user string, at time.Time) ([]souvenir.Restored, error) {
	as, err := s.view(ctx).wayBack("memory", tenant, user, at, s.now().UTC().Truncate(time.Microsecond))
	return restored(as), err
}

func restored(as []alteration) []souvenir.Restored {
	out := make([]souvenir.Restored, len(as))
	for i, a := range as {
		out[i] = souvenir.Restored{Memory: a.before.ID, What: souvenir.EffectOf(a.before, a.after), Before: a.before, After: a.after}
	}
	return out
}

// wayBack finds the memories that are not what they were at a time. Only those
// can be that have changed since.
func (q session) wayBack(read, tenant, user string, at, now time.Time) ([]alteration, error) {
	t := table[string]{fields: func(id *string) []any { return []any{id} }}
	ids, err := all(q, t, "memories_changed_since", tenant, user, at.UnixMicro())
	if err != nil {
		return nil, err
	}
	var as []alteration
	for _, id := range ids {
		m, found, err := first(q, memories, read, tenant, id)
		if err != nil {
			return nil, err
		}
		if !found {
			continue
		}
		then, err := q.asOf(tenant, m, at, now)
		if err != nil {
			return nil, err
		}
		if !m.SameAs(then) {
			as = append(as, alteration{before: m, after: then})
		}
	}
	return as, nil
}

// asOf is what a memory was at a time. One that was not there yet has ended: as it
// has, or else now.
func (q session) asOf(tenant string, m souvenir.Memory, at, now time.Time) (souvenir.Memory, error) {
	c, found, err := first(q, changes, "change_as_of", tenant, m.ID, at.UnixMicro())
	switch {
	case err != nil:
		return m, err
	case found && c.After != nil:
		return m.As(*c.After), nil
	case m.Alive():
		m.Status, m.EndedAt = souvenir.Deleted, &now
	}
	return m, nil
}
