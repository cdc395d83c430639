package rules

import (
	"regexp"
	"strings"
)

// span is a piece of a text by its byte offsets.
type span struct{ from, to int }

func (s span) of(text string) string { return text[s.from:s.to] }

const (
	maxSentence  = 600 // bytes; a longer one is not a sentence
	maxSentences = 500 // of one message
)

var (
	ends   = regexp.MustCompile(`\n+|[.!?]+["')\]”’]*(?:\s+|$)|[。！？!?]+[”」』）]*`)
	abbrev = regexp.MustCompile(`(?i)(?:^|[\s(])(?:mr|mrs|ms|mx|dr|st|prof|jr|sr|vs|approx|inc|ltd|corp|co|bros|dept|e\.g|i\.e|etc|a\.m|p\.m|u\.s|u\.k|ph\.d|m\.d|b\.a|m\.a|b\.sc|m\.sc|(?-i:(?:\p{Lu}\.)*\p{Lu}))$`)
)

// sentences cuts prose into sentences, each with its closing punctuation. A
// full stop ends one only before a space, and not after an abbreviation; so
// 3.5, example.com and "Mr. Petrov" stay whole.
func sentences(text string) []span {
	var all []span
	from := 0
	add := func(to int) {
		if s := trim(text, span{from, to}); s.from < s.to && s.to-s.from <= maxSentence && len(all) < maxSentences {
			all = append(all, s)
		}
		from = to
	}
	for _, at := range ends.FindAllStringIndex(shield(text), -1) {
		if text[at[0]] == '.' && !strings.HasPrefix(text[at[0]:], "..") && abbrev.MatchString(lastWord(text[from:at[0]])) && at[1] < len(text) {
			continue
		}
		add(at[1])
	}
	add(len(text))
	return all
}

// lastWord is the end of the text that an abbreviation could be in.
func lastWord(s string) string { return s[max(0, len(s)-8):] }

// trim takes the spaces off both ends of a span.
func trim(text string, s span) span {
	piece := s.of(text)
	left := len(piece) - len(strings.TrimLeft(piece, " \t\r\n　"))
	if left == len(piece) {
		return span{s.from, s.from}
	}
	return span{s.from + left, s.from + len(strings.TrimRight(piece, " \t\r\n　"))}
}
