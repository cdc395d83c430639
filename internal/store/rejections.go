package store

import (
	"context"

	"github.com/souvenir-memory/souvenir"
)

// Rejections lists what was refused for a user, newest first. An empty rule
// means any.
func (s *Store) Rejections(ctx context.Context, tenant, user, rule, cursor string, limit int) (Page[souvenir.Rejection], error) {
	return list(s.view(ctx), rejections, "list_rejections", cursor, limit, tenant, user, rule)
}

// Rejection finds one refusal of a tenant.
func (s *Store) Rejection(ctx context.Context, tenant, id string) (souvenir.Rejection, error) {
	r, found, err := first(s.view(ctx), rejections, "rejection", tenant, id)
	if err == nil && !found {
		err = souvenir.Errorf(souvenir.NotFound, "No rejection with id %s.", id)
	}
	return r, err
}

// RestoreRejection carries out the plan for a candidate that was refused, and
// notes that somebody brought it back. That can be done once.
func (s *Store) RestoreRejection(ctx context.Context, tenant, id string, p souvenir.Plan, cause souvenir.Cause) ([]souvenir.Step, error) {
	var steps []souvenir.Step
	err := s.update(ctx, func(t tx) error {
		changed, err := t.exec("mark_restored", tenant, id, t.now.UnixMicro())
		if err == nil && changed == 0 {
			err = souvenir.Errorf(souvenir.Conflict, "The rejection %s was restored before.", id)
		}
		if err != nil {
			return err
		}
		steps, err = t.applyPlan(tenant, p, cause)
		return err
	})
	return steps, err
}
