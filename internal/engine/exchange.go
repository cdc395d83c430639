package engine

import (
	"cmp"
	"context"
	"math"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/secret"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// Side is one side of an exchange: what the user said, or what they were answered.
type Side struct {
	User, Agent, Conversation, Source string
	Said                              souvenir.Said
	Incremental                       bool // gathers turns, as the window settings say, instead of reading each exchange
}

// answerWait is how long what was said waits for its answer.
const answerWait = 2 * time.Minute

// Hear accepts one side of an exchange. What the user said is safe at once, and is
// read together with its answer; without an answer it is read alone after a while,
// also when we were killed in between. The same side again changes nothing; what the
// user says again after something else gets an id of its own. It gives the id.
func (e *Engine) Hear(ctx context.Context, s Side) (string, error) {
	sc, err := e.conversation(ctx, s.User, s.Conversation)
	if err != nil || sc.User == souvenir.UnknownUser {
		return "", err
	}
	post, err := e.post(ctx, sc, souvenir.Talk{Agent: s.Agent, Source: s.Source, Messages: []souvenir.Said{s.Said}}, inject.StripBlocks)
	if err != nil {
		return "", err
	}
	post.Gather, post.Again = e.pairing(s), true
	r, err := e.store.Accept(ctx, post)
	if err != nil {
		return "", err
	}
	if s.Said.Role != souvenir.User { // until then nobody but its user needs the machine
		e.written.raise()
		e.wake()
	}
	return r.Outcomes[0].Message, nil
}

// pairing lets a user's turn wait for its answer, or for the next turn where none
// comes; an answer makes both ready, or counts towards the turns that are gathered.
func (e *Engine) pairing(s Side) *store.Gather {
	g := e.settings().Gather
	switch alone := cmp.Or(e.settings().AnswerWait, answerWait); {
	case s.Said.Role == souvenir.User && s.Incremental:
		return &store.Gather{MinTurns: math.MaxInt, Idle: alone} // never before its answer
	case s.Said.Role == souvenir.User:
		return &store.Gather{MinTurns: 2, Idle: alone}
	case s.Incremental:
		return &g
	}
	return &store.Gather{MinTurns: 0}
}

// Resolve says whose memory a request means. It asks nobody but the caller's key
// and the settings; an error is a reason to leave memory out.
func (e *Engine) Resolve(ctx context.Context, user string) (string, error) {
	sc, err := e.scope(ctx, user)
	return sc.User, err
}

// Vectors are the vectors of some texts, and the name of the model that made them.
func (e *Engine) Vectors(ctx context.Context, texts []string) (model string, vectors [][]float32, err error) {
	vectors, err = e.embedder.Embed(ctx, texts)
	return e.embedder.Name(), vectors, err
}

// Embedder is the name of the model that makes our vectors.
func (e *Engine) Embedder() string { return e.embedder.Name() }

// Keyed says that the caller came in with a key of ours.
func Keyed(ctx context.Context) bool { return caller(ctx).ID != "" }

// Tenant is the caller's tenant.
func Tenant(ctx context.Context) string { return caller(ctx).Tenant }

// MayHoldInjected says quickly that a text may hold something that we injected.
func MayHoldInjected(text []byte) bool { return inject.MayHold(text) }

// StripInjected takes out of a message what we injected, and nothing that only looks
// like it: blocks that bear our mark, and at the end of a user's message what made
// recognises. What a model or a tool said stays as it is.
func StripInjected(role, text string, made func(string) bool) string {
	switch role {
	case "user":
		return inject.StripMade(text, made)
	case "system", "developer":
		return inject.StripBlocks(text)
	}
	return text
}

// Look lets what is asked of a user with the context that it gives rest on one look at
// the database, for a request that asks several things. It must not outlive the request.
func (e *Engine) Look(ctx context.Context, user, conversation string) context.Context {
	sc, err := e.scope(ctx, user)
	if err != nil {
		return ctx // each finds out for itself, and reports the error
	}
	sc.Conversation = conversation
	return e.look(ctx, sc)
}

func (e *Engine) look(ctx context.Context, sc souvenir.Scope) context.Context {
	looked, err := e.store.Look(ctx, sc, e.embedder.Name())
	if err != nil {
		return ctx
	}
	return looked
}

// Private says that a conversation is to be neither told anything nor remembered.
func (e *Engine) Private(ctx context.Context, user, conversation string) (bool, error) {
	sc, err := e.conversation(ctx, user, conversation)
	if err != nil {
		return false, err
	}
	return e.store.Private(ctx, sc)
}

// Find recalls for somebody who reads the answer themselves.
func (e *Engine) Find(ctx context.Context, q souvenir.Query) (souvenir.Recall, error) {
	in := &struct{ Body souvenir.Query }{q}
	out, err := e.Recall(ctx, in)
	if err != nil {
		return souvenir.Recall{}, err
	}
	return out.Body, nil
}

// FactsOf lists a user's facts by key.
func (e *Engine) FactsOf(ctx context.Context, user string) ([]souvenir.Fact, error) {
	sc, err := e.scope(ctx, user)
	if err != nil {
		return nil, err
	}
	ms, err := e.store.Facts(ctx, sc.Tenant, sc.User, "", "", 500)
	return factsOf(ms), err
}

// Note remembers what a model says outright. Its word counts less than a user's:
// secrets are taken out, and what reads like an instruction, or does not rest on what
// the user said in this conversation, waits for a person.
func (e *Engine) Note(ctx context.Context, s souvenir.Statement, said []souvenir.Message) (souvenir.Decision, error) {
	sc, err := e.scope(ctx, s.User)
	if err != nil {
		return souvenir.Decision{}, err
	}
	sc.Agent, sc.Conversation = s.Agent, s.Conversation
	content, _ := secret.Redact(s.Content)
	c := e.explicit(sc, content, e.now())
	c.Key, c.Trust, c.Confidence = normalKey(s.Key), souvenir.FromAssistant, new(0.8)
	w := souvenir.Window{Scope: sc, Messages: said, Now: e.now()}
	if refused := filter.NotInstruction.Check(&c, w); refused != "" {
		return souvenir.Decision{}, souvenir.Errorf(souvenir.Invalid, "%s", refused)
	}
	if refused := filter.Grounded.Check(&c, w); refused != "" || len(said) == 0 {
		filter.Doubt(&c, cmp.Or(refused, "the user said nothing of the kind"))
	}
	d, err := e.state(ctx, sc, c, false)
	if err != nil {
		return souvenir.Decision{}, err
	}
	return d.Body, nil
}
