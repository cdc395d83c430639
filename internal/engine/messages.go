package engine

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract/styles"
	"github.com/souvenir-memory/souvenir/internal/inject"
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
	post, err := e.post(sc, in.Body)
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

func (e *Engine) post(sc souvenir.Scope, t souvenir.Talk) (store.Post, error) {
	s := e.settings()
	sc.Agent = t.Agent
	p := store.Post{Scope: sc, Source: cmp.Or(t.Source, "web"), Participants: t.Participants, Styles: t.Styles, MaxTurns: s.MaxTurns, QueueLimit: s.QueueLimit}
	if !s.Extraction {
		p.Skip = "Extraction is switched off."
	}
	if _, err := styles.Named(e.styles, t.Styles); err != nil {
		return p, err
	}
	if t.Agent != "" {
		if err := souvenir.CheckID("agent", t.Agent); err != nil {
			return p, err
		}
	}
	if err := souvenir.CheckText("source", p.Source); err != nil {
		return p, err
	}
	for _, name := range t.Participants {
		if err := souvenir.CheckID("name of a participant", name); err != nil {
			return p, err
		}
	}
	var err error
	p.Messages, err = e.messages(t.Messages)
	return p, err
}

// messages makes what a caller sent into messages, or says what is wrong with it.
func (e *Engine) messages(said []souvenir.Said) ([]souvenir.Message, error) {
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
		if s.Role == souvenir.User && strings.TrimSpace(s.Content) == "" {
			return nil, souvenir.Errorf(souvenir.Invalid, "A message of the user is empty.")
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
		if out[i].Role == souvenir.User {
			out[i].Content = inject.Strip(s.Content)
		}
	}
	return out, nil
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
