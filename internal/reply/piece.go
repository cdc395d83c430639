package reply

import (
	"strings"
	"unicode"
)

// piece is a value that was found in a text.
type piece struct {
	value      any
	start, end int
	repaired   bool
	broken     bool // it did not close: what follows may belong to it
}

// fields reports whether a piece is an object with something in it, or a list of
// objects.
func (p piece) fields() bool {
	switch v := p.value.(type) {
	case map[string]any:
		return len(v) > 0
	case []any:
		for _, item := range v {
			if _, ok := item.(map[string]any); ok {
				return true
			}
		}
	}
	return false
}

// joined makes one list of the first piece and those that follow it at once.
func joined(text string, pieces []piece) piece {
	one := pieces[0]
	list := listOf(one.value)
	for _, p := range pieces[1:] {
		if !p.fields() || !one.broken && words(text[one.end:p.start]) {
			break
		}
		list = append(list, listOf(p.value)...)
		one = piece{list, one.start, p.end, true, p.broken}
	}
	return one
}

func listOf(v any) []any {
	if list, ok := v.([]any); ok {
		return list
	}
	return []any{v}
}

// words reports whether something is said in a text, the language of a fence
// aside.
func words(text string) bool {
	return strings.ContainsFunc(strings.ReplaceAll(text, "```json", ""), unicode.IsLetter)
}

func (p piece) mode(text string) Mode {
	switch around := text[:p.start] + text[p.end:]; {
	case p.repaired:
		return Repaired
	case strings.Trim(fenceMark.ReplaceAllString(around, ""), "`~ \t\r\n") == "":
		return Fenced
	}
	return Embedded
}
