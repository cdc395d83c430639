package engine

import (
	"context"
	"errors"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/review"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// Reviews lists what waits for a person, newest first.
func (e *Engine) Reviews(ctx context.Context, in *struct {
	Paging
	User string `query:"user"`
}) (*Page[souvenir.Review], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	p, err := e.store.Memories(ctx, sc.Tenant, sc.User, store.Filter{Status: souvenir.Waiting, Cursor: in.Cursor, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	out := make([]souvenir.Review, len(p.Items))
	for i, m := range p.Items {
		if out[i], err = e.review(ctx, sc.Tenant, m); err != nil {
			return nil, err
		}
	}
	return listOf(out, p.Next), nil
}

// ReviewOf shows one memory that waits, and what it would replace.
func (e *Engine) ReviewOf(ctx context.Context, in *MemoryOf) (*Answer[souvenir.Review], error) {
	m, err := e.memory(ctx, in.ID)
	if err == nil {
		err = waiting(m)
	}
	if err != nil {
		return nil, err
	}
	r, err := e.review(ctx, caller(ctx).Tenant, m)
	return &Answer[souvenir.Review]{r}, err
}

func (e *Engine) review(ctx context.Context, tenant string, m souvenir.Memory) (souvenir.Review, error) {
	r := souvenir.Review{Memory: m, Replaces: []souvenir.Replaced{}}
	changes, err := e.store.Changes(ctx, tenant, m.ID)
	if err != nil {
		return r, err
	}
	r.Reason = whyWaiting(changes)
	h := newHearing(false)
	h.away = true // nobody is asked about what is only looked at
	step, err := e.approval(ctx, tenant, m, h)
	if err != nil {
		return r, err
	}
	r.Decision = step.Operation
	for _, id := range step.Related {
		old, err := e.store.Memory(ctx, tenant, id)
		if err != nil {
			return r, err
		}
		r.Replaces = append(r.Replaces, souvenir.Replaced{Memory: old, Diff: review.Diff(old.Content, m.Content)})
	}
	return r, nil
}

// whyWaiting is the reason of the change since which a memory waits.
func whyWaiting(cs []souvenir.Change) (why string) {
	for _, c := range cs {
		if c.After != nil && c.After.Status == souvenir.Waiting && (c.Before == nil || c.Before.Status != souvenir.Waiting) {
			why = strings.TrimPrefix(c.Cause.Reason, "Waits for review: ")
		}
	}
	return strings.TrimSuffix(why, ".")
}

// approval is what approving a memory would do, given what is known now. The
// person who approves vouches for it: it counts as if the user had said so.
func (e *Engine) approval(ctx context.Context, tenant string, m souvenir.Memory, h *hearing) (souvenir.Step, error) {
	c := souvenir.Candidate{Memory: m}
	c.Status, c.Trust, c.Origin = "", souvenir.FromUser, souvenir.Explicit
	if c.Confidence == nil || *c.Confidence < review.Sure {
		c.Confidence = new(review.Sure)
	}
	c.ContentHash = c.Hash()
	for {
		plan, open, err := e.draft(ctx, tenant, []souvenir.Candidate{c}, h)
		if err != nil {
			return souvenir.Step{}, err
		}
		if !e.hear(ctx, tenant, h, open) {
			s := first(plan.Steps)
			s.Memory.Trust = m.Trust
			if s.Memory.Origin != souvenir.Core {
				s.Memory.Origin = m.Origin
			}
			return s, nil
		}
	}
}

// ApproveMemory approves a memory; what is given in the body is changed first.
type ApproveMemory struct {
	ID   string               `path:"id"`
	Body *souvenir.MemoryEdit `required:"false"`
}

// Approve makes a memory of what waits, as things are now.
func (e *Engine) Approve(ctx context.Context, in *ApproveMemory) (*Decision, error) {
	m, err := e.memory(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var edit souvenir.MemoryEdit
	if in.Body != nil {
		edit = *in.Body
	}
	return e.approve(ctx, m, edit)
}

func (e *Engine) approve(ctx context.Context, m souvenir.Memory, edit souvenir.MemoryEdit) (*Decision, error) {
	if err := waiting(m); err != nil {
		return nil, err
	}
	if err := revise(&m, edit); err != nil {
		return nil, err
	}
	tenant := caller(ctx).Tenant
	h := newHearing(false)
	defer e.settle(ctx, tenant, h)
	for {
		step, err := e.approval(ctx, tenant, m, h)
		if err != nil {
			return nil, err
		}
		stored, err := e.store.Approve(ctx, tenant, m.ID, step, souvenir.Cause{By: by(ctx), Reason: strings.TrimSpace(edit.Reason + " " + step.Reason)})
		if errors.Is(err, store.ErrStale) {
			continue
		}
		if err != nil {
			return nil, err
		}
		e.written.raise()
		step.Memory = stored
		return decision(step), nil
	}
}

// Ruling is a person's word on one memory.
type Ruling struct {
	ID   string            `path:"id"`
	Body *souvenir.Grounds `required:"false"`
}

func (r *Ruling) reason() string {
	if r.Body == nil {
		return ""
	}
	return r.Body.Reason
}

// Reject ends a memory that waits. The same may be learnt again.
func (e *Engine) Reject(ctx context.Context, in *Ruling) (*Answer[souvenir.Memory], error) {
	if _, err := e.memory(ctx, in.ID); err != nil {
		return nil, err
	}
	m, err := e.store.Edit(ctx, caller(ctx).Tenant, in.ID, "reject", souvenir.Cause{By: by(ctx), Reason: in.reason()}, func(m *souvenir.Memory) error {
		err := waiting(*m)
		m.Status, m.EndedAt = souvenir.Rejected, new(e.now())
		return err
	})
	return &Answer[souvenir.Memory]{m}, err
}

// Incorrect ends a memory that is wrong, and does not let it come back.
func (e *Engine) Incorrect(ctx context.Context, in *Ruling) (*Answer[souvenir.Memory], error) {
	if _, err := e.memory(ctx, in.ID); err != nil {
		return nil, err
	}
	m, err := e.store.Retire(ctx, caller(ctx).Tenant, in.ID, souvenir.Cause{By: by(ctx), Reason: in.reason()})
	return &Answer[souvenir.Memory]{m}, err
}

func waiting(m souvenir.Memory) error {
	if m.Status != souvenir.Waiting {
		return souvenir.Errorf(souvenir.Conflict, "The memory is %s and does not wait for review.", m.Status)
	}
	return nil
}

// Judge decides on many memories at once. Each is decided on by itself: one that
// cannot be does not hold up the others.
func (e *Engine) Judge(ctx context.Context, in *struct{ Body souvenir.Judgements }) (*Answer[souvenir.Judged], error) {
	out := &Answer[souvenir.Judged]{souvenir.Judged{Failed: []souvenir.Unsettled{}}}
	for _, id := range in.Body.IDs {
		err := e.judgeMemory(ctx, id, in.Body)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			out.Body.Failed = append(out.Body.Failed, souvenir.Unsettled{ID: id, Reason: err.Error()})
		case in.Body.Decision == souvenir.Approve:
			out.Body.Approved++
		default:
			out.Body.Rejected++
		}
	}
	return out, nil
}

func (e *Engine) judgeMemory(ctx context.Context, id string, j souvenir.Judgements) (err error) {
	ruling := &Ruling{ID: id, Body: &souvenir.Grounds{Reason: j.Reason}}
	switch j.Decision {
	case souvenir.Approve:
		_, err = e.Approve(ctx, &ApproveMemory{ID: id, Body: &souvenir.MemoryEdit{Reason: j.Reason}})
	case souvenir.Reject:
		_, err = e.Reject(ctx, ruling)
	default:
		_, err = e.Incorrect(ctx, ruling)
	}
	return err
}

// Retirements lists what was called incorrect and must not come back.
func (e *Engine) Retirements(ctx context.Context, in *struct {
	Paging
	User string `query:"user"`
}) (*Page[souvenir.Retirement], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	p, err := e.store.Retirements(ctx, sc.Tenant, sc.User, in.Cursor, in.Limit)
	return pageOf(p), err
}

// Lift lets something be learnt again.
func (e *Engine) Lift(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*struct{}, error) {
	tenant := caller(ctx).Tenant
	r, err := e.store.Retirement(ctx, tenant, in.ID)
	if err == nil && !caller(ctx).MayActFor(r.User) {
		err = souvenir.Errorf(souvenir.NotFound, "No retirement with id %s.", in.ID)
	}
	if err != nil {
		return nil, err
	}
	return nil, e.store.Lift(ctx, tenant, r.ID)
}

// lift takes back what was called incorrect when somebody states it outright.
func (e *Engine) lift(ctx context.Context, tenant string, m souvenir.Memory) error {
	retired, err := e.store.Retired(ctx, tenant, m.User)
	var ids []string
	for _, r := range retired {
		if review.Brings(r, m) {
			ids = append(ids, r.ID)
		}
	}
	if err != nil || len(ids) == 0 {
		return err
	}
	return e.store.Lift(ctx, tenant, ids...)
}
