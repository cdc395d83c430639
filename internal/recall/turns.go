package recall

import (
	"cmp"
	"slices"
	"time"
)

// Turn is a clue to a raw turn.
type Turn struct {
	N            int64
	Conversation string
	Seq          int64
	Speaker      string
	At           time.Time
	Match        Match
}

// TurnWeights say how much each thing counts for a turn. They were chosen on
// the development half of LoCoMo, from round numbers.
type TurnWeights struct {
	Around [2*Reach + 1]float64 // what a turn gains from those before it, from itself, and from those after it
	Named  float64              // factor for what a person said whom the query names
	Time   float64              // added when it was said in the time that the query names
	Then   float64              // what it gets for that alone
	Floor  float64              // a turn further away than this is not near at all
}

// DefaultTurnWeights: a question is often answered in the turn after the words
// that it shares, and a question about somebody by what they said themselves.
var DefaultTurnWeights = TurnWeights{
	Around: [...]float64{0.2, 0.5, 0, 0.25, 0.1},
	Named:  1.3,
	Time:   0.5,
	Then:   0.02,
	Floor:  0.2,
}

// Reach is how many turns before and after a hit can gain from it.
const Reach = 2

// Turns ranks turns. Named tells the speakers that the query names, and when
// the time it names; a zero span names none.
func Turns(clues []Turn, named map[string]bool, when Span, w TurnWeights) []Ranked {
	for i := range clues {
		if clues[i].Match.Near < w.Floor {
			clues[i].Match.Near = 0
		}
	}
	s := scaleOf(clues, func(t Turn) Match { return t.Match })
	around := gains(clues, s, w)
	out := make([]Ranked, 0, len(clues))
	parts := make([]Part, 0, mostParts*len(clues)) // of all of them
	for i, t := range clues {
		words, near := s.similarity(t.Match)
		r := Ranked{N: t.N, Parts: parts[mostParts*i : mostParts*i : mostParts*(i+1)]}
		r.add("words", words)
		r.add("meaning", near)
		r.add("around", around[i])
		switch then := when.Holds(t.At); {
		case when.Only && !then:
			continue
		case then && r.Score > 0:
			r.add("time", w.Time)
		case then && when.Listed:
			r.add("time", w.Then)
		}
		if named[t.Speaker] {
			r.add("speaker", r.Score*(w.Named-1))
		}
		if r.Score > 0 {
			out = append(out, r)
		}
	}
	return byScore(out)
}

// mostParts is how many parts the score of a turn can have.
const mostParts = 5

// gains are what each turn gains from those around it.
func gains(clues []Turn, s scale, w TurnWeights) []float64 {
	order := make([]int, len(clues))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(clues[a].Conversation, clues[b].Conversation), cmp.Compare(clues[a].Seq, clues[b].Seq))
	})
	out := make([]float64, len(clues))
	for at, i := range order {
		words, near := s.similarity(clues[i].Match)
		for step := -1; step <= 1; step += 2 {
			for other := at + step; other >= 0 && other < len(order) && clues[order[other]].Conversation == clues[i].Conversation; other += step {
				away := clues[i].Seq - clues[order[other]].Seq // this one is that far behind the other
				if away < -Reach || away > Reach {
					break
				}
				out[order[other]] += w.Around[away+Reach] * (words + near)
			}
		}
	}
	return out
}

// Span is the stretch of time that a query names: from, inclusive, to, exclusive.
type Span struct {
	From, To time.Time
	Only     bool // the query asks for whatever was then, and for nothing else
	Listed   bool // what was then answers, even if it has nothing of the query's words
}

// Holds says whether t lies within the span. A zero span holds nothing.
func (s Span) Holds(t time.Time) bool {
	return !s.From.IsZero() && !t.Before(s.From) && t.Before(s.To)
}
