package store

import (
	"context"

	"github.com/souvenir-memory/souvenir"
)

// Approve lets a memory that waits become what the step says: a memory, or part
// of one that is known. Edit changes it on the way.
func (s *Store) Approve(ctx context.Context, tenant, id string, step souvenir.Step, cause souvenir.Cause) (souvenir.Memory, error) {
	var m souvenir.Memory
	err := s.update(ctx, func(t tx) (err error) {
		t.step = t.newID()
		switch step.Operation {
		case souvenir.Reinforce:
			if m, err = t.change(tenant, step.Related[0], "reinforce", cause, confirming(step.Memory)); err != nil {
				return err
			}
			_, err = t.change(tenant, id, "approve", cause, t.givingWay(step.Related[0]))
		case souvenir.Noop:
			m, err = t.change(tenant, id, "approve", cause, t.givingWay(step.Related[0]))
		default:
			m, err = t.approve(tenant, id, step, cause)
		}
		return err
	})
	return m, err
}

func (t tx) approve(tenant, id string, step souvenir.Step, cause souvenir.Cause) (souvenir.Memory, error) {
	for _, old := range step.Related {
		if err := t.supersede(tenant, old, step, cause); err != nil {
			return souvenir.Memory{}, err
		}
	}
	m, err := t.change(tenant, id, "approve", cause, func(m *souvenir.Memory) error {
		if err := waits(*m); err != nil {
			return err
		}
		*m = step.Memory
		m.Status = souvenir.Active
		return nil
	})
	if souvenir.CodeOf(err) == souvenir.Conflict && err != errDecided {
		err = ErrStale // somebody else has stored the same, or the key's value
	}
	return m, err
}

// confirming is the edit of a memory that is heard once more.
func confirming(again souvenir.Memory) func(*souvenir.Memory) error {
	return func(m *souvenir.Memory) error {
		if m.Status != souvenir.Active {
			return ErrStale
		}
		*m = m.Confirmed(again)
		return nil
	}
}

// givingWay is the edit of a memory that waits and turns out to be known.
func (t tx) givingWay(to string) func(*souvenir.Memory) error {
	return func(m *souvenir.Memory) error {
		m.SupersededBy, m.EndedAt = to, &t.now
		err := waits(*m)
		m.Status = souvenir.Superseded
		return err
	}
}

var errDecided = souvenir.Errorf(souvenir.Conflict, "The memory does not wait for review any more.")

func waits(m souvenir.Memory) error {
	if m.Status != souvenir.Waiting {
		return errDecided
	}
	return nil
}

// Retire ends a memory that is incorrect, and remembers that it was.
func (s *Store) Retire(ctx context.Context, tenant, id string, cause souvenir.Cause) (souvenir.Memory, error) {
	var m souvenir.Memory
	err := s.update(ctx, func(t tx) (err error) {
		m, err = t.change(tenant, id, "incorrect", cause, func(m *souvenir.Memory) error {
			if m.Status == souvenir.Rejected {
				return souvenir.Errorf(souvenir.Conflict, "The memory is rejected already.")
			}
			if m.Status = souvenir.Rejected; m.EndedAt == nil {
				m.EndedAt = &t.now
			}
			return nil
		})
		if err != nil {
			return err
		}
		r := souvenir.Retirement{
			ID: t.newID(), User: m.User, Memory: m.ID, SubjectUser: m.SubjectUser, Key: m.Key, Question: m.Question, Content: m.Content, Hash: m.ContentHash,
			Reason: cause.Reason, By: cause.By, CreatedAt: t.now,
		}
		_, err = t.exec("insert_retirement", retirements.values(&r, tenant)...)
		return err
	})
	return m, err
}

// Retirements lists what was called incorrect, newest first.
func (s *Store) Retirements(ctx context.Context, tenant, user, cursor string, limit int) (Page[souvenir.Retirement], error) {
	return list(s.view(ctx), retirements, "list_retirements", cursor, limit, tenant, user)
}

// Retired is what must not come back for a user.
func (s *Store) Retired(ctx context.Context, tenant, user string) ([]souvenir.Retirement, error) {
	return all(s.view(ctx), retirements, "standing_retirements", tenant, user)
}

// Retirement finds one of a tenant.
func (s *Store) Retirement(ctx context.Context, tenant, id string) (souvenir.Retirement, error) {
	r, found, err := first(s.view(ctx), retirements, "retirement", tenant, id)
	if err == nil && !found {
		err = souvenir.Errorf(souvenir.NotFound, "No retirement with id %s.", id)
	}
	return r, err
}

// Lift lets what was called incorrect come again.
func (s *Store) Lift(ctx context.Context, tenant string, ids ...string) error {
	return s.update(ctx, func(t tx) error {
		for _, id := range ids {
			if _, err := t.exec("delete_retirement", tenant, id); err != nil {
				return err
			}
		}
		return nil
	})
}
