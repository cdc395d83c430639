package static

import "math/bits"

// index finds a token by its bytes: open addressing over the tokens' own place
// in the file. A Go map of strings takes 2.5 times the memory and the time to
// build.
type index struct {
	tokens  *tokens
	skip    int    // bytes at the start of a token that are not part of its key
	slots   []slot // a power of two of them, at most half in use
	longest int    // key, in bytes
}

// slot is empty when next is 0.
type slot struct {
	hash uint32
	next uint32 // the token's id plus one
}

func newIndex(t *tokens, skip, n int) index {
	return index{tokens: t, skip: skip, slots: make([]slot, 1<<bits.Len(uint(2*n)))}
}

// put reports false when the key is there already.
func (x *index) put(key []byte, id uint32) bool {
	h := hashStart
	for _, b := range key {
		h = hashByte(h, b)
	}
	i, found := x.find(h, key)
	if found {
		return false
	}
	x.slots[i] = slot{hash: h, next: id + 1}
	x.longest = max(x.longest, len(key))
	return true
}

// longestMatch gives the longest token that text starts with and its length,
// which is 0 when there is none.
func (x *index) longestMatch(text []byte) (id uint32, n int) {
	var hashes [maxToken]uint32
	text = text[:min(len(text), x.longest, maxToken)]
	h := hashStart
	for i, b := range text {
		h = hashByte(h, b)
		hashes[i] = h
	}
	for n := len(text); n > 0; n-- {
		if i, ok := x.find(hashes[n-1], text[:n]); ok {
			return x.slots[i].next - 1, n
		}
	}
	return 0, 0
}

// exactly gives the token that is the whole text.
func (x *index) exactly(text []byte) (id uint32, ok bool) {
	id, n := x.longestMatch(text)
	return id, n > 0 && n == len(text)
}

// find gives the slot of a key, or the empty slot where it belongs.
func (x *index) find(hash uint32, key []byte) (slot int, found bool) {
	mask := len(x.slots) - 1
	for i := int(hash^hash>>15) & mask; ; i = (i + 1) & mask {
		switch s := x.slots[i]; {
		case s.next == 0:
			return i, false
		case s.hash == hash && string(x.tokens.at(s.next - 1)[x.skip:]) == string(key):
			return i, true
		}
	}
}

// FNV-1a, byte by byte, so that all prefixes of a word are hashed in one pass.
const hashStart uint32 = 2166136261

func hashByte(h uint32, b byte) uint32 { return (h ^ uint32(b)) * 16777619 }
