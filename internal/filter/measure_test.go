package filter_test

import (
	"slices"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/rules"
	"github.com/souvenir-memory/souvenir/internal/extract/rules/evalset"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// What the rules read correctly from the labelled messages must pass the gates.
func TestTheGatesLetWhatIsRightPass(t *testing.T) {
	t.Parallel()
	style, err := rules.New()
	if err != nil {
		t.Fatal(err)
	}
	cases, err := evalset.Read(evalset.Everyday())
	if err != nil {
		t.Fatal(err)
	}
	var tuned, heldOut []evalset.Case
	for _, c := range cases {
		if c.HeldOut {
			heldOut = append(heldOut, c)
		} else {
			tuned = append(tuned, c)
		}
	}
	right, lost, doubted := 0, 0, 0
	for _, part := range []struct {
		cases []evalset.Case
		tell  func(string, ...any)
	}{{tuned, t.Logf}, {heldOut, func(string, ...any) {}}} { // those are counted, never read
		free := score(t, part.cases, style.Rules, style)
		gated := score(t, part.cases, slices.Concat(style.Rules, watched(part.tell, &doubted)), style)
		right, lost = right+free.Right, lost+free.Right-gated.Right
	}
	t.Logf("of %d right candidates %d are refused (%.4f); of all candidates %d are doubted", right, lost, float64(lost)/float64(right), doubted)
	if float64(lost) >= 0.005*float64(right) {
		t.Errorf("%d of %d right candidates are refused", lost, right)
	}
	if float64(doubted) >= 0.01*float64(right) {
		t.Errorf("%d candidates are doubted", doubted)
	}
}

// watched are the gates, telling what they do.
func watched(tell func(string, ...any), doubted *int) (all []filter.Rule) {
	for _, gate := range shared {
		all = append(all, filter.Rule{Name: gate.Name, Check: func(c *souvenir.Candidate, w souvenir.Window) string {
			before := len(c.Doubts)
			why := gate.Check(c, w)
			if why != "" {
				tell("%s refuses %q: %s", gate.Name, c.Content, why)
			}
			if len(c.Doubts) > before {
				*doubted++
				tell("%s doubts %q: %s", gate.Name, c.Content, c.Doubts[before:])
			}
			return why
		}})
	}
	return all
}

func score(t *testing.T, cases []evalset.Case, gates []filter.Rule, style extract.Style) evalset.Count {
	t.Helper()
	style.Rules = gates
	r, err := evalset.Score(t.Context(), style, cases)
	if err != nil {
		t.Fatal(err)
	}
	return r.All()
}
