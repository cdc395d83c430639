package eval

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/rules/evalset"
)

// RulesReport is how well a style that needs no model reads labelled messages.
type RulesReport struct {
	Style     string  `json:"style"`
	Precision float64 `json:"precision"` // of what it proposed, how much is right
	Recall    float64 `json:"recall"`    // of what is there, how much it proposed
	evalset.Report
}

// Rules measures a style on labelled messages, one JSON object per line. Misses
// of the held-out part are counted and not told: whoever reads them can no longer
// hold them out.
func Rules(ctx context.Context, style extract.Style, data io.Reader) (RulesReport, error) {
	cases, err := evalset.Read(data)
	if err != nil || len(cases) == 0 {
		return RulesReport{}, souvenir.Errorf(souvenir.Invalid, "This is no file of labelled messages: %v", cause(err))
	}
	r, err := evalset.Score(ctx, style, cases)
	r.Misses = slices.DeleteFunc(r.Misses, func(m evalset.Miss) bool { return m.Case.HeldOut })
	return RulesReport{style.Name, r.All().Precision(), r.All().Recall(), r}, err
}

func cause(err error) error {
	if err == nil {
		return fmt.Errorf("there is none in it")
	}
	return err
}

// Write writes the report for people.
func (r RulesReport) Write(w io.Writer) {
	fmt.Fprintf(w, "Style %s: precision %.3f, recall %.3f", r.Style, r.Precision, r.Recall)
	if r.HeldOut.Messages > 0 { // the honest part of it
		fmt.Fprintf(w, "; on what is held out %.3f and %.3f", r.HeldOut.Precision(), r.HeldOut.Recall())
	}
	fmt.Fprintln(w)
	counts(w, "part", map[string]evalset.Count{"tuned": r.Tuned, "held out": r.HeldOut})
	counts(w, "kind", r.Kinds)
	counts(w, "domain", r.Domains)
	for _, m := range r.Misses {
		fmt.Fprintf(w, "\n%q\n", m.Case.Text)
		for _, text := range m.Wrong {
			fmt.Fprintf(w, "  not expected: %q\n", text)
		}
		for _, e := range m.Missed {
			fmt.Fprintf(w, "  missed: %q\n", e.Words)
		}
	}
}

func counts(w io.Writer, what string, all map[string]evalset.Count) {
	fmt.Fprintln(w)
	columns(w, func(t io.Writer) {
		fmt.Fprintf(t, "%s\tmessages\tright\twrong\tmissed\tprecision\trecall\n", what)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if c := all[name]; c.Messages > 0 {
				fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%.3f\t%.3f\n", name, c.Messages, c.Right, c.Wrong, c.Missed, c.Precision(), c.Recall())
			}
		}
	})
}
