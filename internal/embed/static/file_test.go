package static

import (
	"hash/crc32"
	"math"
	"slices"
	"strings"
	"testing"
)

// tiny is a model file with the given tokens, each scaled by 1, 64 dimensions.
func tiny(tokens ...string) []byte {
	vocab := strings.Join(tokens, "\n") + "\n"
	f := append([]byte(magic), make([]byte, headerSize-len(magic))...)
	le.PutUint32(f[8:], version)
	le.PutUint32(f[12:], 64)
	le.PutUint32(f[16:], uint32(len(tokens)))
	le.PutUint32(f[20:], uint32(len(vocab)))
	f = append(f, vocab...)
	for len(f)%16 != 0 {
		f = append(f, 0)
	}
	for range tokens {
		f = le.AppendUint32(f, math.Float32bits(1))
	}
	for i := range 64 * len(tokens) {
		f = append(f, byte(i*31))
	}
	return sealed(f)
}

// sealed makes the checksum right.
func sealed(f []byte) []byte {
	le.PutUint32(f[24:], crc32.ChecksumIEEE(f[headerSize:]))
	return f
}

func TestLoadReadsAFile(t *testing.T) {
	t.Parallel()
	m, err := Load("tiny", tiny("[UNK]", "play", "##ing", "##s"))
	if err != nil {
		t.Fatal(err)
	}
	if m.Name() != "tiny" || m.Dim() != 64 {
		t.Errorf("got %q with %d dimensions", m.Name(), m.Dim())
	}
	want := []Feature{token(1), token(2), token(1), token(3)}
	if got := m.Features("Playing plays"); !slices.Equal(got, want) {
		t.Errorf("Features = %v, want %v", got, want)
	}
}

func TestLoadRefusesADamagedFile(t *testing.T) {
	t.Parallel()
	put := func(at int, x uint32) func([]byte) []byte {
		return func(f []byte) []byte { le.PutUint32(f[at:], x); return f }
	}
	for _, c := range []struct {
		what   string
		damage func([]byte) []byte
		want   string
	}{
		{"empty", func([]byte) []byte { return nil }, "not a model file"},
		{"another format", func(f []byte) []byte { f[0] = 'X'; return f }, "not a model file"},
		{"a newer version", put(8, 2), "version 2"},
		{"no dimensions", put(12, 0), "0 dimensions"},
		{"odd dimensions", put(12, 65), "65 dimensions"},
		{"huge dimensions", put(12, 1<<31), "dimensions"},
		{"huge token count", put(16, math.MaxUint32), "bytes, want"},
		{"huge vocabulary", put(20, math.MaxUint32), "bytes, want"},
		{"cut short", func(f []byte) []byte { return f[:len(f)-1] }, "bytes, want"},
		{"one bit flipped", func(f []byte) []byte { f[len(f)-1] ^= 1; return f }, "wrong checksum"},
		{"one token too many", func(f []byte) []byte { f[headerSize+1] = '\n'; return sealed(f) }, "does not have"},
		{"token twice", func([]byte) []byte { return tiny("a", "b", "a") }, `"a" is there twice`},
		{"continuation twice", func([]byte) []byte { return tiny("##a", "a", "##a") }, `"##a" is there twice`},
		{"token too long", func([]byte) []byte { return tiny(strings.Repeat("x", maxToken+1)) }, "65 bytes long"},
		{"scale not a number", func(f []byte) []byte {
			l, _ := layoutOf(f)
			le.PutUint32(f[l.scales:], math.Float32bits(float32(math.NaN())))
			return sealed(f)
		}, "scale NaN"},
	} {
		m, err := Load("tiny", c.damage(tiny("[UNK]", "play", "##ing")))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Load = %v, %v, want an error with %q", c.what, m, err, c.want)
		}
	}
}

// The program trusts the model that is compiled into it; this is why it may.
func TestTheBuiltInModelIsWhole(t *testing.T) {
	if _, err := Load(Name, builtInFile); err != nil {
		t.Error(err)
	}
}
