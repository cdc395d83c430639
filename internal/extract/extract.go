// Package extract turns a window of messages into candidates. A Style says how;
// Run is the only algorithm.
package extract

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/chatter"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/llm"
)

// Kit is what Run needs besides a style: whom to ask, and what no candidate may
// break.
type Kit struct {
	Model  llm.Client // nil means that there is none
	Tuning Tuning
	Gates  []filter.Rule
}

// Tuning is what operators and agents change about how a style asks. The zero
// value leaves everything as the style has it.
type Tuning struct {
	Model       string
	Temperature *float64
	MaxTokens   int
	AskAlways   bool // even about messages that plainly hold nothing
}

// Result is what one style made of one window.
type Result struct {
	Candidates []souvenir.Candidate
	Rejections []souvenir.Rejection
	Episodes   []souvenir.Episode
	Topics     []souvenir.PendingTopic // each of the episode that it names
	Asked      []Asked                 // one for each time a model replied
	Idle       bool                    // nobody was asked, because the messages plainly hold nothing
}

// Run selects the messages the style reads, finds candidates in them, completes
// those with what the window knows, and refuses the ones that break a rule. The
// result of a run that went wrong still tells what was asked.
func Run(ctx context.Context, s Style, k Kit, w souvenir.Window) (Result, error) {
	w.Messages = selected(s, w.Messages)
	if len(w.Messages) == 0 {
		return Result{}, nil
	}
	var r Result
	found, err := find(ctx, s, k, w, &r)
	if err != nil {
		return r, fmt.Errorf("style %s: %w", s.Name, err)
	}
	for i := range found.Candidates {
		complete(&found.Candidates[i], s, w)
	}
	for i := range found.Rejections {
		complete(&found.Rejections[i].Candidate, s, w)
		r := &found.Rejections[i]
		r.User, r.Conversation, r.Style = w.Scope.User, w.Scope.Conversation, s.Name
	}
	kept, refused := filter.Apply(slices.Concat(s.Rules, k.Gates), w, found.Candidates)
	r.Rejections = append(found.Rejections, refused...)
	if s.Most != nil {
		var beyond []souvenir.Rejection
		kept, beyond = s.Most(kept)
		r.Rejections = append(r.Rejections, beyond...)
	}
	r.Candidates = kept
	if found.Episode != nil {
		r.Episodes, r.Topics = completeEpisode(*found.Episode, found.Topics, s, w)
	}
	return r, nil
}

// Prompt is what Run would ask about a window; asks is false where the style
// would not ask at all.
func Prompt(ctx context.Context, s Style, w souvenir.Window) (q Question, asks bool, err error) {
	w.Messages = selected(s, w.Messages)
	if s.Ask == nil || len(w.Messages) == 0 {
		return Question{}, false, nil
	}
	if s.Propose != nil {
		if _, answered, err := s.Propose(ctx, w); answered || err != nil {
			return Question{}, false, err
		}
	}
	q, err = s.Ask(w)
	return q, err == nil, err
}

func selected(s Style, ms []souvenir.Message) []souvenir.Message {
	return slices.DeleteFunc(slices.Clone(ms), func(m souvenir.Message) bool { return !s.Reads(m) })
}

// find lets the style answer by itself, or else asks a model, unless the messages
// plainly hold nothing.
func find(ctx context.Context, s Style, k Kit, w souvenir.Window, r *Result) (Findings, error) {
	if s.Propose != nil {
		if f, answered, err := s.Propose(ctx, w); answered || err != nil || s.Ask == nil {
			return f, err
		}
	}
	if !s.AskAlways && !k.Tuning.AskAlways && allChatter(s, w.Messages) {
		r.Idle = true
		return Findings{}, nil
	}
	return ask(ctx, s, k, w, r)
}

func allChatter(s Style, ms []souvenir.Message) bool {
	return !slices.ContainsFunc(ms, func(m souvenir.Message) bool {
		return (m.Role != souvenir.Assistant || s.FromAnyone) && !chatter.Plainly(m.Content)
	})
}

// Add puts another style's result beside this one. What a fallback style found
// counts only where the others made nothing of it.
func (r *Result) Add(s Style, more Result) {
	if s.Fallback {
		more.Candidates = r.without(more.Candidates)
	}
	r.Candidates = append(r.Candidates, more.Candidates...)
	r.Rejections = append(r.Rejections, more.Rejections...)
	r.Episodes = append(r.Episodes, more.Episodes...)
	r.Topics = append(r.Topics, more.Topics...)
	r.Asked = append(r.Asked, more.Asked...)
}

// without leaves out the candidates whose words in some message overlap with
// those of what is here already.
func (r *Result) without(cs []souvenir.Candidate) []souvenir.Candidate {
	return slices.DeleteFunc(slices.Clone(cs), func(c souvenir.Candidate) bool {
		return slices.ContainsFunc(r.Candidates, func(o souvenir.Candidate) bool { return overlap(c.Evidence, o.Evidence) })
	})
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
