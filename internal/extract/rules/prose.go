package rules

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest is how much of a message is read. People do not type more about
// themselves in one go; what follows is pasted.
const longest = 20_000

var (
	fenced = regexp.MustCompile("(?s)```.*?(?:```|$)")

	// notProse are lines that nobody says: quotations, lyrics, logs, code, tables.
	notProse = []*regexp.Regexp{
		regexp.MustCompile(`^\s*>`),
		regexp.MustCompile(`^\s*(?://|/\*|\*/|<!--|#{1,6} |-- |;; |%% |REM )`), // comments and headings
		regexp.MustCompile(`[♪♫🎵🎶]`),
		regexp.MustCompile(`^\s*[\[(<]?\d{1,4}[-/:.]\d{1,2}[-/:.]\d{1,4}`),
		regexp.MustCompile(`\b(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL)\b[ :\]]`),
		regexp.MustCompile(`^\s*(?:Traceback \(|File "|at [\w.$]+\(|\w*(?:Error|Exception): )`),
		regexp.MustCompile(`^\s*(?:\$ |#!|#include|import \w|from \w+ import|def \w+\(|class \w+[:({]|function \w*\(|(?:const|let|var) \w+ ?=|SELECT |INSERT |UPDATE \w+ SET|DELETE FROM)`),
		regexp.MustCompile(`(?:[;{}]|=>|\);)\s*$`),
		regexp.MustCompile(`^\s*[{\[<]`),
		regexp.MustCompile(`^\s*\|.*\|\s*$`),
	}

	// label is a speaker's name before a line, as in a transcript or a script;
	// own are labels that people give to what they say themselves.
	label = regexp.MustCompile(`^\s*(\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){0,2})[:：][ \t]+\S`)
	own   = regexp.MustCompile(`(?i)^(?:update|edit|correction|note|reminder|fyi|btw|ps|context|background|fun fact|fact|me|about me|hint|info|intro|confession|remember)$`)
)

// prose is the text with everything that is not prose blanked. It has the same
// length, so that an offset in one is an offset in the other.
func prose(text string) string {
	b := []byte(text)
	for _, at := range fenced.FindAllStringIndex(text, -1) {
		blank(b[at[0]:at[1]])
	}
	from := 0
	for line := range strings.Lines(text) {
		if !spoken(line) {
			blank(b[from : from+len(line)])
		}
		from += len(line)
	}
	return string(b)
}

func spoken(line string) bool {
	for _, re := range notProse {
		if re.MatchString(line) {
			return false
		}
	}
	if m := label.FindStringSubmatch(line); m != nil {
		return own.MatchString(m[1])
	}
	return true
}

func blank(b []byte) {
	for i := range b {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
}

// head is as much of the text as is read, cut at a rune.
func head(text string) string {
	if len(text) <= longest {
		return text
	}
	n := longest
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// quoted is text in somebody's words: nothing starts or ends inside it.
var quoted = regexp.MustCompile("\"[^\"\n]*\"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》|`[^`\n]*`|https?://\\S+|\\S+@\\S+\\.\\S+")

// shield hides quoted text from whoever looks for punctuation, byte for byte.
func shield(text string) string {
	if !strings.ContainsAny(text, "\"“「『《`@") && !strings.Contains(text, "http") {
		return text
	}
	return quoted.ReplaceAllStringFunc(text, func(q string) string { return strings.Repeat("x", len(q)) })
}

// chinese tells whether a sentence is to be read as Chinese.
func chinese(s string) bool {
	han, latin := 0, 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.IsLetter(r):
			latin++
		}
	}
	return han > 0 && han*2 >= latin
}
