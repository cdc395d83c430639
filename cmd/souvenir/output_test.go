package main

import (
	"testing"
)

func TestTextOfOthersIsShownAndNotObeyed(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"plain", "I like tea", "I like tea"},
		{"lines", "a\n  b\tc", "a b c"},
		{"escape sequence", "a\x1b[2Jb", "a\ufffd[2Jb"},
		{"C1 control", "a\u009bb", "a\ufffdb"},
		{"bidi override", "a\u202eb", "a\ufffdb"},
		{"Chinese", "我喜欢茶", "我喜欢茶"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := oneLine(tt.text); got != tt.want {
				t.Errorf("oneLine(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestExcerptCutsBetweenCharacters(t *testing.T) {
	for _, tt := range []struct {
		text   string
		length int
		want   string
	}{
		{"tea", 3, "tea"}, {"green tea", 6, "green…"}, {"我喜欢喝茶", 4, "我喜欢…"},
	} {
		if got := excerpt(tt.text, tt.length); got != tt.want {
			t.Errorf("excerpt(%q, %d) = %q, want %q", tt.text, tt.length, got, tt.want)
		}
	}
}

func TestSizes(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 B", 1023: "1023 B", 1536: "1.5 KiB", 5 << 30: "5.0 GiB", 1 << 63: "8192.0 PiB"} {
		if got := size(n); got != want {
			t.Errorf("size(%d) = %q, want %q", n, got, want)
		}
	}
}
