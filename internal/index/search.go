package index

import (
	"cmp"
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
	if s.at.Len() == 0 || k <= 0 {
		return nil
	}
	t := tallies.Get().(*tally)
	defer tallies.Put(t)
	t.reset(len(s.numbers))
	return s.hits(s.tallied(t, s.terms(words), k, keep))
}

// tallied adds the terms up and picks the k best places.
func (s *Shelf[M]) tallied(t *tally, terms []term, k int, keep func(M) bool) []scored {
	for i, term := range terms {
		if len(term.postings) > 2*len(t.touched) {
			if few, ok := s.settle(t, terms[i:], k, keep); ok {
				return s.best(t, few, k, keep)
			}
		}
		for _, p := range term.postings {
			s.score(t, &term, p)
		}
	}
	return s.best(t, t.touched, k, keep)
}

// term is a word of a query.
type term struct {
	postings []posting
	most     float64 // what it can add to a score, nearly
	slope    float64 // how much each word of a text holds it back
}

func (t term) weight(times uint32, words uint16) float32 {
	tf := float64(times)
	return float32(t.most * tf / (tf + saturation*(1-lengthWeight) + t.slope*float64(words)))
}

// at is where the term occurs at a place. Before it in the list come at most as many as
// there are places before, less those without the term: of a word that nearly every
// text has, that leaves few to look at.
func (t *term) at(place uint32, places int) (posting, bool) {
	from := max(0, int(place)-(places-len(t.postings)))
	few := t.postings[min(from, len(t.postings)):min(int(place)+1, len(t.postings))]
	i, ok := slices.BinarySearchFunc(few, place, posting.compare)
	if !ok {
		return 0, false
	}
	return few[i], true
}

// terms are the words that occur, the rarest first.
func (s *Shelf[M]) terms(words []string) (out []term) {
	texts := float64(s.at.Len())
	average := max(1, float64(s.words)/texts)
	for _, w := range words {
		if l := s.postings(w); len(l) > 0 {
			df := min(float64(len(l)), texts) // places that are not used any more still count
			rarity := math.Log(1 + (texts-df+0.5)/(df+0.5))
			out = append(out, term{postings: l, most: rarity * (saturation + 1), slope: saturation * lengthWeight / average})
		}
	}
	slices.SortStableFunc(out, func(a, b term) int { return cmp.Compare(len(a.postings), len(b.postings)) })
	return out
}

func (s *Shelf[M]) score(t *tally, w *term, p posting) {
	if length := s.length[p.place()]; length > 0 {
		t.add(p.place(), w.weight(p.times(), length-1))
	}
}

// settle adds the terms that are left to those places alone that may be among the
// best then, and gives these. It can do so when k places are better already than
// the terms can make any other: a word that nearly every text has costs little.
func (s *Shelf[M]) settle(t *tally, rest []term, k int, keep func(M) bool) (few []uint32, ok bool) {
	most := 0.0
	for _, w := range rest {
		most += w.most
	}
	top := s.best(t, t.touched, k, keep)
	if len(top) < k || float64(top[k-1].score) <= most {
		return nil, false
	}
	chance := top[k-1].score - float32(most)*1.001
	for _, place := range t.touched {
		if t.scores[place] < chance {
			continue
		}
		few = append(few, place)
		for _, w := range rest {
			if p, ok := w.at(place, len(s.numbers)); ok {
				s.score(t, &w, p)
			}
		}
	}
	return few, true
}

// best picks the k places with the highest tallies, the highest first.
func (s *Shelf[M]) best(t *tally, places []uint32, k int, keep func(M) bool) []scored {
	top := make(lowest, 0, min(k, len(places)))
	for _, place := range places {
		c := scored{place, t.scores[place]}
		if len(top) == k && !top[0].before(c) || keep != nil && !keep(s.about[place]) {
			continue
		}
		if len(top) < k {
			top = append(top, c)
			if len(top) == k {
				top.order()
			}
			continue
		}
		top[0] = c
		top.sink(0)
	}
	slices.SortFunc(top, func(a, b scored) int {
		if a.before(b) {
			return 1
		}
		return -1
	})
	return top
}

func (s *Shelf[M]) hits(top []scored) []Hit[M] {
	out := make([]Hit[M], len(top))
	for i, c := range top {
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
			place, ok := s.at.Get(n)
			return ok && (keep == nil || keep(s.about[place]))
		})
		out = s.kept(hits, keep)
	}
	return out, err
}

func (s *Shelf[M]) kept(hits []vector.Hit, keep func(M) bool) []Hit[M] {
	out := make([]Hit[M], 0, len(hits))
	for _, h := range hits {
		place, ok := s.at.Get(h.ID)
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
	if len(t.touched) > len(t.scores)/16 {
		clear(t.scores)
	} else {
		for _, p := range t.touched {
			t.scores[p] = 0
		}
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

func (h lowest) order() {
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.sink(i)
	}
}

func (h lowest) sink(i int) {
	for below := 2*i + 1; below < len(h); below = 2*i + 1 {
		if below+1 < len(h) && h[below+1].before(h[below]) {
			below++
		}
		if !h[below].before(h[i]) {
			return
		}
		h[i], h[below] = h[below], h[i]
		i = below
	}
}
