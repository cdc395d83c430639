package chatter

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestAutomatonAgreesWithRegexp puts texts together from what formulas are made of.
func TestAutomatonAgreesWithRegexp(t *testing.T) {
	t.Parallel()
	slow := regexp.MustCompile(expression(formulaFile))
	fast := formulas()
	pieces := regexp.MustCompile(`[\p{L}\p{N} ]+`).FindAllString(formulaFile, -1)
	matched := 0
	rapid.Check(t, func(t *rapid.T) {
		said := rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 5).Draw(t, "pieces")
		text := plain(strings.Join(said, rapid.SampledFrom([]string{" ", ""}).Draw(t, "between")))
		want := slow.MatchString(text)
		if got := fast.match(text); got != want {
			t.Fatalf("match(%q) = %v, want %v", text, got, want)
		}
		if want {
			matched++
		}
	})
	if matched == 0 {
		t.Error("nothing matched")
	}
}

func TestAutomatonBeginsAnew(t *testing.T) {
	t.Parallel()
	a := newAutomaton(`^(?:[\p{Han}]x)+$`)
	for r := rune(0x4e00); r < 0x4e00+mostSteps/2+10; r++ {
		if !a.match(string(r)+"x") != (r > 0x9fff) || a.match(string(r)) {
			t.Fatalf("%c is taken for something else", r)
		}
	}
	if a.steps > mostSteps {
		t.Errorf("%d steps are kept", a.steps)
	}
}

func BenchmarkPlainly(b *testing.B) {
	for b.Loop() {
		Plainly("What do I think of topic 123 and hobby 45?")
	}
}
