package store

import (
	"context"

	"github.com/souvenir-memory/souvenir"
)

// Standing are the memories without a key that hold whatever is talked about:
// those that are pinned, and those that make up who somebody is.
func (s *Store) Standing(ctx context.Context, tenant, user string, limit int) ([]souvenir.Memory, error) {
	return s.recent.standing.one(ctx, s, tenant, listOf{user: user, limit: limit}, func() ([]souvenir.Memory, error) {
		rows, err := all(s.glance(ctx), withNumber(memories), "list_standing", tenant, user, limit)
		return page(rows, limit).Items, err
	})
}
