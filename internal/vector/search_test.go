package vector

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// smaller has a search take the way over signs, with several workers, for far
// fewer rows than it otherwise would.
var smaller = sizes{worker: 4 << 10, signs: 8 << 10, shortlist: 1 << 10}

func TestLargeSegment(t *testing.T) {
	s := clustered(20_000, 64)
	s.queries = s.queries[:20]
	plain := s.fill(newSmaller(plainGo))
	s.recall(plain, 10) // works out the truth before the kernels run side by side
	want := answers(plain, s.queries)
	for _, k := range kernels() {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			x := s.fill(newSmaller(k))
			t.Run("finds nearly all that an exact scan finds", func(t *testing.T) {
				if got := s.recall(x, 10); got < 0.99 {
					t.Errorf("recall@10 = %v, want at least 0.99", got)
				}
			})
			t.Run("gives the same hits as plain Go", func(t *testing.T) {
				if got := answers(x, s.queries); !slices.Equal(got, want) {
					t.Errorf("hits = %v, want %v", got, want)
				}
			})
			t.Run("finds the few that are wanted", func(t *testing.T) {
				few := func(id int64) bool { return id%1000 == 7 }
				got, _ := x.Search("p", s.query(0), 20, few)
				if want := s.among(few, s.query(0))[:20]; !slices.EqualFunc(got, want, sameID) {
					t.Fatalf("hits = %v, want %v", got, want)
				}
			})
			t.Run("forgets what is deleted", func(t *testing.T) {
				for id := range int64(s.len() / 3) {
					x.Delete("p", 3*id)
				}
				for _, q := range s.queries {
					hits, _ := x.Search("p", q, 50, nil)
					if len(hits) != 50 || slices.ContainsFunc(hits, func(h Hit) bool { return h.ID%3 == 0 }) {
						t.Fatalf("hits = %v, want 50 that were not deleted", hits)
					}
				}
			})
		})
	}
}

// Kernels and architectures must agree to the last bit, so that what is ranked
// here is ranked alike on a laptop and on a server.
func TestHitsAreTheSameOnEveryMachine(t *testing.T) {
	eachIndex(t, func(t *testing.T, x *Index) {
		r := rand.New(rand.NewPCG(7, 7))
		for id := range int64(300) {
			must(t, x.Put("p", id, wholeNumbers(r, 70)))
		}
		got, err := x.Search("p", wholeNumbers(r, 70), 4, nil)
		must(t, err)
		if want := []Hit{{60, 0.3975625}, {184, 0.37042758}, {204, 0.29781038}, {84, 0.284435}}; !slices.Equal(got, want) {
			t.Errorf("hits = %v, want %v", got, want)
		}
	})
}

func wholeNumbers(r *rand.Rand, dims int) []float32 {
	v := make([]float32, dims)
	for i := range v {
		v[i] = float32(r.IntN(2001) - 1000)
	}
	return v
}

func TestManyEqualRowsInALargeSegment(t *testing.T) {
	x, v := newSmaller(plainGo), []float32{1, 2, 3}
	l := x.Load("p")
	for id := int64(12_000); id > 0; id-- {
		must(t, l.Put(id, v))
	}
	mustFind(t, x, "p", v, 3, 1, 2, 3)
}

func TestAPanicInKeepLeavesNoLockBehind(t *testing.T) {
	x := New()
	must(t, x.Put("p", 1, []float32{1}))
	func() {
		defer func() { recover() }()
		x.Search("p", []float32{1}, 1, func(int64) bool { panic("keep") })
	}()
	must(t, x.Put("p", 2, []float32{1})) // would wait for ever
}

func newSmaller(k kernel) *Index {
	x := newIndex(k)
	x.sizes = smaller
	return x
}

func answers(x *Index, queries [][]float32) (all []Hit) {
	for _, q := range queries {
		hits, _ := x.Search("p", q, 10, nil)
		all = append(all, hits...)
	}
	return all
}

// among is the exact answer for the rows that keep accepts.
func (s *sample) among(keep func(int64) bool, q []float32) (hits []Hit) {
	for i := range s.len() {
		if keep(int64(i)) {
			score, _ := Cosine(s.row(i), q)
			hits = append(hits, Hit{int64(i), score})
		}
	}
	slices.SortFunc(hits, nearestFirst)
	return hits
}

func sameID(a, b Hit) bool { return a.ID == b.ID }
