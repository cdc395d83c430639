package sense

import (
	"slices"
	"strings"
)

// excludes finds states of which only one can be: single and married.
func (p pair) excludes() bool {
	if !slices.Equal(texts(before(p.a)), texts(before(p.b))) || p.a.Past || p.b.Past || !slices.Equal(p.a.Moods, p.b.Moods) {
		return false
	}
	for _, state := range []func(Statement) string{household, trade} {
		if x, y := state(p.a), state(p.b); x != "" && y != "" && x != y {
			return true
		}
	}
	for _, answers := range known.exclusive {
		x, y := stateOf(p.a, answers), stateOf(p.b, answers)
		if x != "" && y != "" && x != y {
			return true
		}
	}
	return false
}

// stateOf is the answer that a statement gives. Who has a wife is married.
func stateOf(s Statement, answers []string) string {
	for _, t := range s.tokens {
		if t.denied {
			continue
		}
		for _, a := range answers {
			if t.text == a || t.text == known.stems[a] || a == "married" && spouses[t.text] || a == "dating" && sweethearts[t.text] {
				return a
			}
		}
	}
	return ""
}

// before are the tokens of whom a statement is about, up to a state.
func before(s Statement) []token {
	var out []token
	for _, t := range holder(s) {
		if !spouses[t.text] && !sweethearts[t.text] && t.kind != name && !strings.ContainsAny(t.gap, "和与跟") {
			out = append(out, t)
		}
	}
	return out
}

// household is with whom somebody lives: alone or not.
func household(s Statement) string {
	for i, t := range s.tokens {
		switch {
		case t.denied:
		case alone[t.text] && (s.tongue == "zh" || s.mentions("live") || s.mentions("@home")):
			return "alone"
		case together[t.text], i > 0 && strings.Contains(t.gap, "with") && s.tokens[i-1].text == "live" && (t.kind == role || t.kind == name || t.kind == person):
			return "together"
		}
	}
	return ""
}

var alone, together, graduation = set("alone"), set("together"), set("graduate")

// trade is whether somebody works.
func trade(s Statement) string {
	switch {
	case s.mentions(known.stem("retire")):
		return "retired"
	case s.Past || len(of(s.tokens, role)) > 0:
		return ""
	}
	for _, t := range s.tokens {
		switch {
		case t.text == known.stem("employed") && t.denied:
			return "unemployed"
		case t.denied:
		case t.text == known.stem("employed"), t.text == "@employer", t.text == "@job":
			return "employed"
		}
	}
	return ""
}
