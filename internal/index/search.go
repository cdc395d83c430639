package index

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
	"sync"

	"github.com/souvenir-memory/souvenir/internal/vector"
)

// Hit is a text and how well it matches.
type Hit[M any] struct {
	N     int64
	Score float64
	About M
}

// The constants of BM25: how soon repeating a word stops helping, and how much
// a long text is held back.
const saturation, lengthWeight = 1.2, 0.75

// Words finds the k texts that keep accepts with the best BM25 score, best
// first; of equals, the newest.
func (s *Shelf[M]) Words(words []string, k int, keep func(M) bool) []Hit[M] {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.at) == 0 || k <= 0 {
		return nil
	}
	t := tallies.Get().(*tally)
	defer tallies.Put(t)
	t.reset(len(s.numbers))
	average := max(1, float64(s.words)/float64(len(s.at)))
	for _, w := range words {
		l := s.lists[w]
		if l == nil {
			continue
		}
		texts := float64(len(s.at))
		df := min(float64(len(l.places)), texts) // places that are not used any more still count
		rarity := math.Log(1 + (texts-df+0.5)/(df+0.5))
		for i, place := range l.places {
			length := s.length[place]
			if length == 0 {
				continue
			}
			tf := float64(l.times[i])
			t.add(place, float32(rarity*tf*(saturation+1)/(tf+saturation*(1-lengthWeight+lengthWeight*float64(length-1)/average))))
		}
	}
	return s.best(t, k, keep)
}

// best picks the k highest tallies.
func (s *Shelf[M]) best(t *tally, k int, keep func(M) bool) []Hit[M] {
	top := &lowest{}
	for _, place := range t.touched {
		c := scored{place, t.scores[place]}
		if len(*top) == k && !(*top)[0].before(c) {
			continue
		}
		if keep != nil && !keep(s.about[place]) {
			continue
		}
		if len(*top) == k {
			(*top)[0] = c
			heap.Fix(top, 0)
		} else {
			heap.Push(top, c)
		}
	}
	slices.SortFunc(*top, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.place, a.place))
	})
	out := make([]Hit[M], len(*top))
	for i, c := range *top {
		out[i] = Hit[M]{N: s.numbers[c.place], Score: float64(c.score), About: s.about[c.place]}
	}
	return out
}

// Near finds the k texts whose vectors are nearest to q, nearest first. Most of
// the time keep accepts nearly all, so it is asked of the nearest only; when it
// refuses most of them, the search is done again with keep in its innermost loop.
func (s *Shelf[M]) Near(q []float32, k int, keep func(M) bool) ([]Hit[M], error) {
	if s.vectors.Len("") == 0 || k <= 0 {
		return nil, nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	hits, err := s.vectors.Search("", q, k, nil)
	if err != nil {
		return nil, err
	}
	out := s.kept(hits, keep)
	if len(hits) == k && len(out) < k/2 {
		hits, err = s.vectors.Search("", q, k, func(n int64) bool {
			place, ok := s.at[n]
			return ok && (keep == nil || keep(s.about[place]))
		})
		out = s.kept(hits, keep)
	}
	return out, err
}

func (s *Shelf[M]) kept(hits []vector.Hit, keep func(M) bool) []Hit[M] {
	out := make([]Hit[M], 0, len(hits))
	for _, h := range hits {
		place, ok := s.at[h.ID]
		if ok && (keep == nil || keep(s.about[place])) {
			out = append(out, Hit[M]{N: h.ID, Score: float64(h.Score), About: s.about[place]})
		}
	}
	return out
}

// tally adds up scores by place. It is kept between searches, because clearing
// what was touched is cheaper than making it anew.
type tally struct {
	scores  []float32
	touched []uint32
}

var tallies = sync.Pool{New: func() any { return &tally{} }}

func (t *tally) reset(places int) {
	for _, p := range t.touched {
		t.scores[p] = 0
	}
	t.touched = t.touched[:0]
	if len(t.scores) < places {
		t.scores = make([]float32, places+places/4)
	}
}

func (t *tally) add(place uint32, score float32) {
	if t.scores[place] == 0 {
		t.touched = append(t.touched, place)
	}
	t.scores[place] += score
}

type scored struct {
	place uint32
	score float32
}

// before reports that b is the better of the two.
func (a scored) before(b scored) bool {
	return a.score < b.score || (a.score == b.score && a.place < b.place)
}

// lowest is a heap with the worst of the best on top.
type lowest []scored

func (h lowest) Len() int           { return len(h) }
func (h lowest) Less(i, j int) bool { return h[i].before(h[j]) }
func (h lowest) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *lowest) Push(x any)        { *h = append(*h, x.(scored)) }
func (h *lowest) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
