package recall

import "time"

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
	Around map[int64]float64 // what a turn gains from those before (-) and after (+) it
	Named  float64           // factor for what a person said whom the query names
	Time   float64           // added when it was said in the time that the query names
	Then   float64           // what it gets for that alone
	Floor  float64           // a turn further away than this is not near at all
}

// DefaultTurnWeights: a question is often answered in the turn after the words
// that it shares, and a question about somebody by what they said themselves.
var DefaultTurnWeights = TurnWeights{
	Around: map[int64]float64{-2: 0.2, -1: 0.5, 1: 0.25, 2: 0.1},
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
	type place struct {
		conversation string
		seq          int64
	}
	own := make(map[place]float64, len(clues))
	for _, t := range clues {
		words, near := s.similarity(t.Match)
		own[place{t.Conversation, t.Seq}] = words + near
	}
	out := make([]Ranked, 0, len(clues))
	for _, t := range clues {
		words, near := s.similarity(t.Match)
		r := Ranked{N: t.N, Parts: make([]Part, 0, 4)}
		r.add("words", words)
		r.add("meaning", near)
		around := 0.0
		for distance, weight := range w.Around {
			around += weight * own[place{t.Conversation, t.Seq + distance}]
		}
		r.add("around", around)
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
