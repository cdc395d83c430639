package static

import (
	"slices"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Feature is one thing that a text says: a token of the vocabulary, or, where
// the vocabulary ends, a hashed word or n-gram.
type Feature struct {
	ID     uint64 // a token's id, or a hash with the highest bit set; a database takes int64(ID)
	Weight float32
}

// How much hashed features count beside tokens, which count 1. Chosen on
// Chinese messages, see tools/embedding.
const (
	wordWeight      = 1.0
	ideographWeight = 1.0  // Han and kana, alone and in pairs
	pieceWeight     = 0.4  // pieces of a word, beside the word itself
	symbolWeight    = 0.3  // emoji and their like
	functionWeight  = 0.25 // for characters that only hold a sentence together
)

// Features reads a text into its features, in order and with repetitions.
func (m *Model) Features(text string) []Feature {
	return m.appendFeatures(make([]Feature, 0, 4+len(text)/4), text)
}

// DistinctFeatures lists the ids of a text's features once each: what a store
// counts to know how many documents have a feature.
func (m *Model) DistinctFeatures(text string) []uint64 {
	features := m.Features(text)
	ids := make([]uint64, len(features))
	for i, f := range features {
		ids[i] = f.ID
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (m *Model) appendFeatures(out []Feature, text string) []Feature {
	text = norm.NFC.String(text) // one spelling of й and が, however they were typed
	var room [64]byte
	var before rune // the ideograph just before, which pairs with the next one
	for {
		w, rest := nextWord(room[:0], text)
		switch {
		case w.runes == 0:
			return out
		case isIdeographic(w.first()):
			out, before = appendIdeographs(out, w, before)
		default:
			out, before = m.appendWord(out, w), 0
		}
		text = rest
	}
}

func (m *Model) appendWord(out []Feature, w word) []Feature {
	if w.latin {
		return m.appendLatin(out, w)
	}
	if id, ok := m.vocab.starts.exactly(w.text); ok {
		return append(out, token(id))
	}
	switch first := w.first(); {
	case unicode.IsPunct(first):
		return out
	case !unicode.IsLetter(first) && !unicode.IsNumber(first):
		return append(out, hashWord('s', w.text).weighing(symbolWeight))
	case unicode.Is(unicode.Hangul, first):
		return appendForeign(out, w, 2) // a syllable says as much as two letters
	default:
		return appendForeign(out, w, 3)
	}
}

// appendLatin reads a word with the vocabulary, or as itself when no tokens
// cover it.
func (m *Model) appendLatin(out []Feature, w word) []Feature {
	out, ok := m.vocab.appendPieces(out, w)
	if !ok {
		out = append(out, hashWord('w', w.text).weighing(wordWeight))
	}
	return out
}

// appendForeign reads a word of another script as itself and as its pieces of n
// runes, so that the other forms of the word are no strangers.
func appendForeign(out []Feature, w word, n int) []Feature {
	out = append(out, hashWord('w', w.text).weighing(wordWeight))
	if w.runes == n {
		return out
	}
	var last [3]rune
	read := 0
	for _, r := range string(w.text) {
		last[0], last[1], last[2] = last[1], last[2], r
		if read++; read >= n {
			out = append(out, hashRunes('t', last[3-n:]...).weighing(pieceWeight))
		}
	}
	return out
}

// appendIdeographs reads Han and kana, which put no space between words, as
// single characters and as pairs. It returns the last one, to pair it with what
// follows.
func appendIdeographs(out []Feature, w word, before rune) ([]Feature, rune) {
	for _, r := range string(w.text) {
		alone, pair := float32(ideographWeight), float32(ideographWeight)
		if isFunction(r) {
			alone = functionWeight
			if isFunction(before) {
				pair = functionWeight
			}
		}
		if before != 0 {
			out = append(out, hashRunes('b', before, r).weighing(pair))
		}
		out = append(out, hashRunes('u', r).weighing(alone))
		before = r
	}
	return out, before
}
