package store

import (
	"context"

	"github.com/souvenir-memory/souvenir"
)

// RoleCard is what a user's role card says, if there is one.
func (s *Store) RoleCard(ctx context.Context, tenant, user string) (*souvenir.RoleCard, error) {
	var card souvenir.RoleCard
	found, err := s.view(ctx).one("rolecard", []any{tenant, user}, asJSON(&card), micros(&card.UpdatedAt))
	if err != nil || !found {
		return nil, err
	}
	return &card, nil
}

// PutRoleCard gives a user a role card, or a new one.
func (s *Store) PutRoleCard(ctx context.Context, tenant string, c souvenir.RoleCard) (souvenir.RoleCard, error) {
	err := s.update(ctx, func(t tx) error {
		c.UpdatedAt = t.now
		_, err := t.exec("put_rolecard", tenant, c.User, asJSON(&c), t.now.UnixMicro())
		return err
	})
	return c, err
}

// DeleteRoleCard takes a user's role card away.
func (s *Store) DeleteRoleCard(ctx context.Context, tenant, user string) error {
	return s.update(ctx, func(t tx) error {
		gone, err := t.exec("delete_rolecard", tenant, user)
		if err == nil && gone == 0 {
			err = souvenir.Errorf(souvenir.NotFound, "User %q has no role card.", user)
		}
		return err
	})
}

// Enqueue adds a job that is about no particular messages. A conversation's lane
// does one at a time, after what was said before.
func (s *Store) Enqueue(ctx context.Context, j souvenir.Job) (souvenir.Job, error) {
	err := s.update(ctx, func(t tx) (err error) {
		j, err = t.enqueueJob(j)
		return err
	})
	return j, err
}
