package static

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	latinEnd = 0x250 // the first rune that is no Latin letter to us
	maxWord  = 100   // runes; WordPiece does not look into a longer word
)

// word is what stands between spaces and punctuation, in lower case and
// without accents. A punctuation mark and an ideograph are words of their own.
type word struct {
	text  []byte
	runes int
	latin bool // all runes are below latinEnd
}

func (w word) with(r rune) word {
	return word{text: utf8.AppendRune(w.text, r), runes: w.runes + 1, latin: w.latin && r < latinEnd}
}

func (w word) first() rune {
	r, _ := utf8.DecodeRune(w.text)
	return r
}

// nextWord cuts the next word off the text and writes it into room. The word is
// empty when the text has no more. It splits as BERT's uncased tokenizer does.
func nextWord(room []byte, text string) (w word, rest string) {
	w = word{text: room, latin: true}
	for i, r := range text {
		switch kindOf(r) {
		case letter:
			w = w.with(fold(r))
		case space:
			if w.runes > 0 {
				return w, text[i:]
			}
		case alone:
			if w.runes > 0 {
				return w, text[i:]
			}
			return w.with(r), text[i+utf8.RuneLen(r):]
		}
	}
	return w, ""
}

// kind is what a rune does to the word around it.
type kind uint8

const (
	letter  kind = iota // joins it
	space               // ends it
	alone               // ends it and is a word of its own
	nothing             // is skipped
)

func kindOf(r rune) kind {
	switch {
	case r < utf8.RuneSelf:
		return kindOfASCII(byte(r))
	case isIdeograph(r):
		return alone
	case unicode.IsLetter(r): // most of them are, and it spares the lookups below
		return letter
	case unicode.IsSpace(r):
		return space
	case r == utf8.RuneError, unicode.In(r, unicode.Mn, unicode.Cc, unicode.Cf, unicode.Co):
		return nothing
	case unicode.IsPunct(r):
		return alone
	}
	return letter
}

func kindOfASCII(c byte) kind {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return letter
	case c == ' ', c == '\t', c == '\n', c == '\r':
		return space
	case c < ' ', c == 0x7f:
		return nothing
	}
	return alone // BERT counts $, +, ^ and their like as punctuation
}

// fold gives the lower-case letter without its accents.
func fold(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return r + ('a' - 'A')
	case r < utf8.RuneSelf:
		return r
	case 0xC0 <= r && r < latinEnd, 0x1E00 <= r && r < 0x1F00:
		r = withoutAccents(r)
	}
	return unicode.ToLower(r)
}

func withoutAccents(r rune) rune {
	var b [utf8.UTFMax]byte
	n := utf8.EncodeRune(b[:], r)
	if d := norm.NFD.Properties(b[:n]).Decomposition(); len(d) > 0 {
		r, _ = utf8.DecodeRune(d)
	}
	return r
}

// isIdeograph says which runes BERT sets apart as words.
func isIdeograph(r rune) bool {
	return 0x4E00 <= r && r <= 0x9FFF || 0x3400 <= r && r <= 0x4DBF ||
		0x20000 <= r && r <= 0x2A6DF || 0x2A700 <= r && r <= 0x2CEAF ||
		0xF900 <= r && r <= 0xFAFF || 0x2F800 <= r && r <= 0x2FA1F
}

func isKana(r rune) bool {
	return 0x3040 <= r && r <= 0x30FF || 0x31F0 <= r && r <= 0x31FF || r == '々' || 0xFF66 <= r && r <= 0xFF9D
}

func isIdeographic(r rune) bool { return isIdeograph(r) || isKana(r) }

// isFunction says which characters hold a sentence together and say little.
func isFunction(r rune) bool {
	return strings.ContainsRune("的了是我你他她它们在有和与就也都很吗呢吧啊呀着过会能要这那个一不没把被给对从到上下里么什谁哪怎为之其而且或但如果因所以及再又还只更最"+
		"のにはをがでとたしてるいれますもなかこそあよねへや", r)
}
