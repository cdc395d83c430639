package defence

import (
	"slices"

	"github.com/souvenir-memory/souvenir"
)

// actions catches what merely happened in the conversation.
func actions(patterns []string) test {
	return func(c *souvenir.Candidate, p people, _ souvenir.Window) bool {
		return slices.ContainsFunc(patterns, func(pattern string) bool {
			done, ofUser := cut(pattern, "user ")
			if !ofUser {
				return contains(c.Content, pattern)
			}
			return p.open(c.Content, done)
		})
	}
}

// impressions catches what somebody merely seems to be.
func impressions(patterns []string) test {
	return func(c *souvenir.Candidate, p people, _ souvenir.Window) bool {
		return slices.ContainsFunc(patterns, func(pattern string) bool { return p.open(c.Content, pattern) })
	}
}

// open says that some sentence about a user goes on with a phrase.
func (p people) open(text, phrase string) bool {
	return slices.ContainsFunc(sentences(text), func(sentence string) bool {
		s, ok := p.leading(sentence)
		_, follows := begins(s.predicate(), phrase)
		return ok && follows
	})
}
