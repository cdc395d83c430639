// Package sense reads short statements about somebody and says what two of them
// are to each other: the same in other words, a refinement, a contradiction, or
// two things that only look alike. It knows English and Chinese, asks nobody, and
// rather keeps two apart than takes them for one.
package sense

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Relation is what a newer statement is to an older one.
type Relation string

const (
	Apart       Relation = "apart"       // they are about different things
	Doubtful    Relation = "doubtful"    // much is shared, and it takes more than rules to tell
	Same        Relation = "same"        // the newer one says the same
	Covered     Relation = "covered"     // the older one says that and more
	Refines     Relation = "refines"     // the newer one says all of the older one, and more
	Contradicts Relation = "contradicts" // both cannot be true at one time
)

// Verdict is a relation and the guard that decided on it.
type Verdict struct {
	Relation Relation
	Guard    string
}

// Statement is a text as far as it is understood: the words that count, in order,
// each in the one form that stands for all that mean the same.
type Statement struct {
	Past  bool // it tells how things were
	Now   bool // it says that something is so from now on
	Moods []string

	tongue     string
	tokens     []token
	possessive bool // it begins with "User's ..."
	copula     int  // of a possessive statement that says what something is: the tokens before "is"; 0 if it is none
	has        bool // what it says is that somebody has something
	perfect    bool
	switched   bool // it says from what to what
	ended      bool // it says that something came to an end
}

type token struct {
	text    string
	kind    kind
	denied  bool
	other   bool // the second of two that are compared, or where something goes to
	capital bool
	light   bool   // carries little: own
	gap     string // the little words before it
}

type kind int

const (
	word kind = iota
	person
	role
	name
	number
	date
	single // the name of something that has one value at a time
)

// Read understands a text as far as it can.
func Read(text string) Statement {
	text = unframed(strings.TrimSpace(norm.NFKC.String(strings.ReplaceAll(text, "’", "'"))))
	switch {
	case isForeign(text):
		s := readEnglish(text)
		s.tongue = unknown
		return s
	case isChinese(text):
		return readChinese(text)
	}
	return readEnglish(text)
}

// unknown is the tongue of texts in a language that is not understood.
const unknown = "?"

// isForeign recognises languages that are not understood: by their letters, or
// because hardly a word of them is known.
func isForeign(text string) bool {
	for _, r := range text {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Cyrillic, unicode.Arabic, unicode.Hebrew, unicode.Thai, unicode.Devanagari, unicode.Greek) {
			return true
		}
	}
	if isChinese(text) {
		return false
	}
	known := 0
	ps := pieces(contractions.Replace(text))
	for _, p := range ps {
		if p.raw == "user" || p.capital || p.raw == "," || len(p.raw) > 1 && isEnglish(p) {
			known++
		}
	}
	return 3*known < len(ps)
}

func isEnglish(p piece) bool {
	_, phrase := known.english[p.stem]
	return phrase || little[p.stem] || isRole(p.stem) || numberOf(p.raw) != ""
}

func isChinese(text string) bool {
	han, latin := 0, 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.IsLetter(r):
			latin++
		}
	}
	return han > 0 && 3*han >= latin
}

// Empty says that nothing in the text was understood.
func (s Statement) Empty() bool { return len(s.tokens) == 0 }

// texts are the words that count, without those that carry little.
func (s Statement) content() []token {
	var out []token
	for _, t := range s.tokens {
		if !t.light && t.kind != person {
			out = append(out, t)
		}
	}
	return out
}

// mentions says whether a word is there.
func (s Statement) mentions(text string) bool { return s.find(text) >= 0 }

func (s Statement) find(text string) int {
	for i, t := range s.tokens {
		if t.text == text {
			return i
		}
	}
	return -1
}

// Within says whether every number, date, name and role of a statement is in one
// of the others, and that nothing is denied, wished or past which none of them says
// so of.
func (s Statement) Within(others ...Statement) bool {
	for _, t := range s.tokens {
		if t.kind == word || t.kind == single || t.kind == person {
			continue
		}
		if !slices.ContainsFunc(others, func(o Statement) bool { return o.mentions(t.text) }) {
			return false
		}
	}
	isDenied := func(s Statement) bool { return slices.ContainsFunc(s.tokens, func(t token) bool { return t.denied }) }
	return (!isDenied(s) || slices.ContainsFunc(others, isDenied)) && (len(s.Moods) == 0 || slices.ContainsFunc(others, func(o Statement) bool { return len(o.Moods) > 0 }))
}
