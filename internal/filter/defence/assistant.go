package defence

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// assistantFacts catches sentences whose subject is the assistant. Somebody's own
// assistant, or character in a game, is another matter.
func assistantFacts(patterns []string) test {
	return func(c *souvenir.Candidate, p people, _ souvenir.Window) bool {
		return slices.ContainsFunc(sentences(c.Content), func(sentence string) bool {
			return slices.ContainsFunc(patterns, func(pattern string) bool { return p.aboutAssistant(sentence, pattern) })
		})
	}
}

func (p people) aboutAssistant(sentence, pattern string) bool {
	forms := []string{pattern, "the " + pattern}
	if does, ok := cut(pattern, "assistant"); ok && p.agent != "" {
		forms = append(forms, p.agent+does)
	}
	return slices.ContainsFunc(forms, func(f string) bool {
		_, ok := begins(sentence, f)
		return ok
	})
}

// leaks catches instructions that were taken for facts: right after the user, and
// anywhere in a sentence about the assistant.
func leaks(patterns []string) test {
	return func(c *souvenir.Candidate, p people, _ souvenir.Window) bool {
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			return p.open(c.Content, pattern) || slices.ContainsFunc(sentences(c.Content), func(sentence string) bool {
				rest, ok := p.ofAssistant(sentence)
				return ok && contains(rest, pattern)
			})
		})
	}
}

// ofAssistant takes the assistant off the beginning of a sentence, whatever it is
// called there.
func (p people) ofAssistant(sentence string) (rest string, ok bool) {
	if bare, ok := cut(sentence, "the "); ok {
		sentence = bare
	}
	for _, noun := range []string{"assistant", "character", p.agent} {
		if rest, ok := begins(sentence, noun); ok {
			return strings.TrimSpace(rest), true
		}
	}
	return "", false
}
