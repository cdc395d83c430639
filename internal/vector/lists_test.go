package vector

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Both lists must keep what sorting would put first, whatever the order of
// arrival and however the candidates were divided between workers.
func TestListsKeepTheBest(t *testing.T) {
	t.Run("nearest", rapid.MakeCheck(func(t *rapid.T) {
		cs, limit, cut := offers(t)
		first, second := new(nearest), new(nearest)
		first.reset(limit)
		second.reset(limit)
		for i, c := range cs {
			l := []*nearest{first, second}[min(1, i/cut)]
			if c.rank >= l.floor {
				l.offer(c)
			}
		}
		first.join(second)
		mustBeBest(t, first.heap, cs, limit)
	}))
	t.Run("shortlist", rapid.MakeCheck(func(t *rapid.T) {
		cs, limit, cut := offers(t)
		first, second := new(shortlist), new(shortlist)
		first.reset(limit)
		second.reset(limit)
		for i, c := range cs {
			l := []*shortlist{first, second}[min(1, i/cut)]
			if uint16(c.rank) >= l.floor {
				l.offer(c)
			}
		}
		first.join(second)
		first.cut()
		mustBeBest(t, first.kept, cs, limit)
	}))
}

// offers draws few different ranks, so that there are many ties.
func offers(t *rapid.T) (cs []candidate, limit, cut int) {
	ranks := rapid.SliceOf(rapid.Uint16Range(0, 9)).Draw(t, "ranks")
	ids := rapid.Permutation(slices.Collect(upTo(len(ranks)))).Draw(t, "ids")
	for i, r := range ranks {
		cs = append(cs, candidate{rank: float32(r), id: ids[i]})
	}
	return cs, rapid.IntRange(1, 8).Draw(t, "limit"), rapid.IntRange(1, 50).Draw(t, "cut")
}

func upTo(n int) func(yield func(int64) bool) {
	return func(yield func(int64) bool) {
		for i := range int64(n) {
			if !yield(i) {
				return
			}
		}
	}
}

func mustBeBest(t *rapid.T, got, all []candidate, limit int) {
	byNearness := func(a, b candidate) int {
		if a.before(b) {
			return -1
		}
		return 1
	}
	got, want := slices.Clone(got), slices.Clone(all)
	slices.SortFunc(got, byNearness)
	slices.SortFunc(want, byNearness)
	if want = want[:min(limit, len(want))]; !slices.Equal(got, want) {
		t.Fatalf("kept %v, want %v", got, want)
	}
}
