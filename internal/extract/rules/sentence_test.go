package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSentences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"I live here. You don't!":               {"I live here.", "You don't!"},
		"My landlord is Mr. Petrov. He's fine.": {"My landlord is Mr. Petrov.", "He's fine."},
		"It's 3.5 km, see example.com/a.b now.": {"It's 3.5 km, see example.com/a.b now."},
		"e.g. this one. Next":                   {"e.g. this one.", "Next"},
		"one\ntwo":                              {"one", "two"},
		"我叫李雷。你呢？好！":                            {"我叫李雷。", "你呢？", "好！"},
		`She said "No. Never." and left.`:       {`She said "No. Never." and left.`},
		"really?! yes...":                       {"really?!", "yes..."},
		"":                                      nil,
	} {
		var got []string
		for _, s := range sentences(text) {
			got = append(got, s.of(text))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("sentences(%q): %s", text, diff)
		}
	}
}

func TestProse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"hi\n```\ncode\n```\nbye":         "hi\n   \n    \n   \nbye",
		"> quoted\nmine":                  "        \nmine",
		"Anna: hello\nUpdate: I moved":    "           \nUpdate: I moved",
		"12:03 <bob> hey":                 "12:03 <bob> hey",
		"[12:03:11] <bob> hey":            "                    ",
		"x = {\n}":                        "     \n ",
		"ERROR: no":                       "         ",
		"it costs 3; fine":                "it costs 3; fine",
		"♪ la la ♪":                       "             ",
		"{\"a\": 1}\nI have 2 cats (yes)": "        \nI have 2 cats (yes)",
	} {
		if got := prose(text); got != want {
			t.Errorf("prose(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestClauses(t *testing.T) {
	t.Parallel()
	b, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		"I'm Anna, I live in Lyon and work as a nurse": {"I'm Anna", "I live in Lyon", "+work as a nurse"},
		"I want to live and work in Spain":             {"I want to live and work in Spain"},
		"my aunt cooked and used to sing":              {"my aunt cooked", "+used to sing"},
		"I was born and raised in Detroit":             {"I was born and raised in Detroit"},
		"I have a cat who hates me":                    {"I have a cat", "who hates me"},
		"I like tea - but she likes coffee":            {"I like tea", "but she likes coffee"},
		`she said "I love jazz, and I live here"`:      {`she said "I love jazz, and I live here"`},
	} {
		var got []string
		for _, c := range b.languages["en"].clauses(text) {
			clause := c.whole(0, len(c.parts)).of(text)
			if c.carried {
				clause = "+" + clause
			}
			got = append(got, clause)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("clauses(%q): %s", text, diff)
		}
	}
}
