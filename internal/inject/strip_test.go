package inject

import (
	"strings"
	"testing"
)

func TestStripTakesOutOnlyWhatWasInjected(t *testing.T) {
	block := Render(notes, Options{Budget: 1000}).Text
	postfix := Render(notes, Options{1000, Postfix}).Text
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
		{"Why does it say " + opening + " here?", "Why does it say " + opening + " here?"},
		{opening + "\nmy own words\n" + closing, opening + "\nmy own words\n" + closing},
		{"", ""},
	} {
		if got := Strip(tt.text); got != tt.want {
			t.Errorf("Strip(%q) = %q, want %q", tt.text, got, tt.want)
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
