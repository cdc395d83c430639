package selective

import (
	"slices"
	"strings"
	"unicode"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// twoEntities refuses a relationship that does not name both sides. Where a
// script has no capitals, names cannot be told and the entry passes.
var twoEntities = filter.Rule{Name: "relationship", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
	if c.Type == "relationship" && hasCase(c.Content) && entities(c) < 2 {
		return "relationship needs two named entities"
	}
	return ""
}}

func hasCase(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Cyrillic, unicode.Greek)
	})
}

// entities counts the names in the content. Words in a row are one name, as in
// New York; a word counts as a name if it has a capital, or if it is a tag or
// part of the subject, as names of software often are in lower case.
func entities(c *souvenir.Candidate) int {
	known := append(strings.Fields(strings.ToLower(c.Subject)), c.Tags...)
	var names []string
	inName := false
	for _, word := range strings.Fields(c.Content) {
		bare := strings.TrimSuffix(strings.TrimSuffix(strings.TrimFunc(word, notWord), "'s"), "’s")
		folded := strings.ToLower(bare)
		named := isName(bare, folded, known)
		if named && !inName && !slices.Contains(names, folded) {
			names = append(names, folded)
		}
		inName = named && bare == word // a mark or a genitive ends a name
	}
	return len(names)
}

func notWord(r rune) bool { return !isWord(r) }

// unnamed begin sentences, and stand for roles.
var unnamed = strings.Fields("the a an this that these those it its he she they we i you his her their our my your there both each in on at when while if user assistant")

func isName(bare, folded string, known []string) bool {
	switch {
	case bare == "" || slices.Contains(unnamed, folded):
		return false
	case slices.Contains(known, folded):
		return true
	}
	return strings.ContainsFunc(bare, unicode.IsUpper)
}
