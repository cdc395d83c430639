package evalset_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/rules"
	"github.com/souvenir-memory/souvenir/internal/extract/rules/evalset"
)

func TestRulesMeetTheirBars(t *testing.T) {
	t.Parallel()
	style, err := rules.New()
	if err != nil {
		t.Fatal(err)
	}
	r := score(t, style, everyday(t))
	t.Log("all     ", r.All())
	t.Log("tuned   ", r.Tuned)
	t.Log("held out", r.HeldOut)
	for _, kind := range slices.Sorted(maps.Keys(r.Kinds)) {
		t.Logf("%-12s %v", kind, r.Kinds[kind])
	}
	for _, m := range r.Misses {
		if !m.Case.HeldOut { // those are counted, never read
			t.Logf("%q\n\twrong:  %q\n\tmissed: %v", m.Case.Text, m.Wrong, m.Missed)
		}
	}
	if p := r.All().Precision(); p < 0.95 {
		t.Errorf("precision is %.3f, want at least 0.95", p)
	}
	if p := r.HeldOut.Precision(); p < 0.95 {
		t.Errorf("precision on what was held out is %.3f, want at least 0.95", p)
	}
	if p := r.All().Recall(); p < 0.75 {
		t.Errorf("recall is %.3f, want at least 0.75", p)
	}
	for _, kind := range []string{"greeting", "question", "request"} {
		if r.Kinds[kind].Wrong > 0 {
			t.Errorf("%d memories from traps of kind %s, want none", r.Kinds[kind].Wrong, kind)
		}
	}
}

func TestTheSetIsWhatItSays(t *testing.T) {
	t.Parallel()
	cases := everyday(t)
	domains, seen := map[string]bool{}, map[string]bool{}
	traps, held := 0, 0
	for _, c := range cases {
		domains[c.Domain] = true
		if seen[c.Text] {
			t.Errorf("%q is there twice", c.Text)
		}
		seen[c.Text] = true
		if c.Kind != "" {
			traps++
		}
		if (c.Kind != "") != (len(c.Expect) == 0) {
			t.Errorf("%q is of kind %q and expects %d memories", c.Text, c.Kind, len(c.Expect))
		}
		if c.HeldOut {
			held++
		}
	}
	if len(cases) < 400 || len(domains) != 10 || 2*traps < len(cases) || 4*held < len(cases) {
		t.Errorf("%d messages in %d domains, %d traps, %d held out", len(cases), len(domains), traps, held)
	}
}

func TestCounting(t *testing.T) {
	t.Parallel()
	cases, err := evalset.Read(strings.NewReader(`
{"domain":"food","text":"tea","expect":[{"words":["likes|loves","tea"]},{"words":["cake"]},{"words":["milk"],"optional":true}]}
{"domain":"food","text":"nothing","kind":"greeting"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		says                          []string
		right, wrong, missed, allowed int
	}{
		{nil, 0, 0, 2, 0},
		{[]string{"User loves tea"}, 1, 1, 1, 0}, // the greeting gives it, too
		{[]string{"User loves tea", "User loves tea"}, 1, 3, 1, 0},
		{[]string{"User does not like tea", "User likes tea cake"}, 1, 3, 1, 0},
		{[]string{"User likes tea cake", "User likes tea", "User takes milk"}, 2, 3, 0, 1},
		{[]string{"User likes steak"}, 0, 2, 2, 0},
	} {
		got := score(t, parrot(c.says), cases).All()
		want := evalset.Count{Messages: 2, Right: c.right, Wrong: c.wrong, Missed: c.missed, Optional: c.allowed}
		if got != want {
			t.Errorf("%q counts as %v, want %v", c.says, got, want)
		}
	}
}

func TestAWrongLineIsNamed(t *testing.T) {
	t.Parallel()
	if _, err := evalset.Read(strings.NewReader("{}\n{")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("got %v, want line 2", err)
	}
}

// parrot is a style that always says the same.
func parrot(says []string) extract.Style {
	return extract.Style{Name: "parrot", Reads: extract.ReadsUser, Propose: func(context.Context, souvenir.Window) (extract.Findings, bool, error) {
		var all []souvenir.Candidate
		for _, s := range says {
			all = append(all, souvenir.Candidate{Memory: souvenir.Memory{Content: s}})
		}
		return extract.Findings{Candidates: all}, true, nil
	}}
}

func everyday(t *testing.T) []evalset.Case {
	t.Helper()
	cases, err := evalset.Read(evalset.Everyday())
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

func score(t *testing.T, s extract.Style, cases []evalset.Case) evalset.Report {
	t.Helper()
	r, err := evalset.Score(t.Context(), s, cases)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
