package static

// hashed is the bit that tells a hash from a token's id.
const hashed = 1 << 63

func token(id uint32) Feature { return Feature{ID: uint64(id), Weight: 1} }

// hash is FNV-1a over the code points of a word or n-gram. A tag in front keeps
// apart a word, a piece, a pair, a single character and a symbol that are
// written alike.
type hash uint64

func tagged(tag byte) hash { return hash(14695981039346656037).byte(tag) }

func hashWord(tag byte, text []byte) hash {
	h := tagged(tag)
	for _, r := range string(text) {
		h = h.rune(r)
	}
	return h
}

func hashRunes(tag byte, runes ...rune) hash {
	h := tagged(tag)
	for _, r := range runes {
		h = h.rune(r)
	}
	return h
}

func (h hash) byte(b byte) hash { return (h ^ hash(b)) * 1099511628211 }

func (h hash) rune(r rune) hash { return h.byte(byte(r)).byte(byte(r >> 8)).byte(byte(r >> 16)) }

func (h hash) weighing(weight float32) Feature {
	return Feature{ID: uint64(h) | hashed, Weight: weight}
}
