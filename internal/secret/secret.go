// Package secret takes secrets out of text before a model or the database sees
// them: keys, tokens, passwords, card numbers. The patterns are data.
package secret

import (
	"slices"
	"strings"
)

// maxPasses bounds how often a text is looked at again: taking one secret out
// can lay the next one bare, but hardly ever twice.
const maxPasses = 4

// Redact replaces every secret by a mark such as "[redacted: password]" and
// tells which kinds were found. Redacting twice changes nothing.
func Redact(text string) (redacted string, found []string) {
	for range maxPasses {
		next, kinds := pass(text, markEach)
		if len(kinds) == 0 {
			return text, found
		}
		text, found = next, union(found, kinds)
	}
	// Whoever writes a text that never settles does not write it for us to read.
	text, kinds := pass(text, markAll)
	return text, union(found, kinds)
}

// pass looks at the stretches between marks one by one, so that no pattern ever
// reads a mark. Replace makes a stretch without its secrets out of one.
func pass(text string, replace func(stretch string) (string, []string)) (string, []string) {
	var out strings.Builder
	var found []string
	from := 0
	for _, m := range append(marks.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		clean, kinds := replace(text[from:m[0]])
		out.WriteString(clean)
		out.WriteString(text[m[0]:m[1]])
		found = union(found, kinds)
		from = m[1]
	}
	return out.String(), found
}

// markEach puts a mark in the place of each secret.
func markEach(stretch string) (string, []string) {
	secrets := find(stretch)
	if len(secrets) == 0 {
		return stretch, nil
	}
	var out strings.Builder
	var found []string
	at := 0
	for _, s := range secrets {
		out.WriteString(stretch[at:s.from] + mark(s.kind))
		found = union(found, []string{s.kind})
		at = s.to
	}
	out.WriteString(stretch[at:])
	return out.String(), found
}

// markAll puts one mark in the place of a stretch that holds any secret.
func markAll(stretch string) (string, []string) {
	secrets := find(stretch)
	if len(secrets) == 0 {
		return stretch, nil
	}
	return mark(secrets[0].kind), []string{secrets[0].kind}
}

func mark(kind string) string { return "[redacted: " + kind + "]" }

func union(kinds, more []string) []string {
	for _, k := range more {
		if !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}
