package vector

import (
	"errors"
	"fmt"
	"math"
)

// MaxDims is the longest vector that is accepted. No model we know comes near
// it; the sums of the index are proven not to overflow up to here.
const MaxDims = 16384

// Why a vector was refused. The errors returned wrap one of these.
var (
	ErrZero       = errors.New("vector has no direction")
	ErrNotFinite  = errors.New("vector has a component that is not a finite number")
	ErrDimensions = errors.New("wrong number of dimensions")
)

// Check says why v cannot be compared with others by its direction.
func Check(v []float32) error {
	_, err := norm(v)
	return err
}

// Normalize scales v to length one, in place. A refused v stays as it was.
func Normalize(v []float32) error {
	n, err := norm(v)
	if err != nil {
		return err
	}
	for i, x := range v {
		v[i] = float32(float64(x) / n)
	}
	return nil
}

// Dot is the inner product. For two unit vectors it is their cosine. It panics
// when the lengths differ: whoever compares two models has a bug.
func Dot(a, b []float32) float32 {
	if len(a) != len(b) {
		panic(fmt.Sprintf("vector: dot product of %d and %d dimensions", len(a), len(b)))
	}
	return float32(dot(a, b))
}

// Cosine is the cosine of the angle between a and b, whatever their lengths.
func Cosine(a, b []float32) (float32, error) {
	if len(a) != len(b) {
		return 0, fmt.Errorf("%w: %d against %d", ErrDimensions, len(a), len(b))
	}
	na, err := norm(a)
	if err != nil {
		return 0, err
	}
	nb, err := norm(b)
	if err != nil {
		return 0, err
	}
	return float32(max(-1, min(1, dot(a, b)/na/nb))), nil
}

// norm is the Euclidean length of a vector that passes all checks. One pass
// finds everything wrong: a component that is not finite spoils the sum.
func norm(v []float32) (float64, error) {
	if len(v) == 0 || len(v) > MaxDims {
		return 0, fmt.Errorf("%w: %d, want 1 to %d", ErrDimensions, len(v), MaxDims)
	}
	n := math.Sqrt(dot(v, v))
	switch {
	case math.IsNaN(n) || math.IsInf(n, 0):
		return 0, ErrNotFinite
	case n == 0:
		return 0, ErrZero
	}
	return n, nil
}

// dot sums in float64, where no float32 can overflow or vanish, and in four
// lanes, so that the additions do not wait for each other.
func dot(a, b []float32) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += float64(a[i]) * float64(b[i])
		s1 += float64(a[i+1]) * float64(b[i+1])
		s2 += float64(a[i+2]) * float64(b[i+2])
		s3 += float64(a[i+3]) * float64(b[i+3])
	}
	for ; i < len(a); i++ {
		s0 += float64(a[i]) * float64(b[i])
	}
	return s0 + s1 + s2 + s3
}
