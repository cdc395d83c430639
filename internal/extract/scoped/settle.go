package scoped

import (
	"fmt"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

var (
	types   = []string{"preference", "project", "task", "fact", "meta"}
	reaches = []souvenir.Reach{souvenir.UserGlobal, souvenir.SessionOnly, souvenir.SiteOnly, souvenir.ConversationOnly}
)

// typeOf reads a type as models write it: Preference, facts. None is a fact.
func typeOf(word string) (string, bool) {
	word = strings.ToLower(word)
	if word == "" {
		return "fact", true
	}
	if !slices.Contains(types, word) {
		word = strings.TrimSuffix(word, "s")
	}
	return word, slices.Contains(types, word)
}

// reachOf reads a scope as models write it: User-Global, global. None is
// everywhere.
func reachOf(word string) (souvenir.Reach, bool) {
	word = strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(word))
	switch word {
	case "", "user", "global":
		return souvenir.UserGlobal, true
	}
	return souvenir.Reach(word), slices.Contains(reaches, souvenir.Reach(word))
}

// settle puts right what can be, and notes that it did.
func settle(c *souvenir.Candidate, w souvenir.Window) {
	if c.Reach == souvenir.SiteOnly {
		if c.Site = site(w.URL); c.Site == "" {
			c.Reach = souvenir.ConversationOnly
			note(c, "No address says which site, so it holds in the conversation.")
		}
	}
	c.SubjectUser = speaker(c, w)
	c.Tags = normalTags(c.Tags)
	switch n := len(c.Tags); {
	case n == 0:
		c.Tags = []string{c.Type}
		note(c, "It came without tags and has its type as one.")
	case n > maxTags:
		c.Tags = c.Tags[:maxTags]
		note(c, fmt.Sprintf("It came with %d tags; the first %d are kept.", n, maxTags))
	}
}

const maxTags = 5

func note(c *souvenir.Candidate, what string) {
	c.Reasoning = strings.TrimSpace(c.Reasoning + " " + what)
}

func normalTags(tags []string) (out []string) {
	for _, tag := range tags {
		tag = strings.ToLower(strings.TrimSpace(tag))
		if tag != "" && !slices.Contains(out, tag) {
			out = append(out, tag)
		}
	}
	return out
}

// speaker is the name of the user who is quoted, where users have names.
func speaker(c *souvenir.Candidate, w souvenir.Window) string {
	for _, m := range w.Messages {
		if m.Role != souvenir.User || m.Name == "" {
			continue
		}
		said := souvenir.Normalize(m.Content)
		for _, e := range c.Evidence {
			if quote := souvenir.Normalize(e.Quote); quote != "" && strings.Contains(said, quote) {
				return m.Name
			}
		}
	}
	return ""
}
