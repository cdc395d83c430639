package summary

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// split cuts a text into its sentences.
func split(text string) (out []string) {
	start := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		if strings.ContainsRune("。！？", r) || strings.ContainsRune(".!?", r) && strings.HasPrefix(text[end:], " ") {
			out, start = appendText(out, text[start:end]), end
		}
	}
	return appendText(out, text[start:])
}

// joints are where one sentence says two things.
var joints = regexp.MustCompile(`(?i)[,;:]\s+(?:and |but |or |while |which |who )?|\s+(?:and|but|while|whereas|because|so that|as well as|also)\s+|\s+[–—-]\s+|[，；：、]`)

// clauses cuts a sentence where it goes on to something else.
func clauses(sentence string) (out []string) {
	for _, part := range joints.Split(sentence, -1) {
		out = appendText(out, part)
	}
	return out
}

func appendText(all []string, text string) []string {
	if text = strings.TrimSpace(text); text != "" {
		all = append(all, text)
	}
	return all
}

// closed is a sentence with a mark at its end.
func closed(sentence string) string {
	last, _ := utf8.DecodeLastRuneInString(sentence)
	switch {
	case unicode.IsPunct(last):
		return sentence
	case isDense(last):
		return sentence + "。"
	}
	return sentence + "."
}

// joined is sentences as one text; scripts without spaces get none.
func joined(sentences []string) string {
	var b strings.Builder
	for _, s := range sentences {
		if first, _ := utf8.DecodeRuneInString(s); b.Len() > 0 && !isDense(first) {
			b.WriteByte(' ')
		}
		b.WriteString(s)
	}
	return b.String()
}

func isDense(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}
