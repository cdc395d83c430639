package store

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Fleeting is a memory that time may have ended.
type Fleeting struct {
	N           int64
	Tenant      string
	Memory      souvenir.Memory
	SessionOver bool // nothing was heard of its session any more
}

// Since says what to look for among what time may end: the memories of a user, or
// of a tenant, or all where they are empty.
type Since struct {
	Tenant, User string
	Now          time.Time
	Session      time.Time // sessions not heard of since are over
	Faded        time.Time // temporary memories not heard of since have faded
	After        int64     // the number of the last one that was looked at
	Limit        int
}

// Fleeting lists memories that time may have ended, in the order they came.
func (s *Store) Fleeting(ctx context.Context, w Since) ([]Fleeting, error) {
	t := table[Fleeting]{fields: func(f *Fleeting) []any {
		return append(memories.values(&f.Memory, &f.N, &f.Tenant), &f.SessionOver)
	}}
	return all(s.view(ctx), t, "fleeting_memories", w.After, w.Tenant, w.User, w.Now.UnixMicro(), w.Session.UnixMicro(), w.Faded.UnixMicro(), w.Limit)
}

// Ending is a memory that is to end, and why.
type Ending struct {
	Memory string
	Reason string
	Still  func(souvenir.Memory) bool // whether it is to end as it is now; nil means that it is
}

// errNot means that a memory is not to end after all.
var errNot = errors.New("not to end")

// End ends memories with a history, and gives those that were still there. What
// ends together is brought back together.
func (s *Store) End(ctx context.Context, tenant, operation string, as souvenir.Status, es []Ending, cause souvenir.Cause) ([]souvenir.Memory, error) {
	var out []souvenir.Memory
	err := s.updatePatiently(ctx, func(t tx) error {
		out, t.step = nil, t.newID()
		es = slices.SortedFunc(slices.Values(es), func(a, b Ending) int { return strings.Compare(a.Memory, b.Memory) }) // in one order, so that two writers never wait for each other
		for _, e := range es {
			c := cause
			c.Reason = e.Reason
			m, err := t.endIf(tenant, e.Memory, operation, as, c, e.Still)
			if errors.Is(err, errNot) || souvenir.CodeOf(err) == souvenir.NotFound {
				continue
			}
			if err != nil {
				return err
			}
			out = append(out, m)
		}
		return nil
	})
	return out, err
}

// end ends a memory if it has not ended yet.
func (t tx) end(tenant, id, operation string, as souvenir.Status, cause souvenir.Cause) (souvenir.Memory, error) {
	m, err := t.endIf(tenant, id, operation, as, cause, nil)
	if errors.Is(err, errNot) {
		err = nil
	}
	return m, err
}

func (t tx) endIf(tenant, id, operation string, as souvenir.Status, cause souvenir.Cause, still func(souvenir.Memory) bool) (souvenir.Memory, error) {
	return t.change(tenant, id, operation, cause, func(m *souvenir.Memory) error {
		if m.Status != souvenir.Active && m.Status != souvenir.Waiting || still != nil && !still(*m) {
			return errNot
		}
		m.Status, m.EndedAt = as, &t.now
		return nil
	})
}

// Todos are what a user means to do, newest first.
func (s *Store) Todos(ctx context.Context, tenant, user string) ([]souvenir.Memory, error) {
	return all(s.view(ctx), memories, "open_todos", tenant, user)
}

// ExpireTopics ends the pending topics whose time is over, or only counts them.
func (s *Store) ExpireTopics(ctx context.Context, tenant, user string, only bool) (n int64, err error) {
	if only {
		_, err = s.view(ctx).one("count_overdue_topics", []any{s.now().UnixMicro(), tenant, user}, &n)
		return n, err
	}
	err = s.updatePatiently(ctx, func(t tx) (err error) {
		n, err = t.exec("expire_topics", t.now.UnixMicro(), tenant, user)
		return err
	})
	return n, err
}

// OpenTopics are a user's pending topics, newest first.
func (s *Store) OpenTopics(ctx context.Context, tenant, user string) ([]souvenir.PendingTopic, error) {
	return all(s.view(ctx), topics, "open_topics", tenant, user, s.now().UnixMicro())
}

// CheckTopics notes that topics were looked at, each so many times.
func (s *Store) CheckTopics(ctx context.Context, tenant string, times map[string]int) error {
	return s.update(ctx, func(t tx) error {
		for _, id := range slices.Sorted(maps.Keys(times)) { // in one order, so that two writers never wait for each other
			if _, err := t.exec("check_topic", tenant, id, times[id], t.now.UnixMicro()); err != nil {
				return err
			}
		}
		return nil
	})
}
