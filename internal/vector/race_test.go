package vector

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// Searches run while rows come, change and go. A row that stays must be found by
// every search, whatever happens around it. The race detector sees into plainGo,
// not into assembly, which is one reason why this runs with every kernel.
func TestSearchWhileWriting(t *testing.T) {
	for _, c := range []struct {
		name     string
		resident int
		rounds   int
	}{{"small", 100, 200}, {"large", 9_000, 40}} {
		t.Run(c.name, func(t *testing.T) {
			eachIndex(t, func(t *testing.T, x *Index) {
				x.sizes = smaller
				searchWhileWriting(t, x, c.resident, c.rounds)
			})
		})
	}
}

func searchWhileWriting(t *testing.T, x *Index, resident, rounds int) {
	const dims, stays = 16, -1
	r := rand.New(rand.NewPCG(1, 1))
	wanted := gaussian(r, dims)
	must(t, x.Put("p", stays, wanted))
	l := x.Load("p")
	for id := range int64(resident) {
		must(t, l.Put(id, gaussian(r, dims)))
	}

	searching := make(chan struct{})
	var writers, searchers sync.WaitGroup
	for w := range 2 {
		writers.Go(func() { turnOver(x, int64(resident*(w+1)), dims, searching) })
	}
	for range 3 {
		searchers.Go(func() {
			for range rounds {
				hits, err := x.Search("p", wanted, 10, nil)
				if err != nil || len(hits) != 10 || hits[0].ID != stays || hits[0].Score < 0.999 {
					t.Errorf("Search = %v, %v, want 10 hits, first the one that stays", hits, err)
				}
				if repeats(hits) || !slices.IsSortedFunc(hits, nearestFirst) {
					t.Errorf("hits repeat or are out of order: %v", hits)
				}
			}
		})
	}
	searchers.Wait()
	close(searching)
	writers.Wait()
}

// turnOver puts, replaces and deletes rows of its own until done, enough of them
// for holes to be filled and for the segment to be compacted.
func turnOver(x *Index, first int64, dims int, done <-chan struct{}) {
	r := rand.New(rand.NewPCG(2, uint64(first)))
	for {
		for id := first; id < first+200; id++ {
			x.Put("p", id, gaussian(r, dims))
			x.Put("p", id, gaussian(r, dims))
			x.Put("other", id, gaussian(r, dims))
		}
		x.Drop("other")
		for id := first; id < first+200; id++ {
			x.Delete("p", id)
		}
		select {
		case <-done:
			return
		default:
		}
	}
}

func repeats(hits []Hit) bool {
	seen := map[int64]bool{}
	for _, h := range hits {
		if seen[h.ID] {
			return true
		}
		seen[h.ID] = true
	}
	return false
}
