// Package recall ranks what may answer a query. It is given clues, how well the
// words and the meaning of each text match, and weighs them with what else is
// known. It takes values and returns values.
package recall

import (
	"cmp"
	"slices"
)

// Match is how well a text fits a query. Scores of one search can be compared
// with each other and with nothing else; zero means that it was not found so.
type Match struct {
	Words float64 // BM25, or what stands for it
	Near  float64 // cosine
}

// Ranked is a text in its place, with what its score is made of.
type Ranked struct {
	N     int64
	Score float64
	Parts []Part
}

// Part is what one thing adds to a score.
type Part struct {
	Name  string
	Value float64
}

// add counts a part that is not nothing.
func (r *Ranked) add(name string, value float64) {
	if value != 0 {
		r.Score += value
		r.Parts = append(r.Parts, Part{name, value})
	}
}

// byScore puts the best first; of equals, the newest.
func byScore(rs []Ranked) []Ranked {
	slices.SortStableFunc(rs, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.N, a.N))
	})
	return rs
}

// scale makes the two scores of a search comparable: the best of each is 1.
type scale struct{ words, near float64 }

func scaleOf[T any](clues []T, match func(T) Match) scale {
	var s scale
	for _, c := range clues {
		m := match(c)
		s.words, s.near = max(s.words, m.Words), max(s.near, m.Near)
	}
	return s
}

// similarity adds what words and meaning say, each between 0 and 1.
func (s scale) similarity(m Match) (words, near float64) {
	if s.words > 0 {
		words = max(0, m.Words) / s.words
	}
	if s.near > 0 {
		near = max(0, m.Near) / s.near
	}
	return words, near
}
