package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/styles"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// reading is what the chosen styles made of a window, and what it cost. One that
// went wrong halfway still tells the cost.
type reading struct {
	extract.Result
	tallies []souvenir.Tally
	usage   souvenir.Usage
	note    string // why no model was asked, where one should have been

	forget []asked           // what the messages ask to be forgotten
	notes  map[string]string // by message: what came of that
}

// chosen are the styles to use: the request's, else the agent's, else the configured.
func (e *Engine) chosen(asked []string, a souvenir.Agent) ([]extract.Style, error) {
	for _, names := range [][]string{asked, a.Styles, e.settings().Styles} {
		if len(names) > 0 {
			return styles.Named(e.styles, names)
		}
	}
	if e.model != nil {
		return styles.Named(e.styles, styles.WithModel)
	}
	return styles.Named(e.styles, styles.Default)
}

// read lets each style look at the window. Where a style would ask a model and
// there is none to ask, the rules do what they can instead.
func (e *Engine) read(ctx context.Context, chosen []extract.Style, w souvenir.Window) (reading, error) {
	var all reading
	w, all.forget = withoutRequests(w)
	for _, s := range chosen {
		r, err := e.think(ctx, s, w, &all)
		if errors.Is(err, extract.ErrNoModel) {
			r, err = e.readByRules(ctx, w, &all)
		}
		all.Add(s, r)
		if err != nil {
			return all, err
		}
	}
	if err := e.screen(ctx, w, &all); err != nil {
		return all, err
	}
	e.report(ctx, all.Rejections)
	e.count(all.tallies)
	return all, nil
}

func (e *Engine) readByRules(ctx context.Context, w souvenir.Window, all *reading) (extract.Result, error) {
	var found extract.Result
	instead, err := styles.Named(e.styles, styles.Default)
	if err != nil {
		return found, err
	}
	for _, s := range instead {
		r, err := e.think(ctx, s, w, all)
		if err != nil {
			return found, err
		}
		found.Add(s, r)
	}
	return found, nil
}

// think runs a style and counts what it did. One that asks no model is all work
// and no waiting, and has to wait until there is a processor to spare.
func (e *Engine) think(ctx context.Context, s extract.Style, w souvenir.Window, all *reading) (r extract.Result, err error) {
	kit := extract.Kit{Gates: e.gates}
	if w.Before, err = e.before(ctx, s, w); err != nil {
		return r, err
	}
	if s.Ask == nil {
		err = e.sparing(ctx, func() (err error) {
			r, err = extract.Run(ctx, s, kit, w)
			return err
		})
		all.tallied(s, r, err)
		return r, err
	}
	var missing string
	if kit.Model, missing, err = e.modelFor(ctx, w.Scope.Tenant); err != nil {
		return r, err
	}
	kit.Tuning = e.tuning(s.Name, w.Agent)
	r, err = extract.Run(ctx, s, kit, w)
	all.tallied(s, r, err)
	if missing != "" && !r.Idle {
		all.note = notes[missing]
		all.tallies = append(all.tallies, souvenir.Tally{Style: s.Name, What: missing, N: 1})
	}
	return r, err
}

// before is what the user said before the window, if its first message may be
// about that.
func (e *Engine) before(ctx context.Context, s extract.Style, w souvenir.Window) ([]souvenir.Message, error) {
	first := slices.IndexFunc(w.Messages, func(m souvenir.Message) bool { return m.Role == souvenir.User })
	if s.LooksBack == nil || first < 0 || w.Scope.Conversation == "" || !s.LooksBack(w.Messages[first]) {
		return nil, nil
	}
	m, ok, err := e.store.MessageBefore(ctx, w.Scope, w.Messages[first].ID)
	if !ok {
		return nil, err
	}
	return []souvenir.Message{m}, nil
}

// modelFor is whom to ask for a tenant: nobody when none is configured, or when
// the tenant has spent what it may.
func (e *Engine) modelFor(ctx context.Context, tenant string) (m llm.Client, missing string, err error) {
	if e.model == nil {
		return nil, souvenir.WithoutModel, nil
	}
	most := e.settings().DailyTokens
	if most <= 0 {
		return e.model, "", nil
	}
	spent, err := e.store.TokensToday(ctx, tenant)
	if err != nil || spent >= int64(most) {
		return nil, souvenir.BudgetReached, err
	}
	return e.model, "", nil
}

var notes = map[string]string{
	souvenir.WithoutModel:  "It was read by rules, because no model is configured.",
	souvenir.BudgetReached: "It was read by rules, because the day's tokens are spent.",
}

// tuning is how a style asks for an agent: the agent's own model and temperature
// come first.
func (e *Engine) tuning(style string, a souvenir.Agent) extract.Tuning {
	var t extract.Tuning
	if tuned := e.settings().Tuned; tuned != nil {
		t = tuned(style)
	}
	t.Model = cmp.Or(a.Model, t.Model)
	t.Temperature = cmp.Or(a.Temperature, t.Temperature)
	return t
}

// report logs what was refused. What was said is nobody's business but a
// debugger's.
func (e *Engine) report(ctx context.Context, refused []souvenir.Rejection) {
	for _, r := range refused {
		what := r.Reason
		if content := r.Candidate.Content; content != "" {
			what = strings.TrimSuffix(strings.TrimSuffix(r.Reason, content), ": ")
		}
		e.log.WarnContext(ctx, "[FILTER] "+what, "rule", r.Rule, "style", r.Style)
		e.log.DebugContext(ctx, "[FILTER] "+r.Reason, "content", r.Candidate.Content)
	}
}

// spent notes what a job has cost though it came to nothing, and the reply that
// could not be read.
func (e *Engine) spent(ctx context.Context, l store.Lease, r reading, cause error) error {
	e.count(r.tallies)
	unread, unreadable := errors.AsType[*extract.Unreadable](cause)
	if r.usage == (souvenir.Usage{}) && !unreadable {
		return cause
	}
	reply := ""
	if unreadable {
		reply = shortened(unread.Reply)
	}
	if err := e.store.Spend(context.WithoutCancel(ctx), l, l.Job.Usage.Plus(r.usage), reply, r.tallies); err != nil {
		e.log.ErrorContext(ctx, "cost of a job not noted", "job", l.Job.ID, "error", err)
	}
	return cause
}

// maxReply is how much is kept of a reply that nobody could read.
const maxReply = 16 << 10

func shortened(reply string) string {
	if len(reply) > maxReply {
		reply = reply[:maxReply] + "…"
	}
	return strings.ReplaceAll(strings.ToValidUTF8(reply, "\uFFFD"), "\x00", "\uFFFD")
}
