package chatter_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir/internal/chatter"
	"github.com/souvenir-memory/souvenir/internal/extract/rules/evalset"
)

//go:embed testdata/plain.txt
var plainFile string

//go:embed testdata/telling.txt
var tellingFile string

func lines(file string) (out []string) {
	for line := range strings.Lines(file) {
		out = append(out, strings.ReplaceAll(strings.TrimRight(line, "\n"), `\n`, "\n"))
	}
	return out
}

func TestChatterIsPlain(t *testing.T) {
	t.Parallel()
	for _, text := range append(lines(plainFile), "", " \n") {
		if !chatter.Plainly(text) {
			t.Errorf("Plainly(%q) = false, want true", text)
		}
	}
}

func TestWhatTellsSomethingIsNot(t *testing.T) {
	t.Parallel()
	for _, text := range lines(tellingFile) {
		if chatter.Plainly(text) {
			t.Errorf("Plainly(%q) = true, want false", text)
		}
	}
}

// Nothing that holds a fact may be skipped; of what holds none, much should be.
func TestOnTheLabelledMessages(t *testing.T) {
	t.Parallel()
	cases, err := evalset.Read(evalset.Everyday())
	if err != nil {
		t.Fatal(err)
	}
	facts, kept, traps, caught := 0, 0, 0, 0
	byKind := map[string][2]int{}
	for _, c := range cases {
		plainly := chatter.Plainly(c.Text)
		switch c.Kind {
		case "":
			facts++
			if !plainly {
				kept++
			} else if !c.HeldOut {
				t.Errorf("%q holds a fact", c.Text)
			}
		case "greeting", "smalltalk", "code":
			traps++
			n := byKind[c.Kind]
			n[0]++
			if plainly {
				caught++
				n[1]++
			} else if !c.HeldOut {
				t.Logf("not caught: %s %q", c.Kind, c.Text)
			}
			byKind[c.Kind] = n
		default:
			if plainly && !c.HeldOut {
				t.Logf("also plain: %s %q", c.Kind, c.Text)
			}
		}
	}
	t.Logf("messages with facts that are read: %d of %d (%.3f)", kept, facts, float64(kept)/float64(facts))
	t.Logf("greetings, small talk and code that are skipped: %d of %d (%.3f) %v", caught, traps, float64(caught)/float64(traps), byKind)
	if float64(kept) < 0.99*float64(facts) {
		t.Errorf("only %d of %d messages with facts are read", kept, facts)
	}
	if float64(caught) < 0.6*float64(traps) {
		t.Errorf("only %d of %d traps are skipped", caught, traps)
	}
}

func FuzzPlainly(f *testing.F) {
	for _, line := range append(lines(plainFile), lines(tellingFile)...) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if chatter.Plainly(text) != chatter.Plainly(text+"\n") {
			t.Errorf("Plainly(%q) changes with a line's end", text)
		}
	})
}
