package static

import (
	"math"
	"slices"
	"testing"
)

func FuzzEmbed(f *testing.F) {
	for _, seed := range []string{
		"", "When did Maria go?", "用户喜欢喝绿茶", "カタカナ한국어", "Привет", "สวัสดี", "مرحبا", "😀👍🏽", "\xff\xfea", "á\u0301\u0301", "\ufffd", "a\x00b", "##ing [UNK]",
	} {
		f.Add(seed)
	}
	m := Default()
	f.Fuzz(func(t *testing.T, text string) {
		v := m.Embed(text)
		checkVector(t, v)
		if !slices.Equal(v, m.Embed(text)) {
			t.Errorf("Embed(%q) changed its mind", text)
		}
		checkVector(t, m.EmbedQuery(text, func(f uint64) int { return int(int64(f)) }, len(text)))
	})
}

// FuzzLoad repairs the checksum, or nothing would ever be read behind it.
func FuzzLoad(f *testing.F) {
	f.Add(tiny("[UNK]", "play", "##ing", "##s"), "playing plays")
	f.Add(tiny("a"), "aaa")
	f.Add([]byte(magic), "")
	f.Fuzz(func(t *testing.T, file []byte, text string) {
		if len(file) >= headerSize {
			file = sealed(slices.Clone(file))
		}
		m, err := Load("fuzz", file)
		if err != nil {
			return
		}
		if got := len(m.Embed(text)); got != m.Dim() {
			t.Errorf("%d dimensions, want %d", got, m.Dim())
		}
		checkVector(t, m.Embed(text))
	})
}

func checkVector(t *testing.T, v []float32) {
	t.Helper()
	for i, x := range v {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			t.Fatalf("component %d is %v", i, x)
		}
	}
	if l := length(v); l != 0 && math.Abs(l-1) > 1e-4 {
		t.Fatalf("length %v, want 0 or 1", l)
	}
}
