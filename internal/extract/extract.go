// Package extract turns a window of messages into candidates. A Style says how;
// Run is the only algorithm.
package extract

import (
	"context"
	"fmt"
	"slices"
	"strings"

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

	// Fallback styles propose only what no other style has made something of.
	Fallback bool
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

// Without leaves out of a fallback style's result what others have already made
// something of: candidates whose words in some message overlap with theirs.
func (r Result) Without(others Result) Result {
	r.Candidates = slices.DeleteFunc(slices.Clone(r.Candidates), func(c souvenir.Candidate) bool {
		return slices.ContainsFunc(others.Candidates, func(o souvenir.Candidate) bool { return overlap(c.Evidence, o.Evidence) })
	})
	return r
}

func overlap(as, bs []souvenir.Evidence) bool {
	for _, a := range as {
		for _, b := range bs {
			if a.Message == b.Message && (strings.Contains(a.Quote, b.Quote) || strings.Contains(b.Quote, a.Quote)) {
				return true
			}
		}
	}
	return false
}

// ReadsUser selects what the user said.
func ReadsUser(m souvenir.Message) bool { return m.Role == souvenir.User }
