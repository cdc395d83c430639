package engine

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/secret"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// AddMemory states something, or asks what would become of it.
type AddMemory struct {
	Plan string `query:"plan" enum:"only" doc:"Decide only, and store nothing."`
	Body souvenir.Statement
}

// Decision answers 201 when something new was stored.
type Decision struct {
	Status int
	Body   souvenir.Decision
}

// Statuses are those that it answers with.
func (*Decision) Statuses() []int { return []int{http.StatusOK, http.StatusCreated} }

// AddMemory reconciles an explicit memory like any candidate and stores it.
func (e *Engine) AddMemory(ctx context.Context, in *AddMemory) (*Decision, error) {
	b := in.Body
	sc, err := e.scope(ctx, b.User)
	if err != nil {
		return nil, err
	}
	sc.Agent, sc.Conversation = b.Agent, b.Conversation
	c := e.explicit(sc, b.Content, b.SaidAt)
	c.Type, c.Category, c.Subject = cmp.Or(b.Type, "fact"), b.Category, b.Subject
	c.Key, c.Question, c.Tags = normalKey(b.Key), b.Question, normalTags(b.Tags)
	c.Origin = cmp.Or(b.Origin, souvenir.Explicit)
	c.Reach, c.Site = cmp.Or(b.Scope, souvenir.UserGlobal), b.Site
	c.Expiry, c.ExpiresAt = cmp.Or(b.Expiry, souvenir.Permanent), b.ExpiresAt
	c.Importance, c.Priority = b.Importance, cmp.Or(b.Priority, souvenir.DefaultPriority)
	if b.Confidence != nil {
		c.Confidence = b.Confidence
	}
	if b.ExpiresAt != nil {
		if !b.ExpiresAt.After(e.now()) {
			return nil, souvenir.Errorf(souvenir.Invalid, "expires_at lies in the past.")
		}
		c.Expiry = souvenir.Temporary
	}
	if c.SaidAt.After(e.now().AddDate(0, 0, 1)) {
		return nil, souvenir.Errorf(souvenir.Invalid, "said_at lies in the future.")
	}
	return e.state(ctx, sc, c, in.Plan == "only")
}

// state takes somebody's word for a memory.
func (e *Engine) state(ctx context.Context, sc souvenir.Scope, c souvenir.Candidate, only bool) (*Decision, error) {
	withoutSecrets(&c.Memory)
	if err := checkMemory(c.Memory); err != nil {
		return nil, err
	}
	if sc.User == souvenir.UnknownUser {
		return decision(souvenir.Step{Operation: souvenir.Noop, Memory: c.Memory, Reason: "The user is unknown; nothing is stored for them."}), nil
	}
	c.ContentHash = c.Hash()
	step, err := e.apply(ctx, sc.Tenant, c, only)
	if err != nil {
		return nil, err
	}
	if !only {
		if len(c.Doubts) == 0 {
			if err := e.lift(ctx, sc.Tenant, c.Memory); err != nil {
				return nil, err
			}
		}
		if step.Operation == souvenir.Reinforce && step.Memory.Status == souvenir.Waiting && len(c.Doubts) == 0 { // no need to wait any longer
			return e.approve(ctx, step.Memory, souvenir.MemoryEdit{})
		}
	}
	d := decision(step)
	if !only && step.Operation != souvenir.Reinforce && step.Operation != souvenir.Noop {
		d.Status = http.StatusCreated
	}
	return d, nil
}

func decision(s souvenir.Step) *Decision {
	d := &Decision{Status: http.StatusOK}
	d.Body.Operation, d.Body.Memory, d.Body.Reason = s.Operation, s.Memory, s.Reason
	d.Body.Related = append([]string{}, s.Related...)
	return d
}

// explicit is the start of every memory that somebody states.
func (e *Engine) explicit(sc souvenir.Scope, content string, said time.Time) souvenir.Candidate {
	if said.IsZero() {
		said = e.now()
	}
	return souvenir.Candidate{Memory: souvenir.Memory{
		User: sc.User, Agent: sc.Agent, Conversation: sc.Conversation, Style: "verbatim", Origin: souvenir.Explicit, Type: "fact",
		Content: strings.TrimSpace(content), Confidence: new(0.95), Priority: souvenir.DefaultPriority, Reach: souvenir.UserGlobal,
		Expiry: souvenir.Permanent, Trust: souvenir.FromUser, SaidAt: said.UTC(), Confirmations: 1,
	}}
}

func checkMemory(m souvenir.Memory) error {
	if souvenir.Blank(m.Content) {
		return souvenir.Errorf(souvenir.Invalid, "The content is empty, or shows nothing.")
	}
	for what, text := range map[string]string{"content": m.Content, "question": m.Question, "subject": m.Subject, "site": m.Site, "type": m.Type, "category": m.Category, "tags": strings.Join(m.Tags, "")} {
		if err := souvenir.CheckText(what, text); err != nil {
			return err
		}
	}
	for what, id := range map[string]string{"key": m.Key, "agent": m.Agent, "conversation": m.Conversation} {
		if id == "" {
			continue
		}
		if err := souvenir.CheckID(what, id); err != nil {
			return err
		}
	}
	return nil
}

// normalKey writes a fact's key in one way: lower case, words joined by underscores.
func normalKey(key string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(key), func(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '\t' }), "_")
}

func normalTags(tags []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, tag := range tags {
		tag = strings.ToLower(strings.TrimSpace(tag))
		if tag != "" && !seen[tag] {
			seen[tag] = true
			out = append(out, tag)
		}
	}
	return out
}

// ListMemories asks for a user's memories, newest first.
type ListMemories struct {
	Paging
	User     string    `query:"user"`
	Agent    string    `query:"agent"`
	Type     string    `query:"type"`
	Category string    `query:"category"`
	Tag      string    `query:"tag"`
	About    string    `query:"about" doc:"Only what is about this participant of a group chat. What is about nobody in particular is about the user."`
	Origin   string    `query:"origin" enum:"implicit,explicit,core,imported" doc:"Only what was learnt in this way."`
	Status   string    `query:"status" enum:"active,pending,rejected,superseded,expired,deleted" default:"active"`
	Since    time.Time `query:"since" doc:"Changed at or after this time."`
	Q        string    `query:"q" doc:"Only those with these words, best first; not paged."`
}

// Memories lists a user's memories.
func (e *Engine) Memories(ctx context.Context, in *ListMemories) (*Page[souvenir.Memory], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	if err := souvenir.CheckText("filter", in.Agent+in.Type+in.Category+in.Tag+in.About+in.Q); err != nil {
		return nil, err
	}
	if in.Q != "" {
		return e.memoriesMatching(ctx, sc, in)
	}
	p, err := e.store.Memories(ctx, sc.Tenant, sc.User, store.Filter{
		Status: souvenir.Status(in.Status), Agent: in.Agent, Type: in.Type, Category: in.Category, Tag: in.Tag, About: in.About, Origin: souvenir.Origin(in.Origin), Since: in.Since, Cursor: in.Cursor, Limit: in.Limit,
	})
	return pageOf(p), err
}

// MemoryOf names one memory.
type MemoryOf struct {
	ID string `path:"id"`
}

// Memory shows one memory.
func (e *Engine) Memory(ctx context.Context, in *MemoryOf) (*Answer[souvenir.Memory], error) {
	m, err := e.memory(ctx, in.ID)
	return &Answer[souvenir.Memory]{m}, err
}

// EditMemory changes what is given and leaves the rest.
type EditMemory struct {
	ID   string `path:"id"`
	Body souvenir.MemoryEdit
}

// Edit corrects a memory by hand.
func (e *Engine) Edit(ctx context.Context, in *EditMemory) (*Answer[souvenir.Memory], error) {
	if _, err := e.memory(ctx, in.ID); err != nil {
		return nil, err
	}
	b := in.Body
	m, err := e.store.Edit(ctx, caller(ctx).Tenant, in.ID, "edit", souvenir.Cause{By: by(ctx), Reason: b.Reason}, func(m *souvenir.Memory) error {
		if m.Status != souvenir.Active && m.Status != souvenir.Waiting {
			return souvenir.Errorf(souvenir.Conflict, "The memory is %s and cannot be edited.", m.Status)
		}
		return revise(m, b)
	})
	return &Answer[souvenir.Memory]{m}, err
}

// revise changes what is given and leaves the rest.
func revise(m *souvenir.Memory, b souvenir.MemoryEdit) error {
	set(&m.Content, b.Content)
	set(&m.Type, b.Type)
	set(&m.Category, b.Category)
	set(&m.Subject, b.Subject)
	set(&m.Priority, b.Priority)
	set(&m.Expiry, b.Expiry)
	m.Confidence, m.Importance = cmp.Or(b.Confidence, m.Confidence), cmp.Or(b.Importance, m.Importance)
	m.ExpiresAt = cmp.Or(b.ExpiresAt, m.ExpiresAt)
	if b.Tags != nil {
		m.Tags = normalTags(b.Tags)
	}
	withoutSecrets(m)
	return checkMemory(*m)
}

// withoutSecrets takes out of a memory what would be taken out of a message.
func withoutSecrets(m *souvenir.Memory) {
	for _, text := range []*string{&m.Content, &m.Question, &m.Subject} {
		*text, _ = secret.Redact(*text)
	}
}

func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

// Forget ends a memory. It is not recalled any more; its history stays.
func (e *Engine) Forget(ctx context.Context, in *MemoryOf) (*struct{}, error) {
	if _, err := e.memory(ctx, in.ID); err != nil {
		return nil, err
	}
	_, err := e.store.Edit(ctx, caller(ctx).Tenant, in.ID, "delete", souvenir.Cause{By: by(ctx)}, func(m *souvenir.Memory) error {
		if m.Status == souvenir.Deleted {
			return souvenir.Errorf(souvenir.NotFound, "Memory %s is already deleted.", m.ID)
		}
		m.Status, m.EndedAt = souvenir.Deleted, new(e.now())
		return nil
	})
	return nil, err
}

// History shows every change of a memory, oldest first.
func (e *Engine) History(ctx context.Context, in *MemoryOf) (*Page[souvenir.Change], error) {
	if _, err := e.memory(ctx, in.ID); err != nil {
		return nil, err
	}
	cs, err := e.store.Changes(ctx, caller(ctx).Tenant, in.ID)
	return listOf(cs, ""), err
}
