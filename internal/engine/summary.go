package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/reply"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/summary"
)

// summaryWait is how long a recall waits for its summary.
const summaryWait = 10 * time.Second

// summarize says in short what was recalled. It never fails: where no model
// answers in time, the best memories speak for themselves.
func (e *Engine) summarize(ctx context.Context, sc souvenir.Scope, query string, found []souvenir.RecalledMemory) *souvenir.Summary {
	least := cmp.Or(e.settings().SummaryMinimum, summary.Minimum)
	if len(found) < least {
		return &souvenir.Summary{Points: []string{}, Reason: fmt.Sprintf("A summary wants at least %d memories, and this found %d.", least, len(found))}
	}
	snippets := make([]souvenir.Memory, len(found))
	for i, m := range found {
		snippets[i] = m.Memory
	}
	s, err := e.askForSummary(ctx, sc, query, snippets)
	if err != nil {
		if !errors.Is(err, errNoModel) {
			e.log.WarnContext(ctx, "no summary by a model", "reason", err)
		}
		s = summary.Extract(snippets, whyExtract(err))
	}
	return &s
}

func (e *Engine) askForSummary(ctx context.Context, sc souvenir.Scope, query string, snippets []souvenir.Memory) (souvenir.Summary, error) {
	model, missing, err := e.modelFor(ctx, sc.Tenant)
	if err != nil || model == nil {
		return souvenir.Summary{}, cmp.Or(err, lacking[missing])
	}
	request, err := e.summaries.Request(query, snippets, e.tuning(summary.Style, souvenir.Agent{}))
	if err != nil {
		return souvenir.Summary{}, err
	}
	patience, cancel := context.WithTimeout(ctx, cmp.Or(e.settings().SummaryWait, summaryWait))
	defer cancel()
	said, err := model.Chat(patience, request)
	if err != nil {
		return souvenir.Summary{}, err
	}
	s, mode, err := summary.Read(said.Body(), snippets)
	e.tallySummary(ctx, sc, said, mode)
	return s, err
}

// tallySummary counts what a summary cost. Nobody waits for it long.
func (e *Engine) tallySummary(ctx context.Context, sc souvenir.Scope, said llm.Reply, mode reply.Mode) {
	var r reading
	r.spend(summary.Style, extract.Asked{Usage: said.Usage, Mode: mode})
	e.count(r.tallies)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := e.store.Settle(ctx, sc.Tenant, store.Verdict{Tallies: r.tallies}, souvenir.Cause{}); err != nil {
		e.log.ErrorContext(ctx, "cost of a summary not noted", "error", err)
	}
}

var (
	errNoModel = errors.New("no model is configured")
	errSpent   = errors.New("the day's tokens are spent")
	lacking    = map[string]error{souvenir.WithoutModel: errNoModel, souvenir.BudgetReached: errSpent}
)

// whyExtract tells those who asked why no model wrote their summary. What an
// endpoint says is for the log.
func whyExtract(err error) string {
	for why, sentence := range map[error]string{
		errNoModel: "No model is configured.", errSpent: "The day's tokens are spent.", context.DeadlineExceeded: "The model did not answer in time.",
		summary.ErrUnreadable: "The model's reply could not be read.", summary.ErrUngrounded: "The model's reply said too little that is in the memories.",
	} {
		if errors.Is(err, why) {
			return sentence
		}
	}
	return "The model could not be asked."
}
