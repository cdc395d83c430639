package chatter

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"sync"
)

// automaton tells whether whole texts match a regular expression, with one look per
// character. Package regexp follows all the ways on which a match may go on, and for
// an expression like ours there are hundreds at every word; an automaton knows the
// sets of ways that it has met before.
type automaton struct {
	program *syntax.Prog

	mu    sync.Mutex
	known map[string]*state
	steps int // that are known
}

// state is a set of ways.
type state struct {
	on   []uint32 // instructions that want a character
	ends bool     // the text may end here
	next map[rune]*state
}

// mostSteps are kept before the automaton begins anew.
const mostSteps = 50_000

func newAutomaton(expression string) *automaton {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		panic(err)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		panic(err)
	}
	return &automaton{program: program, known: map[string]*state{}}
}

func (a *automaton) match(text string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := a.state([]uint32{uint32(a.program.Start)}, syntax.EmptyBeginText)
	for _, r := range text {
		if at = a.step(at, r); len(at.on) == 0 && !at.ends {
			return false
		}
	}
	return at.ends
}

func (a *automaton) step(from *state, r rune) *state {
	if to, ok := from.next[r]; ok {
		return to
	}
	if a.steps++; a.steps > mostSteps {
		a.known, a.steps = map[string]*state{}, 0
	}
	var after []uint32
	for _, pc := range from.on {
		if in := &a.program.Inst[pc]; in.MatchRune(r) {
			after = append(after, in.Out)
		}
	}
	slices.Sort(after)
	to := a.state(slices.Compact(after), 0)
	from.next[r] = to
	return to
}

// state is the one that goes on at some instructions.
func (a *automaton) state(at []uint32, here syntax.EmptyOp) *state {
	key := []byte{byte(here)}
	for _, pc := range at {
		key = binary.LittleEndian.AppendUint32(key, pc)
	}
	if s, ok := a.known[string(key)]; ok {
		return s
	}
	s := &state{next: map[rune]*state{}}
	s.on, _ = a.follow(at, here)
	_, s.ends = a.follow(at, here|syntax.EmptyEndText)
	a.known[string(key)] = s
	return s
}

// follow goes on without a character, to the instructions that want one. What holds
// here is the beginning or the end of the text.
func (a *automaton) follow(at []uint32, here syntax.EmptyOp) (on []uint32, matched bool) {
	seen := map[uint32]bool{}
	for ways := slices.Clone(at); len(ways) > 0; {
		pc := ways[len(ways)-1]
		ways = ways[:len(ways)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		switch in := a.program.Inst[pc]; in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			ways = append(ways, in.Out, in.Arg)
		case syntax.InstCapture, syntax.InstNop:
			ways = append(ways, in.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(in.Arg)&^here == 0 {
				ways = append(ways, in.Out)
			}
		case syntax.InstMatch:
			matched = true
		case syntax.InstFail:
		default:
			on = append(on, pc)
		}
	}
	return on, matched
}
