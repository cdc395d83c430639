// Package chatter recognises messages that plainly hold nothing to remember:
// greetings, thanks, "ok", laughter, commands and what they print. When in
// doubt it says no, because a message that is skipped is never read.
package chatter

import (
	"strings"
	"unicode"
)

// maxChat is the longest chatter, in bytes; what is longer says something.
const maxChat = 200

// Plainly reports a message that holds nothing to remember.
func Plainly(text string) bool {
	rest, hadCode := withoutCode(text)
	return hadCode && plain(rest) == "" || SmallTalk(rest)
}

// SmallTalk reports greetings, thanks and the like, but not what machines write.
func SmallTalk(text string) bool {
	words := plain(text)
	if words == "" {
		return !strings.ContainsFunc(text, isTelling)
	}
	return len(words) <= maxChat && formulas().match(words)
}

// isTelling reports a letter or a digit; a message without one is a smile.
func isTelling(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// plain is the text as the formulas are written: lower case, one space between
// words, no signs, no letter more than twice in a row, and a space where two
// kinds of script meet.
func plain(text string) string {
	var out strings.Builder
	var last rune
	run := 0
	for _, r := range text {
		if r == '\'' || r == '’' || r == '`' {
			continue // i'm and im are the same
		}
		if r = unicode.ToLower(r); !isTelling(r) && !unicode.Is(unicode.M, r) {
			r = ' '
		}
		if run++; r != last {
			run = 1
		}
		if r == ' ' && run > 1 || run > 2 && !unicode.IsDigit(r) {
			continue
		}
		if last != ' ' && r != ' ' && last != 0 && isHan(last) != isHan(r) {
			out.WriteRune(' ')
		}
		out.WriteRune(r)
		last = r
		if out.Len() > 2*maxChat {
			break // too long anyway
		}
	}
	return strings.TrimSpace(out.String())
}

func isHan(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }
