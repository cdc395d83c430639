// Package defence refuses what language models wrongly take for a memory about a
// user: greetings, facts about the assistant, leaked instructions, guesses.
package defence

import (
	"embed"
	"io/fs"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

//go:embed texts
var texts embed.FS

// Texts are the lists of patterns, one file for each filter.
func Texts() fs.FS {
	sub, err := fs.Sub(texts, "texts")
	if err != nil {
		panic(err) // the directory is ours
	}
	return sub
}

// Options change what the filters want.
type Options struct {
	// Mentioned is enough: a memory need not begin with whom it is about, as long
	// as it speaks of them.
	Mentioned bool
}

// New builds the filters, in the order in which they look at a candidate. Lists
// gives the lines of a list by its name.
func New(lists func(name string) []string, o Options) ([]filter.Rule, error) {
	stated, err := demographics(lists("demographics.list"), lists("selves.list"))
	if err != nil {
		return nil, err
	}
	own, err := ownFilters(lists("filters.list"))
	if err != nil {
		return nil, err
	}
	rules := []filter.Rule{
		blocking("conversation action", actions(lists("actions.list"))),
		blocking("assistant fact", assistantFacts(lists("assistant.list"))),
		blocking("system prompt leak", leaks(lists("leaks.list"))),
		blocking("demographic hallucination", stated),
		blocking("unknown information", unknown(lists("unknown.list"))),
		blocking("non-user content", ofNobody(o.Mentioned)),
		blocking("assistant name as user name", misnamed(lists("naming.list"), lists("introductions.list"))),
		blocking("vague impression", impressions(lists("impressions.list"))),
	}
	return append(rules, own...), nil
}

// test says that a candidate is what a filter is there to stop. It may tidy it.
type test func(c *souvenir.Candidate, p people, w souvenir.Window) bool

// blocking makes a rule of a test. Its reason is what operators look for in logs.
func blocking(what string, caught test) filter.Rule {
	return filter.Rule{Name: strings.ReplaceAll(what, " ", "-"), Check: func(c *souvenir.Candidate, w souvenir.Window) string {
		said := c.Content
		if caught(c, among(w), w) {
			return "Blocked " + what + ": " + said
		}
		return ""
	}}
}
