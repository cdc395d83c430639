package persona

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestFileName(t *testing.T) {
	const family = "👨\u200d👩\u200d👧\u200d👦" // seven runes, one character
	for text, want := range map[string]string{
		"讨论孙子的婚礼安排和酒店":                 "讨论孙子的婚礼安排和",
		"  复查 \t 血压 ":                  "复查 血压",
		`<a>:"b"/\|?*c`:                "abc",
		"a\x00b\x1b[31mc\u202ed\ufeff": "ab[31mcd",
		"../../etc":                    "etc",
		"...":                          "other",
		"":                             "other",
		"???":                          "other",
		family + "家庭聚会计划":              family + "家庭聚",
		"一二三四五" + family:               "一二三四五",
		"一二三四五六七八九e\u0301":             "一二三四五六七八九",
		"一二三四五六七八九é":                   "一二三四五六七八九é",
		"一二三四五六七八九👍🏽":                  "一二三四五六七八九",
		"一二三四五六七八九🇨🇳":                  "一二三四五六七八九",
		"🇨🇳🇫🇷🇩🇪🇮🇹🇪🇸🇬🇷":                     "🇨🇳🇫🇷🇩🇪🇮🇹🇪🇸",
		"一二三四五六七八九❤\ufe0f":                 "一二三四五六七八九",
		"e" + strings.Repeat("\u0301", 20): "other",
		"一二三四五六七八九\u1112\u1161\u11ab":      "一二三四五六七八九",
		"一二三四五六七八 . 十":                     "一二三四五六七八",
		"bad\xffutf8":                      "badutf8",
	} {
		if got := fileName(text, "other"); got != want {
			t.Errorf("fileName(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzFileName(f *testing.F) {
	f.Add("👨\u200d👩\u200d👧\u200d👦 a/b:c?")
	f.Add("e\u0301\u0301\x00..")
	f.Fuzz(func(t *testing.T, text string) {
		got := fileName(text, "待处理")
		if n := utf8.RuneCountInString(got); n == 0 || n > maxTopic || !utf8.ValidString(got) {
			t.Errorf("fileName(%q) = %q", text, got)
		}
		if strings.ContainsAny(got, `<>:"/\|?*`) || strings.ContainsFunc(got, unicode.IsControl) || strings.Trim(got, ". ") != got {
			t.Errorf("fileName(%q) = %q is no name", text, got)
		}
		if again := fileName(got, "待处理"); again != got {
			t.Errorf("fileName(%q) = %q, and again %q", text, got, again)
		}
	})
}
