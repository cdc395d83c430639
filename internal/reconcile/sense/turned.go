package sense

import "slices"

// Flips says that one statement denies what the other affirms: what is done, or
// all that it says. A single thing in common is not enough, because who skips
// breakfast eats none.
func Flips(said, told Statement) bool {
	if said.tongue != told.tongue || said.tongue == unknown || said.Past && denied(told) && !denied(said) || outOf(said, "alon", "only", "just") || outOf(told, "alon", "only") {
		return false
	}
	a, b := said.content(), told.content()
	shared, flipped, verb := 0, 0, false
	for _, t := range a {
		i := slices.IndexFunc(b, func(u token) bool { return u.text == t.text })
		if i < 0 {
			continue
		}
		shared++
		if b[i].denied != t.denied {
			flipped++
			verb = verb || b[i].text == first(b) || t.text == first(a)
		}
	}
	alone := shared == len(a) || shared == len(b)
	if said.tongue == "zh" { // where 不 stands before the verb, the thing stands before 不
		return flipped > 0 && shared > 1 || flipped > 0 && alone
	}
	return flipped > 0 && flipped == shared && (verb && shared > 0 && (shared > 1 || alone) || alone)
}

func denied(s Statement) bool {
	return slices.ContainsFunc(s.tokens, func(t token) bool { return t.denied })
}

func outOf(s Statement, words ...string) bool { return slices.ContainsFunc(words, s.mentions) }

// first is the word that says what is done.
func first(ts []token) string {
	for _, t := range ts {
		if t.kind == word || t.kind == single {
			return t.text
		}
	}
	return ""
}

// Reverses says that two statements compare the same two things, or go between
// them, the other way round.
func Reverses(said, told Statement) bool {
	var before, after bool
	for _, t := range said.content() {
		i := told.find(t.text)
		if i < 0 || told.tokens[i].other == t.other {
			continue
		}
		before, after = before || t.other, after || !t.other
	}
	return before && after
}
