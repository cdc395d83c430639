package vector

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Encode writes v as the database keeps it: little-endian float32, 4 bytes a
// dimension. The database keeps full precision, because what the index needs
// can be derived from it and changed at any time, and the reverse cannot.
func Encode(v []float32) []byte {
	b := make([]byte, 4*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(x))
	}
	return b
}

// Decode reads what Encode wrote, and refuses what cannot have been a vector. It
// fills dst's memory when that is large enough, so a loop over many rows can pass
// the same slice again; nil is fine.
func Decode(dst []float32, b []byte) ([]float32, error) {
	if len(b)%4 != 0 {
		return nil, fmt.Errorf("decode vector: %d bytes is no whole number of dimensions", len(b))
	}
	n := len(b) / 4
	if n == 0 || n > MaxDims {
		return nil, fmt.Errorf("decode vector: %w: %d, want 1 to %d", ErrDimensions, n, MaxDims)
	}
	dst = slices.Grow(dst[:0], n)[:n]
	var largest uint32 // the bits of NaN and the infinities are larger than those of numbers
	for i := range dst {
		bits := binary.LittleEndian.Uint32(b[4*i:])
		largest = max(largest, bits&^(1<<31))
		dst[i] = math.Float32frombits(bits)
	}
	if largest >= math.Float32bits(float32(math.Inf(1))) {
		return nil, fmt.Errorf("decode vector: %w", ErrNotFinite)
	}
	return dst, nil
}
