package engine

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/styles"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/secret"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// PostMessages asks to remember messages of a conversation.
type PostMessages struct {
	Conversation string `path:"id"`
	Wait         string `query:"wait" doc:"Wait this long, such as 10s, for the outcomes."`
	Body         souvenir.Talk
}

// Accepted answers 202 while messages wait, and 200 when all are done.
type Accepted struct {
	Status int
	Body   souvenir.Accepted
}

// Statuses are those that it answers with.
func (*Accepted) Statuses() []int { return []int{http.StatusOK, http.StatusAccepted} }

// maxWait bounds how long a request may hang on an outcome.
const maxWait = time.Minute

// Remember accepts messages: from here on they are safe, searchable, and on
// their way to becoming memories.
func (e *Engine) Remember(ctx context.Context, in *PostMessages) (*Accepted, error) {
	sc, err := e.conversation(ctx, in.Body.User, in.Conversation)
	if err != nil {
		return nil, err
	}
	wait, err := parseWait(in.Wait)
	if err != nil {
		return nil, err
	}
	post, err := e.post(ctx, sc, in.Body, inject.Strip)
	if err != nil {
		return nil, err
	}
	if sc.User == souvenir.UnknownUser {
		return accepted(http.StatusOK, in.Conversation, skipped(post.Messages)), nil
	}
	receipt, err := e.store.Accept(ctx, post)
	if err != nil {
		return nil, err
	}
	if len(receipt.Dropped) > 0 {
		e.log.WarnContext(ctx, "jobs dropped", "dropped", len(receipt.Dropped), "limit", post.QueueLimit)
	}
	if slices.ContainsFunc(receipt.Outcomes, func(o souvenir.Outcome) bool { return o.State == souvenir.Private }) {
		e.log.InfoContext(ctx, "messages skipped: the conversation is private", "messages", len(receipt.Outcomes))
	}
	e.written.raise()
	if receipt.Queued > 0 {
		e.wake()
	}
	if wait == 0 {
		return accepted(http.StatusAccepted, in.Conversation, receipt.Outcomes), nil
	}
	outcomes, done, err := e.await(ctx, sc, receipt.Outcomes, wait)
	status := http.StatusAccepted
	if done {
		status = http.StatusOK
	}
	return accepted(status, in.Conversation, outcomes), err
}

// post is what the store accepts. strip takes out of a user's message what was
// injected into it.
func (e *Engine) post(ctx context.Context, sc souvenir.Scope, t souvenir.Talk, strip func(string) string) (store.Post, error) {
	s := e.settings()
	sc.Agent = t.Agent
	p := store.Post{Scope: sc, Source: cmp.Or(t.Source, "web"), Participants: t.Participants, Styles: t.Styles, MaxTurns: s.MaxTurns, QueueLimit: s.QueueLimit, Partner: t.Partner, Relation: t.Relation, URL: t.URL}
	if t.Incremental {
		p.Gather = &s.Gather
	}
	if !s.Extraction {
		p.Skip = "Extraction is switched off."
	}
	agent, err := e.agentOf(ctx, sc)
	if err != nil {
		return p, err
	}
	if _, err := styles.Named(e.styles, t.Styles); err != nil {
		return p, err
	}
	if chosen, err := e.chosen(t.Styles, agent); err == nil { // what an operator got wrong shows when the job runs; the message is kept
		p.MaxTurns = fewestTurns(p.MaxTurns, chosen)
	}
	for what, text := range map[string]string{"source": p.Source, "partner": p.Partner, "relation": p.Relation, "url": p.URL} {
		if err := souvenir.CheckText(what, text); err != nil {
			return p, err
		}
	}
	for _, name := range t.Participants {
		if err := souvenir.CheckID("name of a participant", name); err != nil {
			return p, err
		}
	}
	p.Messages, err = e.messages(t.Messages, strip)
	return p, err
}

// messages makes what a caller sent into messages, or says what is wrong with it.
func (e *Engine) messages(said []souvenir.Said, strip func(string) string) ([]souvenir.Message, error) {
	now := e.now()
	out := make([]souvenir.Message, len(said))
	for i, s := range said {
		if s.ID != "" {
			if err := souvenir.CheckID("message id", s.ID); err != nil {
				return nil, err
			}
		}
		if err := souvenir.CheckText("message", s.Content); err != nil {
			return nil, err
		}
		if s.Role == souvenir.User && souvenir.Blank(s.Content) {
			return nil, souvenir.Errorf(souvenir.Invalid, "A message of the user is empty, or shows nothing.")
		}
		if s.Name != "" {
			if err := souvenir.CheckID("name of the speaker", s.Name); err != nil {
				return nil, err
			}
		}
		out[i] = souvenir.Message{ID: cmp.Or(s.ID, e.newID()), Role: s.Role, Name: s.Name, Content: s.Content, At: s.At.UTC()}
		if s.At.IsZero() {
			out[i].At = now
		}
		switch out[i].Role {
		case souvenir.User:
			out[i].Content = strip(s.Content)
		case souvenir.Assistant, souvenir.System: // a model may repeat what it was told
			out[i].Content = inject.StripBlocks(s.Content)
		}
		out[i].Content, _ = secret.Redact(out[i].Content)
	}
	return out, nil
}

// agentOf is the agent on the other side, if anybody said who that is.
func (e *Engine) agentOf(ctx context.Context, sc souvenir.Scope) (souvenir.Agent, error) {
	if sc.Agent == "" {
		return souvenir.Agent{}, nil
	}
	if err := souvenir.CheckID("agent", sc.Agent); err != nil {
		return souvenir.Agent{}, err
	}
	a, _, err := e.store.Agent(ctx, sc.Tenant, sc.Agent)
	return a, err
}

// fewestTurns is how many turns one window holds: as many as the configuration
// says, or as few as a style wants. Where a model is asked, only the styles that
// ask have a say, so that nobody is asked more often than need be.
func fewestTurns(configured int, chosen []extract.Style) int {
	asking := slices.ContainsFunc(chosen, func(s extract.Style) bool { return s.Ask != nil })
	for _, s := range chosen {
		if s.Turns > 0 && (configured <= 0 || s.Turns < configured) && (s.Ask != nil || !asking) {
			configured = s.Turns
		}
	}
	return configured
}

func parseWait(s string) (time.Duration, error) {
	if s == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 || d > maxWait {
		return 0, souvenir.Errorf(souvenir.Invalid, "wait is %q; it must be a duration up to %v, such as 10s.", s, maxWait)
	}
	return d, nil
}

// await waits until every message has its outcome, or the time is over.
func (e *Engine) await(ctx context.Context, sc souvenir.Scope, have []souvenir.Outcome, wait time.Duration) ([]souvenir.Outcome, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	ids := make([]string, len(have))
	for i, o := range have {
		ids[i] = o.Message
	}
	for {
		finished := e.finished.wait()
		now, err := e.store.OutcomesByID(context.WithoutCancel(ctx), sc, ids)
		if err != nil || allFinal(now) || ctx.Err() != nil {
			return now, allFinal(now), err
		}
		another := time.NewTimer(200 * time.Millisecond) // another process may have done it
		select {
		case <-finished:
		case <-another.C:
		case <-ctx.Done():
		}
		another.Stop()
	}
}

func allFinal(os []souvenir.Outcome) bool {
	for _, o := range os {
		if !o.State.Final() {
			return false
		}
	}
	return true
}

func accepted(status int, conversation string, os []souvenir.Outcome) *Accepted {
	a := &Accepted{Status: status}
	a.Body.Conversation = conversation
	a.Body.Messages = make([]souvenir.MessageOutcome, len(os))
	for i, o := range os {
		id := o.Message
		o.Message = ""
		a.Body.Messages[i] = souvenir.MessageOutcome{ID: id, Outcome: o}
	}
	return a
}

func skipped(ms []souvenir.Message) []souvenir.Outcome {
	os := make([]souvenir.Outcome, len(ms))
	for i, m := range ms {
		os[i] = souvenir.Outcome{Message: m.ID, State: souvenir.Skipped, Reason: "The user is unknown; nothing is stored for them."}
	}
	return os
}
