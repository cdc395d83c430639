// Package words cuts text of any script into the words that both databases
// index, so that the same query finds the same things on either.
//
// Words separated by spaces are folded (case, width, accents of Latin letters)
// and stemmed. Scripts written without spaces become single characters and
// overlapping pairs: 喝绿茶 is 喝, 绿, 茶, 喝绿, 绿茶, so a two-character word is
// found wherever it stands.
package words

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"golang.org/x/text/unicode/norm"
)

// maxWord keeps a pasted blob from becoming one giant word.
const maxWord = 64

// Index gives the words under which a text is found, in order and with repeats.
func Index(text string) []string {
	return cut(text, func(run []rune) []string { return append(singles(run), pairs(run)...) })
}

// Query gives the words to look for. Runs without spaces are looked for by
// their pairs, which are far rarer than single characters; common words tell
// nothing and are left out.
func Query(text string) []string {
	all := cut(text, func(run []rune) []string {
		if len(run) == 1 {
			return singles(run)
		}
		return pairs(run)
	})
	var telling []string
	for _, w := range all {
		if !common[w] {
			telling = append(telling, w)
		}
	}
	return unique(telling)
}

// cut walks over the runs of letters and digits; unspaced says what becomes of
// a run in a script that is written without spaces.
func cut(text string, unspaced func([]rune) []string) []string {
	if isASCII(text) {
		return cutASCII(text)
	}
	var out []string
	var run []rune
	dense := false
	flush := func() {
		switch {
		case len(run) == 0:
		case dense:
			out = append(out, unspaced(run)...)
		default:
			out = append(out, word(run))
		}
		run = run[:0]
	}
	for _, r := range norm.NFKC.String(text) {
		switch {
		case !isWord(r):
			flush()
		case len(run) > 0 && isDense(r) != dense && !unicode.Is(unicode.M, r):
			flush()
			fallthrough
		default:
			if len(run) == 0 {
				dense = isDense(r)
			}
			run = append(run, unicode.ToLower(r))
		}
	}
	flush()
	return out
}

// cutASCII is cut for most of the text there is, in which nothing is to be folded
// but case.
func cutASCII(text string) []string {
	out := make([]string, 0, 1+len(text)/5)
	var room [maxWord]byte
	run := room[:0]
	for i := range len(text) {
		c := folded[text[i]]
		switch {
		case c == 0:
			if len(run) > 0 {
				out = append(out, stem(run))
			}
			run = run[:0]
		case len(run) < maxWord:
			run = append(run, c)
		}
	}
	if len(run) > 0 {
		out = append(out, stem(run))
	}
	return out
}

// folded is what becomes of an ASCII character in a word; 0 if it is not part of one.
var folded = func() (table [256]byte) {
	for c := range byte(0x80) {
		if isWord(rune(c)) {
			table[c] = byte(unicode.ToLower(rune(c)))
		}
	}
	return table
}()

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// isDense reports a script whose words are not set apart by spaces.
func isDense(r rune) bool {
	if r < 0x80 {
		return false
	}
	const longVowel = 'ー' // shared by both kana, so Unicode gives it to neither
	return r == longVowel || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

func isWord(r rune) bool {
	if r < 0x80 {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.M)
}

func singles(run []rune) []string {
	out := make([]string, 0, len(run))
	for _, r := range run {
		out = append(out, string(r))
	}
	return out
}

func pairs(run []rune) []string {
	var out []string
	for i := 0; i+1 < len(run); i++ {
		out = append(out, string(run[i:i+2]))
	}
	return out
}

func word(run []rune) string {
	if len(run) > maxWord {
		run = run[:maxWord]
	}
	if w, ok := latin(run); ok {
		return stem([]byte(w))
	}
	return string(run)
}

// latin strips the accents of a Latin word: café and cafe are one word.
func latin(run []rune) (string, bool) {
	ascii := true
	for _, r := range run {
		if r < 0x80 {
			continue
		}
		ascii = false
		if !unicode.In(r, unicode.Latin, unicode.M, unicode.N) {
			return "", false
		}
	}
	if ascii {
		return string(run), true
	}
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(string(run)))
	return plain, true
}

// stems remembers what was stemmed before: people use the same words again and
// again, and looking one up is many times cheaper than stemming it. A word has one
// place, and gives it up to the next one that has the same.
var (
	stems [1 << 16]atomic.Pointer[stemmed]
	seed  = maphash.MakeSeed()
)

type stemmed struct{ word, stem string }

func stem(w []byte) string {
	if len(w) < 3 || isDigit(w[len(w)-1]) { // English endings are letters
		return string(w)
	}
	place := &stems[maphash.Bytes(seed, w)%uint64(len(stems))]
	if known := place.Load(); known != nil && known.word == string(w) {
		return known.stem
	}
	s := stemmed{word: string(w), stem: stemAnew(string(w))}
	place.Store(&s)
	return s.stem
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func stemAnew(w string) string {
	env := snowballstem.NewEnv(w)
	english.Stem(env)
	if s := env.Current(); s != "" {
		return s
	}
	return w
}

func unique(ws []string) []string {
	seen := make(map[string]bool, len(ws))
	out := ws[:0]
	for _, w := range ws {
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}
