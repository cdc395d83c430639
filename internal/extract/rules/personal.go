package rules

import (
	"strings"
	"unicode"
)

// selves tells sentences in which somebody may speak of themselves from the
// many in which nobody does, at little cost.
type selves struct {
	words    map[string]bool // anywhere
	starters map[string]bool // among the first words, where a subject was left out
	inside   []string        // words of a script without spaces
}

func newSelves(f file) selves {
	s := selves{words: map[string]bool{}, starters: map[string]bool{}}
	for _, w := range f.Self {
		if unspaced(w) {
			s.inside = append(s.inside, w)
		} else {
			s.words[w] = true
		}
	}
	for _, d := range f.Dropped {
		for _, o := range openings(d.Starts) {
			if word, _, ok := strings.Cut(o+" ", " "); ok {
				s.starters[word] = true
			}
		}
	}
	return s
}

// maxOpeners is how many words may stand before a statement begins.
const maxOpeners = 6

func (s selves) speak(sentence string) bool {
	for _, w := range s.inside {
		if strings.Contains(sentence, w) {
			return true
		}
	}
	n := 0
	for w := range strings.FieldsFuncSeq(sentence, notInWord) {
		w = strings.ToLower(strings.ReplaceAll(w, "’", "'"))
		if s.words[w] || n < maxOpeners && s.starters[w[:min(len(w), reach)]] {
			return true
		}
		n++
	}
	return false
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' }
