package static

import (
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var fixtures = flag.String("fixtures", "testdata/fixtures.json.gz", "a file with what the reference implementation says")

func TestModelAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	m := Default()
	largest := 0.0
	want := readFixtures(t)
	for _, w := range want {
		if got := m.Features(w.Text); !slices.Equal(got, w.features()) {
			t.Errorf("Features(%q) = %v, want %v", w.Text, got, w.features())
		}
		largest = max(largest, difference(m.Embed(w.Text), w.Vector))
	}
	if largest > 1e-5 {
		t.Errorf("largest component difference %.2g, want at most 1e-5", largest)
	}
	t.Logf("%d texts, largest component difference %.2g", len(want), largest)
}

func difference(a, b []float32) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	d := 0.0
	for i := range a {
		d = max(d, math.Abs(float64(a[i]-b[i])))
	}
	return d
}

// fixture is a text as tools/embedding/reference.py reads it.
type fixture struct {
	Text     string      `json:"t"`
	Features []reference `json:"f"`
	Vector   []float32   `json:"v"`
}

// reference is a feature, written [token, "hash", weight]; the token is -1
// where there is only a hash.
type reference struct{ Feature }

func (r *reference) UnmarshalJSON(b []byte) error {
	var token int64
	var digits string
	if err := json.Unmarshal(b, &[]any{&token, &digits, &r.Weight}); err != nil {
		return err
	}
	r.ID = uint64(token)
	if token >= 0 {
		return nil
	}
	h, err := strconv.ParseUint(digits, 10, 64)
	r.ID = h | hashed
	return err
}

func (f fixture) features() []Feature {
	out := make([]Feature, len(f.Features))
	for i, r := range f.Features {
		out[i] = r.Feature
	}
	return out
}

func readFixtures(t *testing.T) []fixture {
	t.Helper()
	f, err := os.Open(*fixtures)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(*fixtures, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	var out []fixture
	if err := json.NewDecoder(r).Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}
