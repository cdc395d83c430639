package store

import (
	"context"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/recall"
)

// Near gives for each search the active memories that match by words or by
// meaning, the best of either list first. All of them are looked up at once.
func (s *Store) Near(ctx context.Context, tenant string, qs []Search) ([][]souvenir.Memory, error) {
	found := make([][]int64, len(qs))
	var all []int64
	for i, q := range qs {
		clues, err := s.find.memories(ctx, q)
		if err != nil {
			return nil, err
		}
		found[i] = best(clues, q.Limit)
		all = append(all, found[i]...)
	}
	slices.Sort(all)
	known, err := s.MemoriesByNumber(ctx, tenant, slices.Compact(all))
	if err != nil {
		return nil, err
	}
	out := make([][]souvenir.Memory, len(qs))
	for i, ns := range found {
		for _, n := range ns {
			if m, ok := known[n]; ok {
				out[i] = append(out[i], m)
			}
		}
	}
	return out, nil
}

// best are the numbers of the clues with the best words and of those with the
// best meaning, at most limit of each.
func best(clues []recall.Memory, limit int) []int64 {
	var out []int64
	for _, score := range []func(recall.Memory) float64{
		func(m recall.Memory) float64 { return m.Match.Near },
		func(m recall.Memory) float64 { return m.Match.Words },
	} {
		slices.SortStableFunc(clues, func(a, b recall.Memory) int {
			switch x, y := score(a), score(b); {
			case x > y:
				return -1
			case x < y:
				return 1
			}
			return 0
		})
		for _, c := range clues[:min(limit, len(clues))] {
			if score(c) > 0 && !slices.Contains(out, c.N) {
				out = append(out, c.N)
			}
		}
	}
	return out
}
