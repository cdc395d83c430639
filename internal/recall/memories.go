package recall

import (
	"math"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Memory is a clue to a memory, with what weighs for or against it.
type Memory struct {
	N             int64
	Match         Match
	Key           bool // its key is in the query
	Type          string
	Origin        souvenir.Origin
	Priority      int      // 0-100
	Importance    int      // 1-10; 0 means unknown
	Confidence    *float64 // nil means unknown
	Confirmations int
	Temporary     bool
	Conversation  string
	SaidAt        time.Time
	Happened      time.Time // since when it is so, if that is known
}

// Weights say how much each thing counts for a memory. How well it matches must
// decide; the rest orders what matches about equally well.
type Weights struct {
	Words, Meaning, Key, Time                             float64
	Then                                                  float64 // what it gets for its time alone
	Priority, Type, Importance, Confidence, Confirmations float64
	Recency                                               float64
	HalfLife                                              time.Duration // after which a temporary memory counts half
	Floor                                                 float64       // a match by meaning alone must be this near
}

// DefaultWeights are what the program uses.
var DefaultWeights = Weights{
	Words: 0.40, Meaning: 0.35, Key: 0.20, Time: 0.15, Then: 0.02,
	Priority: 0.08, Type: 0.05, Importance: 0.05, Confidence: 0.03, Confirmations: 0.02, Recency: 0.02,
	HalfLife: 30 * 24 * time.Hour, Floor: 0.25,
}

// typeWeights put who somebody is before what they once did.
var typeWeights = map[string]float64{
	"core": 1.5, "explicit": 1.2, "project": 1.1, "relationship": 1.05, "fact": 1.0, "experience": 0.95, "story": 0.9, "ephemeral": 0.8,
}

// Circumstances are what is known around a query.
type Circumstances struct {
	Now    time.Time
	When   Span     // the time that the query names
	Recent []string // the user's conversations, newest first
}

// Memories ranks memories; those that do not match are left out.
func Memories(clues []Memory, c Circumstances, w Weights) []Ranked {
	s := scaleOf(clues, func(m Memory) Match { return m.Match })
	out := make([]Ranked, 0, len(clues))
	for _, m := range clues {
		matches, then := m.Match.Words > 0 || m.Match.Near >= w.Floor || m.Key, c.When.Holds(m.SaidAt) || c.When.Holds(m.Happened)
		if !matches && !(then && c.When.Listed) || c.When.Only && !then {
			continue
		}
		r := weigh(m, s, c, w)
		switch {
		case then && matches:
			r.add("time", w.Time)
		case then:
			r.add("time", w.Then)
		}
		out = append(out, faded(r, m, c, w))
	}
	return byScore(out)
}

func weigh(m Memory, s scale, c Circumstances, w Weights) Ranked {
	words, near := s.similarity(m.Match)
	r := Ranked{N: m.N, Parts: make([]Part, 0, 8)}
	r.add("words", w.Words*words)
	r.add("meaning", w.Meaning*near)
	r.add("priority", w.Priority*float64(m.Priority)/100)
	r.add("type", w.Type*(typeWeight(m)-1))
	r.add("confirmations", w.Confirmations*(1-1/float64(max(1, m.Confirmations))))
	r.add("recency", w.Recency*recency(m.Conversation, c.Recent))
	if m.Key {
		r.add("key", w.Key)
	}
	if m.Importance > 0 {
		r.add("importance", w.Importance*float64(m.Importance)/10)
	}
	if m.Confidence != nil {
		r.add("confidence", w.Confidence**m.Confidence)
	}
	return r
}

// faded counts a temporary memory the less, the older it is.
func faded(r Ranked, m Memory, c Circumstances, w Weights) Ranked {
	if m.Temporary {
		r.add("decay", r.Score*(Decay(c.Now.Sub(m.SaidAt), w.HalfLife)-1))
	}
	return r
}

// Standing ranks memories by what they are, whatever is asked: what has a key,
// what is pinned and what is core to somebody come first.
func Standing(clues []Memory, c Circumstances, w Weights) []Ranked {
	out := make([]Ranked, 0, len(clues))
	for _, m := range clues {
		core := m.Key || m.Origin == souvenir.Core || m.Priority >= 100
		m.Key = false
		r := weigh(m, scale{}, c, w)
		if core {
			r.add("standing", w.Key)
		}
		out = append(out, faded(r, m, c, w))
	}
	return byScore(out)
}

func typeWeight(m Memory) float64 {
	best := 1.0
	if t, ok := typeWeights[m.Type]; ok {
		best = t
	}
	if t, ok := typeWeights[string(m.Origin)]; ok {
		best = max(best, t)
	}
	return best
}

// recency is relative to the user's conversations and not to the calendar:
// what was said in the last few counts a little more.
func recency(conversation string, recent []string) float64 {
	for i, id := range recent {
		if id == conversation {
			return 1 / float64(i+1)
		}
	}
	return 0
}

// Decay is what is left after some time: half after each half-life.
func Decay(age, halfLife time.Duration) float64 {
	if age <= 0 || halfLife <= 0 {
		return 1
	}
	return math.Exp2(-float64(age) / float64(halfLife))
}
