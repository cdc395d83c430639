package defence

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// misnamed catches the assistant's name where the user's should be, unless the
// user introduced themselves with it.
func misnamed(naming, introductions []string) test {
	return func(c *souvenir.Candidate, p people, w souvenir.Window) bool {
		for _, sentence := range sentences(c.Content) {
			s, ok := p.leading(sentence)
			if !ok || p.agent == "" {
				continue
			}
			for _, name := range callings(p.agent) {
				if called(s.predicate(), naming, name) && !introduced(w, s.who, introductions, name) {
					return true
				}
			}
		}
		return false
	}
}

// callings are what somebody with a name is called: by all of it, or the first word.
func callings(name string) []string {
	w, _ := word(name)
	return distinct([]string{name, w})
}

func called(predicate string, naming []string, name string) bool {
	return slices.ContainsFunc(naming, func(phrase string) bool {
		rest, ok := cut(predicate, phrase)
		rest, is := begins(strings.TrimLeft(rest, " \"'“‘"), name)
		switch {
		case !ok || !is || fold(first(rest)) == '\'':
			return false
		case phrase == "is": // User is Nova, but not: User is Nova's friend, a Nova fan
			return clauseEnds(rest)
		}
		return true
	})
}

func introduced(w souvenir.Window, who string, introductions []string, name string) bool {
	return slices.ContainsFunc(introductions, func(phrase string) bool {
		if !unspaced(last(phrase)) {
			phrase += " "
		}
		_, ok := saidIt(w, who, phrase+name)
		return ok
	})
}
