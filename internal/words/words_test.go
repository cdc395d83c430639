package words

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func TestIndex(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"I live in Lyon.", []string{"i", "live", "in", "lyon"}},
		{"hiking hikes", []string{"hike", "hike"}},
		{"Café CAFE", []string{"cafe", "cafe"}},
		{"喝绿茶", []string{"喝", "绿", "茶", "喝绿", "绿茶"}},
		{"我住在Lyon的", []string{"我", "住", "在", "我住", "住在", "lyon", "的"}},
		{"東京タワー", []string{"東", "京", "タ", "ワ", "ー", "東京", "京タ", "タワ", "ワー"}},
		{"ｆｕｌｌ１２", []string{"full12"}},
		{"Привет мир", []string{"привет", "мир"}},
		{"v2.33.2", []string{"v2", "33", "2"}},
	} {
		if got := Index(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("Index(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestQuery(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"where do I live?", []string{"live"}},
		{"who am I", nil},
		{"喝绿茶", []string{"喝绿", "绿茶"}},
		{"茶", []string{"茶"}},
		{"tea tea tea", []string{"tea"}},
	} {
		if got := Query(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("Query(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func FuzzIndex(f *testing.F) {
	f.Add("I live in Lyon 喝绿茶 \xff\x00 ไทย")
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range append(Index(text), Query(text)...) {
			if w == "" || len(w) > 4*maxWord || (utf8.ValidString(text) && !utf8.ValidString(w)) {
				t.Errorf("Index(%q) gives the word %q", text, w)
			}
		}
	})
}
