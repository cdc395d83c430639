package defence

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// trait is one line of the demographics: what a memory says of somebody, and what
// they must have said for it to pass.
type trait struct {
	phrase string
	number bool     // the number in the memory
	words  []string // one of these, about themselves; none means what follows the phrase
}

// demographics catches age, gender and origin, of the user and nobody else, that
// the user did not state.
func demographics(lines, selves []string) (test, error) {
	var traits []trait
	for _, line := range lines {
		t, err := readTrait(line)
		if err != nil {
			return nil, err
		}
		traits = append(traits, t)
	}
	return func(c *souvenir.Candidate, p people, w souvenir.Window) bool {
		for _, s := range statements(c.Content, p) {
			for _, t := range traits {
				before, after, ok := t.claimed(s)
				if !ok {
					continue
				}
				e, stated := t.stated(said(w, s.who), before, after, selves)
				if !stated {
					return true
				}
				keep(c, e)
			}
		}
		return false
	}, nil
}

func readTrait(line string) (trait, error) {
	phrase, needs, _ := strings.Cut(line, ":")
	t := trait{phrase: strings.TrimSpace(phrase), number: strings.TrimSpace(needs) == "#"}
	if t.phrase == "" {
		return t, souvenir.Errorf(souvenir.Invalid, "demographics.list: the line %q begins with no phrase.", line)
	}
	if t.number {
		return t, nil
	}
	for w := range strings.SplitSeq(needs, ",") {
		if w = strings.TrimSpace(w); w != "" {
			t.words = append(t.words, w)
		}
	}
	return t, nil
}

var becoming = []string{"is", "was", "turned", "turns", "became"}

// claimed says that a statement claims the trait of the user themselves, and gives
// what stands around it.
func (t trait) claimed(s statement) (before, after string, ok bool) {
	body := s.predicate()
	if rest, ok := begins(body, "'s"); ok {
		body = strings.TrimSpace(rest)
	}
	if rest, ok := begins(body, t.phrase); ok {
		return "", rest, true
	}
	verb, _ := word(s.predicate())
	if !s.direct() || !slices.Contains(becoming, strings.ToLower(verb)) {
		return "", "", false
	}
	return find(body, t.phrase)
}

// stated finds the words of the user that carry the claim.
func (t trait) stated(ms []souvenir.Message, before, after string, selves []string) (souvenir.Evidence, bool) {
	for _, m := range ms {
		for _, sentence := range sentences(m.Content) {
			if t.carries(sentence, before, after, selves) {
				return souvenir.Evidence{Message: m.ID, Quote: sentence}, true
			}
		}
	}
	return souvenir.Evidence{}, false
}

func (t trait) carries(sentence, before, after string, selves []string) bool {
	switch {
	case t.number:
		n, ok := nearest(before, after)
		return ok && slices.Contains(numbers(sentence), n)
	case len(t.words) > 0:
		return slices.ContainsFunc(t.words, func(w string) bool { return ofThemselves(sentence, w, selves) })
	}
	needed := following(after)
	if len(needed) == 0 {
		_, lastWord, _ := strings.Cut(t.phrase, " ")
		needed = []string{lastWord}
	}
	return slices.ContainsFunc(needed, func(w string) bool { return contains(sentence, w) })
}

var idle = []string{"a", "an", "the", "of", "on", "in", "at", "and", "or", "is", "to", "from"}

// following are the words up to the end of a clause that mean something.
func following(after string) []string {
	if end := strings.IndexAny(after, ".,;!?"); end >= 0 {
		after = after[:end]
	}
	return slices.DeleteFunc(words(after), func(w string) bool { return slices.Contains(idle, w) })
}

// ofThemselves says that somebody uses a word of themselves: "I'm a proud woman",
// but not "I'm dating a woman".
func ofThemselves(sentence, what string, selves []string) bool {
	return slices.ContainsFunc(selves, func(self string) bool {
		_, after, ok := find(sentence, self)
		between, _, there := find(after, what)
		return ok && there && soon(words(between))
	})
}

var (
	merely = []string{"just", "only", "also", "actually", "really", "still", "only", "basically"}
	breaks = []string{"a", "an", "the", "not", "to", "with", "for", "by", "of", "from", "about", "like", "my", "his", "her", "their"}
)

// soon says that nothing comes between which would speak of somebody else.
func soon(between []string) bool {
	for len(between) > 0 && slices.Contains(merely, between[0]) {
		between = between[1:]
	}
	if len(between) > 0 && (between[0] == "a" || between[0] == "an" || between[0] == "the") {
		between = between[1:]
	}
	return len(between) <= 4 && !slices.ContainsFunc(between, func(w string) bool { return slices.Contains(breaks, w) })
}

// keep notes where it was said, where the candidate does not know.
func keep(c *souvenir.Candidate, e souvenir.Evidence) {
	if len(c.Evidence) == 0 {
		c.Evidence = []souvenir.Evidence{e}
	}
}
