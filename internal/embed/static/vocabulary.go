package static

import (
	"bytes"
	"fmt"
)

// maxToken is the longest token in bytes; a longer one is refused, so that the
// search for the longest match can keep its hashes on the stack.
const maxToken = 64

const (
	unknown   = "[UNK]" // BERT's word for a word it cannot read; never used here
	continued = "##"    // written in front of a token that continues a word
)

// vocabulary finds the id of a token.
type vocabulary struct {
	starts    index // tokens that start a word
	continues index // tokens that continue one
}

func readVocabulary(text []byte, n int) (vocabulary, error) {
	if bytes.Count(text, []byte("\n")) != n || n > 0 && text[len(text)-1] != '\n' {
		return vocabulary{}, fmt.Errorf("the vocabulary does not have %d tokens", n)
	}
	t := tokens{text: text, ends: make([]uint32, 0, n)}
	for line := range bytes.Lines(text) {
		t.ends = append(t.ends, t.lastEnd()+uint32(len(line)))
	}
	k := bytes.Count(text, []byte("\n"+continued)) + 1
	v := vocabulary{starts: newIndex(&t, 0, n), continues: newIndex(&t, len(continued), k)}
	for id := range uint32(n) {
		if err := v.put(t.at(id), id); err != nil {
			return vocabulary{}, err
		}
	}
	return v, nil
}

func (v *vocabulary) put(token []byte, id uint32) error {
	if len(token) > maxToken {
		return fmt.Errorf("token %d is %d bytes long, at most %d are allowed", id, len(token), maxToken)
	}
	if string(token) == unknown {
		return nil
	}
	x := &v.starts
	if bytes.HasPrefix(token, []byte(continued)) {
		x = &v.continues
	}
	if !x.put(token[x.skip:], id) {
		return fmt.Errorf("token %q is there twice", token)
	}
	return nil
}

// appendPieces reads a word as WordPiece does: the longest token that fits,
// then the longest that continues it. It reports false, and appends nothing,
// when some part of the word has no token.
func (v *vocabulary) appendPieces(out []Feature, w word) ([]Feature, bool) {
	if w.runes > maxWord {
		return out, false
	}
	before, x := len(out), &v.starts
	for rest := w.text; len(rest) > 0; x = &v.continues {
		id, n := x.longestMatch(rest)
		if n == 0 {
			return out[:before], false
		}
		out = append(out, token(id))
		rest = rest[n:]
	}
	return out, true
}

// tokens are the lines of the vocabulary, left where they are in the file.
type tokens struct {
	text []byte
	ends []uint32 // of each line, its line feed included
}

func (t *tokens) lastEnd() uint32 {
	if len(t.ends) == 0 {
		return 0
	}
	return t.ends[len(t.ends)-1]
}

func (t *tokens) at(id uint32) []byte {
	start := uint32(0)
	if id > 0 {
		start = t.ends[id-1]
	}
	return t.text[start : t.ends[id]-1]
}
