package store

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Jobs lists a tenant's jobs in one state, oldest first.
func (s *Store) Jobs(ctx context.Context, tenant string, state souvenir.JobState, cursor string, limit int) (Page[souvenir.Job], error) {
	return list(s.view(ctx), jobs, "list_jobs", cursor, limit, tenant, state)
}

// Job finds one job of a tenant.
func (s *Store) Job(ctx context.Context, tenant, id string) (souvenir.Job, error) {
	j, found, err := first(s.view(ctx), jobs, "job", tenant, id)
	if err == nil && !found {
		err = souvenir.Errorf(souvenir.NotFound, "No job with id %s.", id)
	}
	return j, err
}

// PruneJobs forgets jobs that were done before a time; outcomes stay.
func (s *Store) PruneJobs(ctx context.Context, before time.Time) (pruned int64, err error) {
	err = s.updatePatiently(ctx, func(t tx) (err error) {
		pruned, err = t.exec("prune_jobs", before.UnixMicro())
		return err
	})
	return pruned, err
}

// Count counts what a tenant has.
func (s *Store) Count(ctx context.Context, tenant string) (c souvenir.Counts, err error) {
	q := s.view(ctx)
	for _, part := range []struct {
		into *map[string]int64
		name string
	}{{&c.Jobs, "count_jobs"}, {&c.Outcomes, "count_outcomes"}, {&c.Memories, "count_memories"}, {&c.Rejections, "count_rejections"}} {
		if *part.into, err = counts(q, part.name, tenant); err != nil {
			return c, err
		}
	}
	return c, nil
}

// BacklogOfAll is Backlog for all tenants together, without what is done.
func (s *Store) BacklogOfAll(ctx context.Context) (byState map[string]int64, oldest time.Time, err error) {
	q := s.view(ctx)
	if byState, err = counts(q, "count_undone_jobs"); err != nil {
		return nil, oldest, err
	}
	var since int64
	if _, err = q.one("oldest_undone", nil, &since); err == nil && since > 0 {
		oldest = time.UnixMicro(since).UTC()
	}
	return byState, oldest, err
}

// Backlog is how much waits, and since when.
func (s *Store) Backlog(ctx context.Context, tenant string) (byState map[string]int64, oldest time.Time, err error) {
	q := s.view(ctx)
	if byState, err = counts(q, "count_jobs", tenant); err != nil {
		return nil, oldest, err
	}
	var since int64
	if _, err = q.one("oldest_queued", []any{tenant}, &since); err == nil && since > 0 {
		oldest = time.UnixMicro(since).UTC()
	}
	return byState, oldest, err
}
