package store

import (
	"context"
	"runtime"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/vector"
	"golang.org/x/sync/errgroup"
)

// Active is everything that a user's memory holds now, with the numbers of the
// rows, in the order they came.
type Active struct {
	Numbers  []int64
	Memories []souvenir.Memory
}

// Active reads all active memories of a user.
func (s *Store) Active(ctx context.Context, tenant, user string) (a Active, err error) {
	return a, walk(s.view(ctx), withNumber(memories), func(r numbered[souvenir.Memory]) error {
		a.Numbers, a.Memories = append(a.Numbers, r.n), append(a.Memories, r.row)
		return nil
	}, "active_memories", tenant, user)
}

// Close are two memories of a list, by their places in it, and their cosine.
type Close struct {
	A, B   int
	Cosine float64
}

// CloseTo finds for each memory the few that are nearest to it, as long as they
// are near at all. It also says how many of the memories have a vector. All
// vectors of the user are read once, for both databases alike.
func (s *Store) CloseTo(ctx context.Context, sc souvenir.Scope, model string, a Active, few int, least float64) (out []Close, embedded int, err error) {
	places := make(map[int64]int, len(a.Numbers))
	for i, n := range a.Numbers {
		places[n] = i
	}
	near, vectors := vector.New(), make([][]float32, len(a.Numbers))
	fill := near.Load("")
	err = walk(s.view(ctx), s.vectorRows(), func(r vectorRow) error {
		at, wanted := places[r.ref]
		if !wanted || vector.Check(r.v) != nil {
			return nil
		}
		vectors[at] = r.v
		embedded++
		return fill.Put(int64(at), r.v)
	}, "vectors_of_owner", owner(sc.Tenant, sc.User), MemoryText, model, 0)
	if err != nil {
		return nil, 0, err
	}
	out, err = closest(ctx, near, vectors, few, least)
	return out, embedded, err
}

type vectorRow struct {
	n, ref int64
	v      []float32
}

func (s *Store) vectorRows() table[vectorRow] {
	return table[vectorRow]{fields: func(r *vectorRow) []any {
		return []any{&r.n, &r.ref, column{scan: func(src any) (err error) {
			r.v, err = s.dialect.vectorOf(src)
			return err
		}}}
	}}
}

// closest searches the neighbours of every vector, on all processors but one.
func closest(ctx context.Context, near *vector.Index, vectors [][]float32, few int, least float64) ([]Close, error) {
	workers := max(1, runtime.GOMAXPROCS(0)-1)
	found := make([][]Close, workers)
	var looking errgroup.Group
	for w := range workers {
		looking.Go(func() error {
			for at := w; at < len(vectors) && ctx.Err() == nil; at += workers {
				if vectors[at] == nil {
					continue
				}
				hits, err := near.Search("", vectors[at], few+1, func(id int64) bool { return id != int64(at) })
				if err != nil {
					return err
				}
				for _, h := range hits {
					if float64(h.Score) >= least {
						found[w] = append(found[w], Close{min(at, int(h.ID)), max(at, int(h.ID)), float64(h.Score)})
					}
				}
			}
			return ctx.Err()
		})
	}
	if err := looking.Wait(); err != nil {
		return nil, err
	}
	return distinct(slices.Concat(found...)), nil
}

func distinct(cs []Close) []Close {
	slices.SortFunc(cs, func(a, b Close) int {
		if a.A != b.A {
			return a.A - b.A
		}
		return a.B - b.B
	})
	return slices.CompactFunc(cs, func(a, b Close) bool { return a.A == b.A && a.B == b.B })
}

// EachSaid goes over everything a user said.
func (s *Store) EachSaid(ctx context.Context, tenant, user string, do func(conversation, id, content string)) error {
	type said struct{ conversation, id, content string }
	return walk(s.view(ctx), table[said]{fields: func(m *said) []any { return []any{&m.conversation, &m.id, &m.content} }}, func(m said) error {
		do(m.conversation, m.id, m.content)
		return nil
	}, "everything_said", tenant, user)
}

// Remembered lists everybody of whom something is remembered, in all tenants.
func (s *Store) Remembered(ctx context.Context) ([]souvenir.Scope, error) {
	return all(s.view(ctx), table[souvenir.Scope]{fields: func(sc *souvenir.Scope) []any { return []any{&sc.Tenant, &sc.User} }}, "remembered_users")
}

// NewestChange is the number of the last change of a user's memories.
func (s *Store) NewestChange(ctx context.Context, tenant, user string) (n int64, err error) {
	_, err = s.view(ctx).one("newest_change", []any{tenant, user}, &n)
	return n, err
}

// Owner is a user as one word that does not tell who it is.
func Owner(tenant, user string) string { return owner(tenant, user) }

// Merge lets a memory take the place of others that say the same. If any of them
// is not as it was when that was found, nothing happens: ErrStale.
func (s *Store) Merge(ctx context.Context, tenant string, keeper souvenir.Memory, others []souvenir.Memory, reasons []string, cause souvenir.Cause,
	merged func(souvenir.Memory, []souvenir.Memory) souvenir.Memory) error {
	return s.updatePatiently(ctx, func(t tx) error {
		t.step = t.newID()
		ids := append([]souvenir.Memory{keeper}, others...)
		slices.SortFunc(ids, func(a, b souvenir.Memory) int { return strings.Compare(a.ID, b.ID) })
		for _, m := range ids { // locked in one order, so that two writers never wait for each other
			if err := t.unchanged(tenant, m); err != nil {
				return err
			}
		}
		for i, m := range others {
			cause.Reason = reasons[i]
			if _, err := t.change(tenant, m.ID, "supersede", cause, func(m *souvenir.Memory) error {
				m.Status, m.SupersededBy, m.EndedAt = souvenir.Superseded, keeper.ID, &t.now
				return nil
			}); err != nil {
				return err
			}
		}
		cause.Reason = "It takes the place of others that say the same."
		_, err := t.change(tenant, keeper.ID, "merge", cause, func(m *souvenir.Memory) error {
			*m = merged(*m, others)
			return nil
		})
		return err
	})
}

func (t tx) unchanged(tenant string, m souvenir.Memory) error {
	now, found, err := first(t.session, memories, "memory_for_update", tenant, m.ID)
	if err == nil && (!found || now.Status != souvenir.Active || now.ContentHash != m.ContentHash) {
		err = ErrStale
	}
	return err
}
