package static

import (
	"slices"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Don't stop!", []string{"don", "'", "t", "stop", "!"}},
		{"C++ costs $5", []string{"c", "+", "+", "costs", "$", "5"}},
		{"Ångström, İstanbul", []string{"angstrom", ",", "istanbul"}},
		{"我爱tea。", []string{"我", "爱", "tea", "。"}},
		{"カタカナ 한국", []string{"カタカナ", "한국"}},
		{"a\u00a0b\u3000c\u2028d", []string{"a", "b", "c", "d"}},
		{"a\x00b\u200bc\ufffdd\xffe", []string{"abcde"}},
		{"👍🏽ok", []string{"👍🏽ok"}},
	} {
		if got := wordsOf(c.text); !slices.Equal(got, c.want) {
			t.Errorf("words of %q = %q, want %q", c.text, got, c.want)
		}
	}
}

func wordsOf(text string) []string {
	var out []string
	for {
		w, rest := nextWord(nil, text)
		if w.runes == 0 {
			return out
		}
		out = append(out, string(w.text))
		text = rest
	}
}

// fold looks at the first rune of a decomposition only.
func TestAllThatFollowsABaseLetterIsAccents(t *testing.T) {
	t.Parallel()
	for r := rune(0xC0); r < 0x1F00; r++ {
		if r >= latinEnd && r < 0x1E00 {
			continue
		}
		decomposed := []rune(norm.NFD.String(string(r)))
		for _, accent := range decomposed[1:] {
			if !unicode.Is(unicode.Mn, accent) {
				t.Errorf("%U decomposes into %U", r, decomposed)
			}
		}
	}
}

func TestDistinctFeaturesCountOnce(t *testing.T) {
	t.Parallel()
	m := Default()
	once, twice := m.DistinctFeatures("green tea 绿茶"), m.DistinctFeatures("green tea 绿茶 TEA 茶 green")
	if !slices.IsSorted(twice) {
		t.Errorf("DistinctFeatures is not sorted: %v", twice)
	}
	for _, f := range once {
		if !slices.Contains(twice, f) {
			t.Errorf("feature %d is lost", f)
		}
	}
	if len(once) != len(twice) {
		t.Errorf("%d distinct features, want %d", len(twice), len(once))
	}
	if got := m.DistinctFeatures(""); len(got) != 0 {
		t.Errorf("DistinctFeatures of nothing = %v", got)
	}
}

// A store keeps ids as signed integers.
func TestFeatureIDsSurviveAsInt64(t *testing.T) {
	t.Parallel()
	for _, f := range Default().Features("tea 绿茶 чай") {
		if back := uint64(int64(f.ID)); back != f.ID {
			t.Errorf("%d came back as %d", f.ID, back)
		}
	}
}

// The same characters as a word, a piece, a pair or a single say different things.
func TestHashesOfDifferentKindsDiffer(t *testing.T) {
	t.Parallel()
	seen := map[hash]byte{}
	for _, tag := range []byte("wtbus") {
		h := hashRunes(tag, 'ж', 'ж')
		if other, ok := seen[h]; ok {
			t.Errorf("tags %c and %c give the same hash", tag, other)
		}
		seen[h] = tag
	}
}
