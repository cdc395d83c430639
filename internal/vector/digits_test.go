package vector

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// vectors of numbers that differ by many orders of magnitude.
func vectorOf(dims int) *rapid.Generator[[]float32] {
	return rapid.Custom(func(t *rapid.T) []float32 {
		v := rapid.SliceOfN(rapid.Float32Range(-1, 1), dims, dims).Draw(t, "vector")
		scale := float32(math.Pow(10, rapid.Float64Range(-30, 30).Draw(t, "magnitude")))
		for i := range v {
			v[i] *= scale
		}
		if Check(v) != nil {
			v[0] = 1
		}
		return v
	})
}

func TestDigitsAreWithinHalfAStep(t *testing.T) {
	for _, bits := range []int{rowBits, queryBits} {
		rapid.Check(t, func(t *rapid.T) {
			v := vectorOf(rapid.IntRange(1, 200).Draw(t, "dims")).Draw(t, "v")
			var d digits
			if err := d.set(v, bits); err != nil {
				t.Fatal(err)
			}
			length, _ := norm(v)
			for i, x := range v {
				got := d.step * float64(int(d.high()[i])<<bits+int(d.low()[i]))
				if want := float64(x) / length; math.Abs(got-want) > d.step*0.5001 {
					t.Fatalf("dimension %d reads %v, want %v within half of %v", i, got, want, d.step)
				}
			}
			if slices.Contains(d.both, -128) {
				t.Fatal("a digit is -128")
			}
			if pad := d.high()[len(v):]; slices.ContainsFunc(pad, func(h int8) bool { return h != 0 }) {
				t.Fatalf("padding is %v", pad)
			}
		})
	}
}

func TestPackedDigitsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.SliceOfN(rapid.Int8Range(-8, 7), lanes, lanes).Draw(t, "low")
		packed, back := make([]byte, lanes/2), make([]int8, lanes)
		pack(packed, low)
		unpack(back, packed)
		if !slices.Equal(back, low) {
			t.Fatalf("unpack(pack(%v)) = %v", low, back)
		}
	})
}
