// Package consolidate decides which memories became redundant and which of them
// stays in their place. It takes values and returns values.
package consolidate

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/forget"
	"github.com/souvenir-memory/souvenir/internal/reconcile"
	"github.com/souvenir-memory/souvenir/internal/reconcile/sense"
)

// most is how many memories become one at a time.
const most = 12

// Group is a memory that takes the place of others, by their places in the list.
type Group struct {
	Keeper int
	Others []Other
}

// Other is a memory that is redundant beside the keeper.
type Other struct {
	At         int
	Why        string
	Similarity float64
}

// Plan finds what is redundant. Every member of a group was compared with its
// keeper itself: what is like something that is like the keeper stays. Nothing
// takes the place of a protected memory.
func Plan(ms []souvenir.Memory, related []reconcile.Related) []Group {
	gives := giving(ms, related)
	taken := make([]bool, len(ms))
	var out []Group
	for _, keeper := range byStrength(ms) {
		if taken[keeper] {
			continue
		}
		g := Group{Keeper: keeper}
		for _, o := range gives[keeper] {
			if !taken[o.At] && len(g.Others) < most-1 {
				taken[o.At] = true
				g.Others = append(g.Others, o)
			}
		}
		if len(g.Others) > 0 {
			taken[keeper] = true
			out = append(out, g)
		}
	}
	return out
}

// giving are for each memory those that may give way to it.
func giving(ms []souvenir.Memory, related []reconcile.Related) map[int][]Other {
	out := map[int][]Other{}
	give := func(from, to int, why string, r reconcile.Related) {
		if mayReplace(ms[to], ms[from]) {
			out[to] = append(out[to], Other{from, why, r.Similarity})
		}
	}
	for _, r := range related {
		switch r.Relation {
		case sense.Same:
			give(r.Older, r.Newer, "It says the same.", r)
			give(r.Newer, r.Older, "It says the same.", r)
		case sense.Refines:
			give(r.Older, r.Newer, "The other one says this and more.", r)
		case sense.Covered:
			give(r.Newer, r.Older, "The other one says this and more.", r)
		}
	}
	return out
}

// mayReplace keeps what is protected, what a key stands for, and the user's own
// word from giving way to somebody else's.
func mayReplace(keeper, other souvenir.Memory) bool {
	own := func(m souvenir.Memory) bool { return m.Trust == souvenir.FromUser || m.Trust == "" }
	return !forget.Protected(other) && (other.Key == "" || other.Key == keeper.Key) && (own(keeper) || !own(other)) &&
		(other.Expiry != souvenir.Permanent || keeper.Expiry == souvenir.Permanent)
}

// byStrength are the places of the memories, those first that should stay: what is
// protected, then what was confirmed and recalled most, then what is known longest.
func byStrength(ms []souvenir.Memory) []int {
	out := make([]int, len(ms))
	for i := range out {
		out[i] = i
	}
	strength := func(m souvenir.Memory) int { return m.Confirmations + m.RecallCount }
	slices.SortStableFunc(out, func(a, b int) int {
		x, y := ms[a], ms[b]
		if p, q := forget.Protected(x), forget.Protected(y); p != q {
			if p {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(strength(y), strength(x)), x.CreatedAt.Compare(y.CreatedAt), strings.Compare(x.ID, y.ID))
	})
	return out
}

// Merged is the keeper with what the others add to it. Its words stay.
func Merged(keeper souvenir.Memory, others []souvenir.Memory) souvenir.Memory {
	for _, o := range others {
		keeper.Evidence = union(keeper.Evidence, o.Evidence)
		keeper.Tags = union(keeper.Tags, o.Tags)
		keeper.Confirmations += o.Confirmations
		keeper.RecallCount += o.RecallCount
		keeper.Importance, keeper.Confidence = larger(keeper.Importance, o.Importance), larger(keeper.Confidence, o.Confidence)
		keeper.Priority = max(keeper.Priority, o.Priority)
		if o.CreatedAt.Before(keeper.CreatedAt) {
			keeper.CreatedAt = o.CreatedAt
		}
		if o.SaidAt.After(keeper.SaidAt) {
			keeper.SaidAt = o.SaidAt
		}
		keeper.LastRecalledAt = later(keeper.LastRecalledAt, o.LastRecalledAt)
		keeper.ValidFrom = cmp.Or(keeper.ValidFrom, o.ValidFrom)
	}
	return keeper
}

func union[T comparable](a, b []T) []T {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

func larger[T cmp.Ordered](a, b *T) *T {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}

func later(a, b *time.Time) *time.Time {
	if a == nil || b != nil && b.After(*a) {
		return b
	}
	return a
}
