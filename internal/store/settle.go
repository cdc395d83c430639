package store

import (
	"context"

	"github.com/souvenir-memory/souvenir"
)

// settle stores what came of some messages: memories, refusals, episodes, topics
// and what was counted.
func (t tx) settle(tenant string, v Verdict, cause souvenir.Cause) error {
	if _, err := t.applyPlan(tenant, v.Plan, cause); err != nil {
		return err
	}
	for _, r := range v.Rejections {
		r.ID, r.Job, r.CreatedAt = t.newID(), cause.Job, t.now
		if _, err := t.exec("insert_rejection", rejections.values(&r, tenant)...); err != nil {
			return err
		}
	}
	if err := t.putEpisodes(tenant, v.Episodes); err != nil {
		return err
	}
	if err := t.putTopics(tenant, v.Topics); err != nil {
		return err
	}
	return t.tally(tenant, v.Tallies)
}

// Settle stores what came of messages that no job was about.
func (s *Store) Settle(ctx context.Context, tenant string, v Verdict, cause souvenir.Cause) error {
	return s.updatePatiently(ctx, func(t tx) error { return t.settle(tenant, v, cause) })
}

// Spend notes what a job has cost so far though nothing came of it yet, and the
// reply that could not be read.
func (s *Store) Spend(ctx context.Context, l Lease, u souvenir.Usage, reply string, tallies []souvenir.Tally) error {
	return s.updatePatiently(ctx, func(t tx) error {
		if _, err := t.exec("spend", l.Job.Tenant, l.Job.ID, asJSON(&u), reply); err != nil {
			return err
		}
		return t.tally(l.Job.Tenant, tallies)
	})
}
