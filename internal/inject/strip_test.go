package inject

import (
	"strings"
	"testing"
)

func TestStripTakesOutOnlyWhatWasInjected(t *testing.T) {
	block := Render(notes, Options{Budget: 1000}).Text
	postfix := Render(notes, Options{1000, Postfix}).Text
	mine := opens("x") + "\n- my own words\n" + closing // it looks like a block, and is none of ours
	for _, tt := range []struct{ text, want string }{
		{"What is my name?\n\n[facts: name=Steve]\n[context: User: a]", "What is my name?"}, // GS-02
		{"What is my name?\n\n[facts: name=Steve]", "What is my name?"},
		{"Hi\n\n[context: User: a]", "Hi"},
		{"Hi\n\n" + block, "Hi"},
		{"Hi\n\n" + block + "\n", "Hi"},
		{"Hi\n\n" + postfix, "Hi"},
		{"Hi\n\n" + block + "\n\n" + postfix, "Hi"},
		{"Hi\n\n" + block + "\n\nand again\n\n" + block, "Hi\n\nand again"}, // two messages put together
		{block + "\n\nHi", "Hi"},
		{block, ""},
		{"I write \n\n[facts: like this] in the middle", "I write \n\n[facts: like this] in the middle"},
		{"[facts: mine]", "[facts: mine]"},
		{"What does <memory>this</memory> do?", "What does <memory>this</memory> do?"},
		{"Why does it say " + opens("x") + " here?", "Why does it say " + opens("x") + " here?"},
		{mine, mine},
		{"Hi\n\n" + strings.Replace(block, "cello", "viola", 1), "Hi\n\n" + strings.Replace(block, "cello", "viola", 1)}, // somebody changed it
		{mine + "\n\n" + block, mine},
		{"", ""},
	} {
		if got := Strip(tt.text); got != tt.want {
			t.Errorf("Strip(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestAPostfixIsOursOnlyIfWeKnowIt(t *testing.T) {
	const text = "What do you make of this?\n\n[facts: my own words]"
	for _, made := range []bool{true, false} {
		got := StripMade(text, func(postfix string) bool {
			if postfix != "[facts: my own words]" {
				t.Errorf("asked about %q", postfix)
			}
			return made
		})
		if want := map[bool]string{true: "What do you make of this?", false: text}[made]; got != want {
			t.Errorf("StripMade = %q, want %q", got, want)
		}
	}
}

func FuzzStrip(f *testing.F) {
	f.Add("a\n\n[facts: b]\n[context: c]")
	f.Add("a\n\n" + Render(notes, Options{Budget: 1000}).Text + "b")
	f.Fuzz(func(t *testing.T, text string) {
		got := Strip(text)
		if len(got) > len(text) || Strip(got) != got || !MayHold(text) && got != text {
			t.Errorf("Strip(%q) = %q", text, got)
		}
		block := Render([]Note{{Kind: Memory, Text: text}}, Options{Budget: 1 << 20}).Text
		if Strip("x\n\n"+block) != "x" {
			t.Errorf("a block with %q in it is not stripped whole", text)
		}
	})
}

func TestStripIsQuickWhereThereIsNothing(t *testing.T) {
	long := strings.Repeat("[facts mine] ", 100_000)
	if n := testing.AllocsPerRun(3, func() { Strip(long) }); n > 0 {
		t.Errorf("Strip allocates %v times for a text without any block", n)
	}
}
