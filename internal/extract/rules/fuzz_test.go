package rules

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"I'm Anna, I live in Lyon and work as a nurse", "my sister, Grace, is a nurse", "yesterday I ran a marathon",
		"I’m allergic to “shellfish”… (really!)", "我叫陈静，今年二十八岁", "昨天我跑完了人生第一个马拉松！", "*waves* I am Thorin",
		"```\nI live in Rome", "> I moved\nI moved to 3.5 Mr. Petrov's on 2026-02-30", "I am 29, from leeds & my cat’s name is İ", "I \xff live in Rome",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w := window(text)
		for _, c := range candidates(t, w) {
			if c.Content == "" || !utf8.ValidString(c.Content) {
				t.Errorf("%q gives content %q", text, c.Content)
			}
			if !strings.HasPrefix(c.Content, "User") && !strings.HasPrefix(c.Content, "用户") {
				t.Errorf("%q gives %q, which is not about the user", text, c.Content)
			}
			for _, e := range c.Evidence {
				if m, ok := w.Find(e.Message); !ok || e.Quote == "" || !strings.Contains(m.Content, e.Quote) {
					t.Errorf("%q gives %q with quote %q", text, c.Content, e.Quote)
				}
			}
		}
	})
}

func FuzzSentences(f *testing.F) {
	f.Add("Mr. Petrov lives at 3.5 example.com. Ok? 好的。走吧！")
	f.Fuzz(func(t *testing.T, text string) {
		p := prose(text)
		if len(p) != len(text) {
			t.Fatalf("prose(%q) has %d bytes, want %d", text, len(p), len(text))
		}
		last := 0
		for _, s := range sentences(p) {
			if s.from < last || s.to <= s.from || s.to > len(p) {
				t.Fatalf("sentences(%q): %v after %d", text, s, last)
			}
			last = s.to
		}
	})
}

func FuzzOpenings(f *testing.F) {
	f.Add("I (love|like) <thing>", "I love tea")
	f.Add("(my|our) car( is|'s)? red", "our car red")
	f.Fuzz(func(t *testing.T, source, text string) {
		p, err := vocabulary{kinds: map[string]kind{"thing": {Max: 3}}}.whole(source, true)
		if err != nil || strings.ContainsAny(source, "[]\\^$*+.?{}<>") || !utf8.ValidString(source) {
			return
		}
		re, err := p.re()
		if err != nil || !re.MatchString(text) {
			return
		}
		if !slices.ContainsFunc(p.openings, func(o string) bool { return foldPrefix(text, o) }) {
			t.Errorf("%q matches %q but does not open with any of %q", source, text, p.openings)
		}
	})
}
