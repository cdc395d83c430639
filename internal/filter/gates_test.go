package filter_test

import (
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

var noon = time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC) // a Thursday

// shared are the gates in the order in which a candidate should meet them.
var shared = []filter.Rule{filter.NotEmpty, filter.NotTooLong, filter.NoSecret, filter.SameLanguage, filter.Grounded, filter.Faithful, filter.Authority, filter.NotInstruction}

// said is a window in which the user says things.
func said(texts ...string) souvenir.Window {
	w := souvenir.Window{Source: "web", Agent: souvenir.Agent{Name: "Nova"}, Now: noon}
	for i, text := range texts {
		w.Messages = append(w.Messages, souvenir.Message{ID: "m" + string(rune('1'+i)), Role: souvenir.User, Content: text, At: noon})
	}
	return w
}

func by(role souvenir.Role, w souvenir.Window, which int) souvenir.Window {
	w.Messages[which].Role = role
	return w
}

func claims(content string, evidence ...souvenir.Evidence) souvenir.Candidate {
	return souvenir.Candidate{Memory: souvenir.Memory{Content: content, Evidence: evidence, Origin: souvenir.Implicit, Trust: souvenir.FromUser}}
}

// through puts a candidate through rules and gives why it was refused.
func through(t *testing.T, rules []filter.Rule, c souvenir.Candidate, w souvenir.Window) (souvenir.Candidate, string) {
	t.Helper()
	kept, refused := filter.Apply(rules, w, []souvenir.Candidate{c})
	if len(kept) == 1 {
		return kept[0], ""
	}
	return refused[0].Candidate, refused[0].Rule + ": " + refused[0].Reason
}
