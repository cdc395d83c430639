package defence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cut takes a phrase off the beginning of a text. Case does not count, an
// apostrophe is an apostrophe, and a space stands for any white space.
func cut(text, phrase string) (rest string, ok bool) {
	for _, want := range phrase {
		got, size := utf8.DecodeRuneInString(text)
		switch {
		case size == 0 || got == utf8.RuneError && size == 1: // the end, or no text
			return "", false
		case want == ' ':
			rest := strings.TrimLeftFunc(text, unicode.IsSpace)
			if len(rest) == len(text) {
				return "", false
			}
			text = rest
		case fold(got) != fold(want):
			return "", false
		default:
			text = text[size:]
		}
	}
	return text, true
}

func fold(r rune) rune {
	if r == '’' || r == '‘' || r == 'ʼ' {
		return '\''
	}
	return unicode.ToLower(r)
}

// begins takes a phrase off the beginning of a text, if it ends there as a word
// does.
func begins(text, phrase string) (rest string, ok bool) {
	rest, ok = cut(text, phrase)
	return rest, ok && phrase != "" && apart(last(phrase), first(rest))
}

// find gives what is before and after a phrase in a text, where it stands as words
// of its own.
func find(text, phrase string) (before, after string, ok bool) {
	prev := utf8.RuneError
	for i, r := range text {
		if i == 0 || apart(prev, r) {
			if rest, ok := begins(text[i:], phrase); ok {
				return text[:i], rest, true
			}
		}
		prev = r
	}
	return "", "", false
}

func contains(text, phrase string) bool {
	_, _, ok := find(text, phrase)
	return ok
}

// apart says that a word may end between two characters.
func apart(a, b rune) bool { return !inWord(a) || !inWord(b) || unspaced(a) || unspaced(b) }

func inWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// unspaced scripts do not put spaces between words.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Khmer, unicode.Lao, unicode.Myanmar)
}

func first(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

func last(text string) rune {
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

// word takes a word off the beginning of a text.
func word(text string) (w, rest string) {
	text = strings.TrimLeftFunc(text, func(r rune) bool { return !inWord(r) })
	end := strings.IndexFunc(text, func(r rune) bool { return !inWord(r) && fold(r) != '\'' && r != '-' })
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:]
}

// words are those of a text, in lower case.
func words(text string) []string {
	var out []string
	for {
		w, rest := word(text)
		if w == "" {
			return out
		}
		out, text = append(out, strings.ToLower(w)), rest
	}
}
