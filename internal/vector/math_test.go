package vector

import (
	"errors"
	"math"
	"testing"
)

var nan, inf = float32(math.NaN()), float32(math.Inf(1))

// refused are vectors that no part of the package accepts.
var refused = []struct {
	name string
	v    []float32
	want error
}{
	{"nil", nil, ErrDimensions},
	{"empty", []float32{}, ErrDimensions},
	{"too long", make([]float32, MaxDims+1), ErrDimensions},
	{"zero", []float32{0, 0, 0}, ErrZero},
	{"negative zero", []float32{0, float32(math.Copysign(0, -1))}, ErrZero},
	{"NaN", []float32{1, nan, 0}, ErrNotFinite},
	{"infinite", []float32{1, inf, 0}, ErrNotFinite},
	{"minus infinite", []float32{-inf}, ErrNotFinite},
	{"infinite against NaN", []float32{inf, nan}, ErrNotFinite},
}

func TestCheckRefuses(t *testing.T) {
	for _, c := range refused {
		if got := Check(c.v); !errors.Is(got, c.want) {
			t.Errorf("Check(%s) = %v, want %v", c.name, got, c.want)
		}
	}
	if err := Check([]float32{0, 1e-45}); err != nil {
		t.Errorf("Check(smallest number) = %v, want nil", err)
	}
}

func TestNormalize(t *testing.T) {
	for _, v := range [][]float32{{3, 4}, {-2}, {1e-45, 0}, {math.MaxFloat32, -math.MaxFloat32, math.MaxFloat32}} {
		if err := Normalize(v); err != nil {
			t.Errorf("Normalize: %v", err)
		}
		if got := math.Sqrt(float64(Dot(v, v))); math.Abs(got-1) > 1e-6 {
			t.Errorf("length after Normalize = %v, want 1", got)
		}
	}
	zero := []float32{0, 0}
	if err := Normalize(zero); !errors.Is(err, ErrZero) || zero[0] != 0 {
		t.Errorf("Normalize(zero) = %v and %v, want ErrZero and the same vector", err, zero)
	}
}

func TestCosine(t *testing.T) {
	for _, c := range []struct {
		a, b []float32
		want float32
	}{
		{[]float32{1, 0}, []float32{5, 0}, 1},
		{[]float32{1, 0}, []float32{0, 2}, 0},
		{[]float32{1, 2, 3, 4, 5}, []float32{-1, -2, -3, -4, -5}, -1},
		{[]float32{1, 1}, []float32{1, 0}, math.Sqrt2 / 2},
		{[]float32{math.MaxFloat32, 0}, []float32{1e-45, 0}, 1},
	} {
		got, err := Cosine(c.a, c.b)
		if err != nil || math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("Cosine(%v, %v) = %v, %v, want %v", c.a, c.b, got, err, c.want)
		}
	}
}

func TestCosineRefuses(t *testing.T) {
	one := []float32{1, 0, 0}
	for _, c := range refused {
		if _, err := Cosine(c.v, one); err == nil {
			t.Errorf("Cosine(%s, one) gave no error", c.name)
		}
	}
	if _, err := Cosine(one, []float32{1}); !errors.Is(err, ErrDimensions) {
		t.Errorf("Cosine of 3 and 1 dimensions = %v, want ErrDimensions", err)
	}
}

func TestDotPanicsOnDifferentModels(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Dot of 2 and 1 dimensions did not panic")
		}
	}()
	Dot([]float32{1, 2}, []float32{1})
}
