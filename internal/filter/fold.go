package filter

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold brings a text into the form in which two people's typing is compared:
// no case, no accents, no width, one kind of quote, dash and space.
func fold(text string) string {
	var out strings.Builder
	space := true // none at the beginning
	for _, r := range norm.NFKD.String(text) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		r = foldRune(r)
		if r == ' ' && space {
			continue
		}
		space = r == ' '
		out.WriteRune(r)
	}
	return strings.TrimRight(norm.NFC.String(out.String()), " ")
}

func foldRune(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case strings.ContainsRune("'’‘ʼ`´", r):
		return '\''
	case strings.ContainsRune("\"“”„«»「」『』", r):
		return '"'
	case unicode.Is(unicode.Pd, r) || r == '−':
		return '-'
	case r == '。':
		return '.'
	case r == '、':
		return ','
	}
	return unicode.ToLower(r)
}

// terms cuts a text into its words in order; scripts without spaces into
// characters.
func terms(text string) []string {
	var out []string
	start := -1
	folded := fold(text)
	for i, r := range folded {
		word := unicode.IsLetter(r) || unicode.IsDigit(r)
		if start >= 0 && (!word || isDense(r)) {
			out = append(out, folded[start:i])
			start = -1
		}
		switch {
		case word && isDense(r):
			out = append(out, string(r))
		case word && start < 0:
			start = i
		}
	}
	if start >= 0 {
		out = append(out, folded[start:])
	}
	return out
}

// isDense reports a script that is written without spaces.
func isDense(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// sentences cuts a text where one says something new.
func sentences(text string) []string {
	var out []string
	start := 0
	for i, r := range text {
		end := i + len(string(r))
		if r == '\n' || strings.ContainsRune("。！？", r) || strings.ContainsRune(".!?", r) && (end == len(text) || text[end] == ' ' || text[end] == '\n') {
			out = appendSentence(out, text[start:min(end, len(text))])
			start = min(end, len(text))
		}
	}
	return appendSentence(out, text[start:])
}

func appendSentence(all []string, s string) []string {
	if s = strings.TrimSpace(s); s != "" {
		all = append(all, s)
	}
	return all
}
