package selective

import (
	"regexp"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// rationale knows whether a text gives a reason.
type rationale struct{ marks []*regexp.Regexp }

func newRationale(t extract.Texts) (r rationale) {
	for _, mark := range t.List("rationale.list") {
		edge := ""
		if mark[0] < 0x80 {
			edge = `\b`
		}
		r.marks = append(r.marks, regexp.MustCompile("(?i)"+edge+regexp.QuoteMeta(mark)+edge))
	}
	return r
}

func (r rationale) given(content string) bool {
	for _, mark := range r.marks {
		if mark.MatchString(content) {
			return true
		}
	}
	return false
}

// downgrade makes a fact of a decision that gives no reason.
func (r rationale) downgrade() filter.Rule {
	return filter.Rule{Name: "rationale", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
		if c.Type == "decision" && !r.given(c.Content) {
			c.Type = "fact"
			c.Reasoning = strings.TrimSpace(c.Reasoning + " Handed in as a decision; it gives no rationale, so it is kept as a fact.")
		}
		return ""
	}}
}
