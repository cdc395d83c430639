package reply

import (
	"regexp"
	"strings"
)

// clean takes away what nobody sees. The rest of the text stays as it is.
func clean(text string) string {
	return strings.Trim(strings.ReplaceAll(text, "\x00", ""), " \t\r\n\v\f\ufeff\u200b")
}

var (
	thoughtOpens  = regexp.MustCompile(`(?i)^<think(?:ing)?>`)
	thoughtCloses = regexp.MustCompile(`(?i)</think(?:ing)?>`)
)

// answers are the parts of a text to read, best first: what follows the last
// thought; and everything, where a thought has nothing behind it or the tag may
// be a quotation, because the text does not begin with a thought.
func answers(text string) []string {
	tags := thoughtCloses.FindAllStringIndex(text, -1)
	if text == "" {
		return nil
	}
	if len(tags) == 0 {
		return []string{text}
	}
	after := clean(text[tags[len(tags)-1][1]:])
	switch {
	case after == "":
		return []string{text}
	case thoughtOpens.MatchString(text):
		return []string{after}
	}
	return []string{after, text}
}

// fenceMark begins a line; the word after it is the language.
var fenceMark = regexp.MustCompile("(?m)^[ \t]*(?:```+|~~~+)[ \t]*[A-Za-z0-9_+-]*")

type span struct{ start, end int }

// fences are the insides of all fences. The last may be unclosed.
func fences(text string) []span {
	marks := fenceMark.FindAllStringIndex(text, -1)
	var out []span
	for i := 0; i < len(marks); i += 2 {
		s := span{marks[i][1], len(text)}
		if i+1 < len(marks) {
			s.end = marks[i+1][0]
		}
		out = append(out, s)
	}
	return out
}

// unfence takes away one fence around the whole text.
func unfence(text string) (body string, fenced bool) {
	mark := fenceMark.FindStringIndex(text)
	if mark == nil || mark[0] != 0 {
		return text, false
	}
	return clean(strings.TrimRight(text[mark[1]:], "`~ \t\r\n")), true
}

const nothingWord = `(?:none|null|nil|nothing|n/a|empty)`

var (
	nothingLine = regexp.MustCompile(`^` + nothingWord + `$`)

	// nothingSaid is one short sentence that begins with there being nothing, and
	// goes on only with words about where or what for.
	nothingSaid = regexp.MustCompile(`^(?:there (?:is|are|was|were) )?` +
		`(?:` + nothingWord + `|no (?:[a-z-]+ ){0,3}(?:memory|memories|facts?|entry|entries|items?|information|candidates?|updates?|changes?|results?|statements?|observations?))` +
		`(?: (?:(?:is|are|was|were|can be|could be) )?(?:found|here|to|in|from|worth|detected|identified|extracted|present|needed)(?: [a-z-]+){0,6})?$`)
)

// saysNothing reports whether a text is a word or a sentence for nothing.
func saysNothing(text string) bool {
	return len(text) < 120 && nothingSaid.MatchString(bareWords(text))
}

// beginsWithNothing reports whether the first line is a word for nothing, as with
// models that go on to explain it.
func beginsWithNothing(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	return len(line) < 40 && nothingLine.MatchString(bareWords(line))
}

func bareWords(text string) string {
	return strings.ToLower(strings.Trim(text, " \t\r\n.,;:!?*_`'\"“”‘’()[]{}<>-"))
}
