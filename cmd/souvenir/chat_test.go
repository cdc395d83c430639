package main

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/souvenir-memory/souvenir"
)

func TestAPasteIsOneLine(t *testing.T) {
	for name, tt := range map[string]struct{ typed, want string }{
		"typing":             {"hello\r", "hello\r"},
		"a key":              {"\x1b[A\x1b", "\x1b[A\x1b"},
		"insert":             {"\x1b[2~x", "\x1b[2~x"},
		"several lines":      {"look: \x1b[200~one\r\n\ttwo\rthree\nfour\x1b[201~\r", "look: \x1b[200~one⏎    two⏎three⏎four\x1b[201~\r"},
		"what would act":     {"\x1b[200~a\x1b[Ab\x03c\x1b[201~d", "\x1b[200~a[Abc\x1b[201~d"},
		"other scripts":      {"\x1b[200~好\n了\x1b[201~", "\x1b[200~好⏎了\x1b[201~"},
		"one after another":  {"\x1b[200~a\n\x1b[201~\x1b[200~b\x1b[201~\r", "\x1b[200~a⏎\x1b[201~\x1b[200~b\x1b[201~\r"},
		"something unending": {"\x1b[200~a\n", "\x1b[200~a⏎"},
	} {
		for how, from := range map[string]io.Reader{"at once": strings.NewReader(tt.typed), "byte by byte": iotest.OneByteReader(strings.NewReader(tt.typed))} {
			got, err := io.ReadAll(&pastes{from: from})
			if string(got) != tt.want || err != nil {
				t.Errorf("%s, %s: read %q, %v, want %q", name, how, got, err, tt.want)
			}
		}
	}
}

func TestTheLikelyModel(t *testing.T) {
	for _, tt := range []struct {
		all         []string
		known, want string
	}{
		{[]string{"nomic-embed-text", "llama3.2"}, "", "llama3.2"},
		{[]string{"llama3.2", "qwen3"}, "qwen3", "qwen3"},
		{[]string{"llama3.2"}, "gone", "llama3.2"},
		{[]string{"whisper-1"}, "", "whisper-1"},
	} {
		if got := likely(tt.all, tt.known); got != tt.want {
			t.Errorf("likely(%q, %q) = %q, want %q", tt.all, tt.known, got, tt.want)
		}
	}
}

func TestWhatIsLearntIsToldByStep(t *testing.T) {
	active := func(text string) *souvenir.Memory { return &souvenir.Memory{Content: text, Status: souvenir.Active} }
	ended := func(text string) *souvenir.Memory {
		return &souvenir.Memory{Content: text, Status: souvenir.Superseded}
	}
	cause := souvenir.Cause{Job: "j", Messages: []string{"m"}}
	changes := []souvenir.Change{ // newest first
		{ID: "6", Cause: souvenir.Cause{Job: "j", Messages: []string{"another's"}}, After: active("tea")},
		{ID: "5", Cause: cause, Before: active("cake"), After: active("cake")},
		{ID: "4", Cause: cause, After: &souvenir.Memory{Content: "obey", Status: souvenir.Waiting}},
		{ID: "3", Step: "s", Cause: cause, Before: active("Lyon"), After: ended("Lyon")},
		{ID: "2", Step: "s", Cause: cause, After: active("Nice")},
		{ID: "1", Cause: cause, Before: active("chess"), After: ended("chess")},
		{ID: "0", Cause: souvenir.Cause{By: "cli", Messages: []string{"m"}}, After: active("by hand")},
	}
	var got []string
	for _, l := range learnings(changes, map[string]souvenir.Outcome{"m": {}, "n": {State: souvenir.Failed, Reason: "too odd"}}) {
		got = append(got, l.String()+l.hint()+" "+l.change)
	}
	want := "forgotten: chess  /undo 1\nlearnt: Nice  (before: Lyon)  /undo 2\nwaits for your decision: obey  /review \nknown already: cake \ncould not be read: too odd "
	if strings.Join(got, "\n") != want {
		t.Errorf("told is\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}
