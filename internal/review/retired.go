package review

import (
	"fmt"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/reconcile/sense"
)

// Retired is the name of the rule against what somebody called incorrect.
const Retired = "retired"

// NotRetired refuses what somebody called incorrect, in whatever words, and doubts
// what says that and more.
func NotRetired(rs []souvenir.Retirement) filter.Rule {
	return filter.Rule{Name: Retired, Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
		for _, r := range rs {
			switch relation(r, c.Memory) {
			case sense.Same:
				return fmt.Sprintf("somebody said on %s that it is incorrect", r.CreatedAt.Format("2006-01-02"))
			case sense.Refines:
				filter.Doubt(c, "somebody said that it is incorrect: "+r.Content)
			}
		}
		return ""
	}}
}

// Brings says whether a memory says what was called incorrect.
func Brings(r souvenir.Retirement, m souvenir.Memory) bool { return relation(r, m) == sense.Same }

func relation(r souvenir.Retirement, m souvenir.Memory) sense.Relation {
	switch {
	case r.SubjectUser != m.SubjectUser:
		return sense.Apart
	case r.Hash == m.Hash():
		return sense.Same
	case souvenir.Normalize(r.Question) != souvenir.Normalize(m.Question), r.Key != m.Key && r.Key != "" && m.Key != "":
		return sense.Apart
	case r.Key == m.Key && souvenir.Normalize(r.Content) == souvenir.Normalize(m.Content):
		return sense.Same
	}
	found := sense.Compare(sense.Read(r.Content), sense.Read(m.Content)).Relation
	if r.Key != m.Key && found == sense.Refines { // a bare value, and a sentence with it
		return sense.Apart
	}
	return found
}
