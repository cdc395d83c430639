package persona

import "unicode"

// firstClusters cuts a text to at most so many runes, and never through what
// people see as one character: a letter with its accents, a flag, a family of
// emoji.
func firstClusters(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	cut := most
	for cut > 0 && !breaksBefore(runes, cut) {
		cut--
	}
	return string(runes[:cut])
}

// breaksBefore says that a new character begins at i: the rules of Unicode's
// annex 29, as far as they matter to people's names and pictures.
func breaksBefore(runes []rune, i int) bool {
	before, r := runes[i-1], runes[i]
	switch {
	case extends(r):
		return false
	case before == zwj && unicode.Is(unicode.So, r):
		return false
	case isRegional(before) && isRegional(r):
		return regionalsBefore(runes, i)%2 == 0
	case isJamo(before) && isJamo(r):
		return false
	}
	return true
}

const (
	zwnj = '\u200c'
	zwj  = '\u200d'
)

func joins(r rune) bool { return r == zwj || r == zwnj }

// isTag is a letter of the invisible words behind some flags.
func isTag(r rune) bool { return r >= 0xE0020 && r <= 0xE007F }

func isSkinTone(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

func extends(r rune) bool {
	return unicode.Is(unicode.M, r) || joins(r) || isTag(r) || isSkinTone(r)
}

// isRegional is half of a flag.
func isRegional(r rune) bool { return r >= 0x1F1E6 && r <= 0x1F1FF }

func regionalsBefore(runes []rune, i int) int {
	n := 0
	for n < i && isRegional(runes[i-1-n]) {
		n++
	}
	return n
}

// isJamo is part of a Korean syllable that is written in parts.
func isJamo(r rune) bool { return r >= 0x1100 && r <= 0x11FF }
