package eval

import (
	"context"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
)

// parrot proposes every message as it is.
var parrot = extract.Style{
	Name:  "parrot",
	Reads: extract.ReadsUser,
	Propose: func(_ context.Context, w souvenir.Window) (extract.Findings, bool, error) {
		var out []souvenir.Candidate
		for _, m := range w.Messages {
			c := souvenir.Candidate{}
			c.Content = m.Content
			out = append(out, c)
		}
		return extract.Findings{Candidates: out}, true, nil
	},
}

func TestRulesAreCounted(t *testing.T) {
	data := `{"domain":"food","text":"User likes tea.","expect":[{"words":["likes","tea"]}]}
{"domain":"food","kind":"greeting","text":"hello"}
{"domain":"food","text":"User likes tea.","held_out":true,"expect":[{"words":["coffee"]}]}`
	got, err := Rules(t.Context(), parrot, strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got.Style != "parrot" || got.Precision != 1.0/3 || got.Recall != 0.5 || got.Kinds["greeting"].Wrong != 1 {
		t.Errorf("report = %+v", got)
	}
	var b strings.Builder
	got.Write(&b)
	for _, want := range []string{"precision 0.333, recall 0.500; on what is held out 0.000 and 0.000", `not expected: "hello"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "coffee") {
		t.Errorf("what is held out is shown:\n%s", b.String())
	}
	for _, bad := range []string{"", "nonsense"} {
		if _, err := Rules(t.Context(), parrot, strings.NewReader(bad)); souvenir.CodeOf(err) != souvenir.Invalid {
			t.Errorf("Rules(%q): %v", bad, err)
		}
	}
}
