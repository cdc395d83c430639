package filter_test

import (
	"os"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// turned are the labelled lines of a file: what it is, what was said, what was
// made of it.
func turned(t *testing.T, file string) (all [][3]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Split(strings.TrimSpace(line), " | "); len(f) == 3 && !strings.HasPrefix(line, "#") {
			all = append(all, [3]string(f))
		}
	}
	return all
}

// doubts are what the rule doubts about a content that rests on a message.
func doubts(said_, content string) []string {
	w := said(said_)
	kept, _ := filter.Apply([]filter.Rule{filter.Faithful}, w, []souvenir.Candidate{claims(content, souvenir.Evidence{Message: "m1", Quote: said_})})
	return kept[0].Doubts
}

func TestWordsTurnedRoundAreDoubted(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"turned", "turned_heldout"} {
		found, all := map[string]float64{}, map[string]float64{}
		for _, c := range turned(t, "testdata/"+file+".txt") {
			kind, words, content := c[0], c[1], c[2]
			got := doubts(words, content)
			all[kind]++
			if len(got) > 0 {
				found[kind]++
			}
			if (kind == "true") == (len(got) > 0) && file == "turned" { // the others are counted, never read
				t.Errorf("%s: %q from %q gives the doubts %q", kind, content, words, got)
			}
		}
		turned, doubted := 0.0, 0.0
		for kind, n := range all {
			t.Logf("%s: %.0f of %.0f of kind %s are doubted", file, found[kind], n, kind)
			if kind != "true" {
				turned, doubted = turned+n, doubted+found[kind]
			}
		}
		if doubted < 0.8*turned || found["true"] > 0.05*all["true"] {
			t.Errorf("%s: %.0f of %.0f that were turned round are doubted, and %.0f of %.0f that were not", file, doubted, turned, found["true"], all["true"])
		}
	}
}

// Paraphrases say the same, whichever of the two was said first.
func TestParaphrasesAreNotDoubted(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"tuned", "heldout"} {
		n, wrong := 0, 0
		for _, p := range turned(t, "../reconcile/pairs/"+file+".txt") {
			if p[0] != "same" {
				continue
			}
			for _, way := range [][2]string{{p[1], p[2]}, {p[2], p[1]}} {
				n++
				got := doubts(way[0], way[1])
				if len(got) == 0 {
					continue
				}
				wrong++
				if file == "tuned" { // the others are counted, never read
					t.Errorf("%q after %q is doubted: %q", way[1], way[0], got)
				}
			}
		}
		t.Logf("%s: %d of %d are doubted", file, wrong, n)
		if wrong > 0 {
			t.Errorf("%s: %d of %d paraphrases are doubted, want none", file, wrong, n)
		}
	}
}
