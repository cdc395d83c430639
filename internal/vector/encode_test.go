package vector

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

func TestEncodeIsLittleEndianFloat32(t *testing.T) {
	got := Encode([]float32{1, -2})
	if want := []byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0}; !bytes.Equal(got, want) {
		t.Errorf("Encode(1, -2) = % x, want % x", got, want)
	}
}

func TestDecodeReusesMemory(t *testing.T) {
	memory := make([]float32, 8)
	got, err := Decode(memory, Encode([]float32{1, 2, 3}))
	if err != nil || !slices.Equal(got, []float32{1, 2, 3}) {
		t.Fatalf("Decode = %v, %v, want 1 2 3", got, err)
	}
	if &got[0] != &memory[0] {
		t.Error("Decode made new memory though there was enough")
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, n := range []int{0, 1, 3, 5, 4*MaxDims + 4} {
		if v, err := Decode(nil, make([]byte, n)); err == nil {
			t.Errorf("Decode of %d bytes = %d dimensions, want an error", n, len(v))
		}
	}
	if _, err := Decode(nil, Encode([]float32{1, nan})); !errors.Is(err, ErrNotFinite) {
		t.Errorf("Decode(NaN) = %v, want ErrNotFinite", err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 2, 3})
	f.Add(Encode([]float32{1, -0.5, 1e-45}))
	f.Add(Encode([]float32{nan, inf}))
	f.Fuzz(func(t *testing.T, b []byte) {
		v, err := Decode(nil, b)
		if err != nil {
			return
		}
		if back := Encode(v); !bytes.Equal(back, b) {
			t.Errorf("Encode(Decode(% x)) = % x", b, back)
		}
		// What was decoded is good for the index, or refused by it as zero.
		if err := New().Put("p", 1, v); err != nil && !errors.Is(err, ErrZero) {
			t.Errorf("Put(Decode(% x)) = %v", b, err)
		}
	})
}
