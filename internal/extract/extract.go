// Package extract turns a window of messages into candidates. A Style says how;
// Run is the only algorithm.
package extract

import (
	"context"
	"fmt"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// Style is one way of extracting. It is a value: what differs between two
// styles is what stands in their fields.
type Style struct {
	Name  string
	About string // one sentence for people choosing a style

	// Reads says which messages the style looks at.
	Reads func(souvenir.Message) bool

	// Propose finds what may be worth keeping in the messages that are read.
	Propose func(ctx context.Context, w souvenir.Window) ([]souvenir.Candidate, error)

	// Rules are the style's own; the shared gates run after them.
	Rules []filter.Rule
}

// Result is what one style made of one window.
type Result struct {
	Candidates []souvenir.Candidate
	Rejections []souvenir.Rejection
}

// Run selects the messages the style reads, asks it for candidates, completes
// them with what the window knows, and refuses those that break a rule.
func Run(ctx context.Context, s Style, gates []filter.Rule, w souvenir.Window) (Result, error) {
	w.Messages = slices.DeleteFunc(slices.Clone(w.Messages), func(m souvenir.Message) bool { return !s.Reads(m) })
	if len(w.Messages) == 0 {
		return Result{}, nil
	}
	proposed, err := s.Propose(ctx, w)
	if err != nil {
		return Result{}, fmt.Errorf("style %s: %w", s.Name, err)
	}
	for i := range proposed {
		complete(&proposed[i], s, w)
	}
	rules := slices.Concat(s.Rules, gates)
	kept, refused := filter.Apply(rules, w, proposed)
	return Result{Candidates: kept, Rejections: refused}, nil
}

// ReadsUser selects what the user said.
func ReadsUser(m souvenir.Message) bool { return m.Role == souvenir.User }
