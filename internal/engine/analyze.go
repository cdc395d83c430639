package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract/analysis"
	"github.com/souvenir-memory/souvenir/internal/extract/styles"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// whole is the style that looks at whole conversations.
const whole = "analysis"

// record is what an analysis leaves behind: what the style found, and what became
// of it.
type record struct {
	souvenir.Findings
	Manual       bool             `json:"manual"`
	Job          string           `json:"job"`
	Memories     []string         `json:"memories"`
	MemoryCounts map[string]int64 `json:"memory_counts"`
}

// analyze does an analysis that was asked for or fell due: the conversation is
// read in as many parts as it takes, and what the parts amount to is put together.
func (e *Engine) analyze(ctx context.Context, l store.Lease, sc souvenir.Scope, conv souvenir.Conversation) error {
	ms, err := e.transcript(ctx, sc)
	if err != nil {
		return err
	}
	found, err := e.readWhole(ctx, sc, conv, ms)
	if err != nil {
		return e.spent(ctx, l, found, err)
	}
	h := newHearing(true)
	for {
		if conv, err := e.store.Conversation(ctx, sc); err != nil || conv.Private {
			return errors.Join(err, e.finishPrivate(ctx, l))
		}
		plan, err := e.plan(ctx, sc.Tenant, found.Candidates, h)
		if err != nil {
			return err
		}
		episodes, err := recorded(found.Episodes, ms, plan, l.Job)
		if err != nil {
			return err
		}
		judged, cost := h.tallies()
		err = e.store.Finish(ctx, l, store.Verdict{
			Plan: plan, Rejections: found.Rejections, Episodes: episodes, Tallies: slices.Concat(found.tallies, judged), Usage: l.Job.Usage.Plus(found.usage).Plus(cost),
		})
		if !errors.Is(err, store.ErrStale) {
			return err
		}
	}
}

// readWhole reads a conversation part by part.
func (e *Engine) readWhole(ctx context.Context, sc souvenir.Scope, conv souvenir.Conversation, ms []souvenir.Message) (reading, error) {
	var all reading
	chosen, err := styles.Named(e.styles, []string{whole})
	if err != nil {
		return all, err
	}
	s := chosen[0]
	w, err := e.around(ctx, sc, conv, ms)
	if err != nil {
		return all, err
	}
	for _, part := range s.Parts(ms) {
		w.Messages = part
		r, err := e.think(ctx, s, w, &all)
		all.Add(s, r)
		if err != nil {
			return all, err
		}
	}
	if len(all.Episodes) > 1 {
		all.Episodes = []souvenir.Episode{s.Whole(all.Episodes)}
	}
	e.report(ctx, all.Rejections)
	e.count(all.tallies)
	return all, nil
}

// recorded writes into an episode what became of its memories.
func recorded(eps []souvenir.Episode, ms []souvenir.Message, p souvenir.Plan, j souvenir.Job) ([]souvenir.Episode, error) {
	out := make([]souvenir.Episode, len(eps))
	for i, ep := range eps {
		r := record{Manual: j.Kind == souvenir.Analyze, Job: j.ID, Memories: []string{}, MemoryCounts: map[string]int64{}}
		if err := json.Unmarshal(ep.Body, &r.Findings); err != nil {
			return nil, err
		}
		r.Range = souvenir.MessageRange{Start: ms[0].Seq, End: ms[len(ms)-1].Seq, Count: len(ms)}
		for _, s := range p.Steps {
			if s.Operation != souvenir.Reinforce && s.Operation != souvenir.Noop {
				r.Memories = append(r.Memories, s.Memory.ID)
				r.MemoryCounts[s.Memory.Type]++
			}
		}
		body, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		ep.Body = body
		out[i] = ep
	}
	return out, nil
}

// transcript is everything that was said in a conversation.
func (e *Engine) transcript(ctx context.Context, sc souvenir.Scope) ([]souvenir.Message, error) {
	var all []souvenir.Message
	for cursor := ""; ; {
		page, err := e.store.Messages(ctx, sc, cursor, 500)
		if err != nil {
			return nil, err
		}
		all = append(all, page.Items...)
		if cursor = page.Next; cursor == "" {
			return all, nil
		}
	}
}

// AnalyzeConversation asks for an analysis.
type AnalyzeConversation struct {
	ConversationOf
	Force bool   `query:"force" doc:"Also when there is little to analyse."`
	Wait  string `query:"wait" default:"1m" doc:"Wait this long, such as 10s, for what comes of it."`
}

// Analyzed answers 202 while the analysis is not done.
type Analyzed struct {
	Status int
	Body   souvenir.Analysis
}

// Statuses are those that it answers with.
func (*Analyzed) Statuses() []int { return []int{http.StatusOK, http.StatusAccepted} }

// Analyze looks at a whole conversation now.
func (e *Engine) Analyze(ctx context.Context, in *AnalyzeConversation) (*Analyzed, error) {
	sc, err := e.conversation(ctx, in.User, in.ID)
	if err != nil {
		return nil, err
	}
	wait, err := parseWait(in.Wait)
	if err != nil {
		return nil, err
	}
	if why, err := e.notAnalyzed(ctx, sc, in.Force); err != nil || why != "" {
		return &Analyzed{http.StatusOK, souvenir.Analysis{Status: "warning", Reason: why, CanForce: true}}, err
	}
	job, err := e.store.Enqueue(ctx, souvenir.Job{Kind: souvenir.Analyze, Tenant: sc.Tenant, User: sc.User, Conversation: sc.Conversation, Styles: []string{whole}})
	if err != nil {
		return nil, err
	}
	e.wake()
	job, err = e.awaitJob(ctx, job, wait)
	switch {
	case err != nil:
		return nil, err
	case job.State == souvenir.JobFailed:
		return nil, souvenir.Errorf(souvenir.Unavailable, "The analysis failed: %s", job.Reason)
	case job.State != souvenir.JobDone:
		return &Analyzed{http.StatusAccepted, souvenir.Analysis{Status: "queued", Job: job.ID, Reason: job.Reason}}, nil
	}
	return e.analyzed(ctx, sc, job)
}

// notAnalyzed says why a conversation is not analysed: an error when it cannot
// be, a sentence when it is hardly worth it.
func (e *Engine) notAnalyzed(ctx context.Context, sc souvenir.Scope, force bool) (string, error) {
	conv, err := e.store.Conversation(ctx, sc)
	switch {
	case err != nil:
		return "", err
	case conv.Private:
		return "", souvenir.Errorf(souvenir.Conflict, "The conversation is private; it is never read.")
	case e.model == nil:
		return "", souvenir.Errorf(souvenir.Invalid, "An analysis asks a model, and none is configured. Set llm.endpoint and llm.model.")
	case force && conv.Messages > 0:
		return "", nil
	}
	ms, err := e.transcript(ctx, sc)
	if err != nil {
		return "", err
	}
	spoken := 0
	for _, m := range ms {
		spoken += analysis.Tokens(m)
	}
	if analysis.EnoughByHand(len(ms), spoken) {
		return "", nil
	}
	return fmt.Sprintf("There is little to analyse: %d messages, about %d tokens.", len(ms), spoken), nil
}

// analyzed is the answer about an analysis that a job has made.
func (e *Engine) analyzed(ctx context.Context, sc souvenir.Scope, job souvenir.Job) (*Analyzed, error) {
	page, err := e.store.Episodes(ctx, sc.Tenant, sc.User, store.EpisodesWanted{Conversation: sc.Conversation, Style: whole}, "", 20)
	if err != nil {
		return nil, err
	}
	for _, ep := range page.Items {
		r, err := e.recordOf(ctx, sc, ep, true)
		if err != nil {
			return nil, err
		}
		if r.job == job.ID {
			return &Analyzed{http.StatusOK, souvenir.Analysis{
				Status: "success", Job: job.ID, Type: "manual", Findings: r.Findings,
				Extracted: int(r.Total), MemoryCounts: r.MemoryCounts, Memories: r.Memories,
			}}, nil
		}
	}
	return nil, souvenir.Errorf(souvenir.NotFound, "The analysis was deleted meanwhile.")
}

// awaitJob waits until a job is over, or the time is.
func (e *Engine) awaitJob(ctx context.Context, job souvenir.Job, wait time.Duration) (souvenir.Job, error) {
	until := time.NewTimer(wait)
	defer until.Stop()
	for {
		finished := e.finished.wait()
		now, err := e.store.Job(ctx, job.Tenant, job.ID)
		if err != nil || now.State == souvenir.JobDone || now.State == souvenir.JobFailed || now.State == souvenir.JobDropped {
			return now, err
		}
		another := time.NewTimer(200 * time.Millisecond) // another process may do it
		select {
		case <-finished:
		case <-another.C:
		case <-until.C:
			another.Stop()
			return now, nil
		case <-ctx.Done():
			another.Stop()
			return now, nil
		}
		another.Stop()
	}
}
