package defence

import (
	"slices"
	"strings"
	"unicode"

	"github.com/souvenir-memory/souvenir"
)

// unknown catches that something is not known, unless the user said so.
func unknown(patterns []string) test {
	return func(c *souvenir.Candidate, _ people, w souvenir.Window) bool {
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			if _, ok := saidIt(w, "", pattern); ok {
				return false
			}
			if strings.Contains(pattern, " ") {
				return contains(c.Content, pattern)
			}
			return predicated(c.Content, pattern)
		})
	}
}

// predicated says that a word is what some clause says of its subject, and not part
// of a name or of what somebody has.
func predicated(text, what string) bool {
	for {
		before, after, ok := find(text, what)
		if !ok {
			return false
		}
		if predicate(before, text[len(before):], after) {
			return true
		}
		text = after
	}
}

var (
	being       = []string{"is", "are", "was", "were", "be", "remains", "remain", "isn't", "aren't"}
	determiners = []string{"the", "a", "an", "this", "that", "some", "any"}
)

func predicate(before, from, after string) bool {
	lead := words(before)
	lead = lead[max(0, len(lead)-2):]
	if clauseEnds(after) {
		return len(lead) > 0 && !slices.Contains(determiners, lead[len(lead)-1])
	}
	name := unicode.IsUpper(first(from))
	return !name && slices.ContainsFunc(lead, func(w string) bool { return slices.Contains(being, w) })
}

func clauseEnds(rest string) bool {
	rest = strings.TrimSpace(rest)
	return rest == "" || strings.ContainsRune(".,;:!?)。，；！？）\"”", first(rest))
}
