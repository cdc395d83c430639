package persona

import (
	"strings"
	"unicode"
)

// maxTopic is how many characters a topic has at most.
const maxTopic = 10

// fileName makes a topic of a text that can be part of a file's name everywhere.
// What is left without a character gives way to other.
func fileName(text, other string) string {
	text = strings.Map(named, strings.ToValidUTF8(text, ""))
	text = strings.Trim(strings.Join(strings.Fields(text), " "), ". ")
	text = strings.TrimRight(firstClusters(text, maxTopic), ". ")
	if strings.IndexFunc(text, unicode.IsGraphic) < 0 {
		return other
	}
	return text
}

// named drops what no file may have in its name, and what nobody sees. Spaces of
// all kinds become one kind.
func named(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case strings.ContainsRune(`<>:"/\|?*`, r), unicode.IsControl(r), r == unicode.ReplacementChar:
		return -1
	case unicode.Is(unicode.Cf, r) && !joins(r) && !isTag(r):
		return -1
	}
	return r
}
