package store

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Lease is the right to work on a job until it runs out or is extended.
type Lease struct {
	Job   souvenir.Job
	lane  string
	token string
}

// ErrLeaseLost means that the job was given to somebody else, or was deleted:
// whatever we found out about it must not be stored.
var ErrLeaseLost = souvenir.Errorf(souvenir.Conflict, "The job's lease was lost.")

// Take leases the oldest job of up to max lanes that nobody works on. A lane
// whose job failed is held back until retryAfter has passed since.
func (s *Store) Take(ctx context.Context, max int, lease, retryAfter time.Duration) ([]Lease, error) {
	var taken []Lease
	err := s.updatePatiently(ctx, func(t tx) error {
		taken = nil
		token := t.newID()
		type lane struct{ name string }
		lanes, err := all(t.session, table[lane]{fields: func(l *lane) []any { return []any{&l.name} }}, "claim_lanes",
			token, t.now.Add(lease).UnixMicro(), t.now.UnixMicro(), t.now.Add(-retryAfter).UnixMicro(), max)
		if err != nil {
			return err
		}
		for _, l := range lanes {
			job, found, err := first(t.session, jobs, "start_job", l.name, t.now.UnixMicro())
			if err != nil {
				return err
			}
			if !found {
				if err := t.leave(l.name, token); err != nil {
					return err
				}
				continue
			}
			taken = append(taken, Lease{job, l.name, token})
		}
		return nil
	})
	if err != nil {
		return nil, err // what did not commit is not ours
	}
	return taken, nil
}

// leave gives a lane back in which there is nothing to do now.
func (t tx) leave(lane, token string) error {
	if _, err := t.exec("park_lane", lane, token); err != nil {
		return err
	}
	_, err := t.exec("close_lane_if_empty", lane)
	return err
}

// Extend keeps the lease for another while.
func (s *Store) Extend(ctx context.Context, l Lease, lease time.Duration) error {
	return s.updatePatiently(ctx, func(t tx) error {
		return mustHold(t.exec("extend_lease", l.lane, l.token, t.now.Add(lease).UnixMicro()))
	})
}

// Verdict is what came of a job.
type Verdict struct {
	Plan       souvenir.Plan
	Rejections []souvenir.Rejection
	Outcomes   []souvenir.Outcome
	Episodes   []souvenir.Episode
	Topics     []souvenir.PendingTopic
	Tallies    []souvenir.Tally
	Usage      souvenir.Usage // of the job, all its attempts together
}

// Finish applies the plan, writes history, rejections and outcomes, and ends
// the job, all in one transaction: a job's results are stored exactly once.
// ErrStale asks for a new plan; ErrLeaseLost says that somebody else has the job.
func (s *Store) Finish(ctx context.Context, l Lease, v Verdict) error {
	return s.updatePatiently(ctx, func(t tx) error {
		if err := t.yield(l, time.Time{}); err != nil {
			return err
		}
		if err := t.settle(l.Job.Tenant, v, souvenir.Cause{Job: l.Job.ID}); err != nil {
			return err
		}
		if v.Usage != (souvenir.Usage{}) {
			if _, err := t.exec("spend", l.Job.Tenant, l.Job.ID, asJSON(&v.Usage), ""); err != nil {
				return err
			}
		}
		if err := t.setOutcomes(l.Job, v.Outcomes); err != nil {
			return err
		}
		return t.endJob(l, souvenir.JobDone, "")
	})
}

// Fail ends the job visibly. The jobs behind it go on; it can be revived.
func (s *Store) Fail(ctx context.Context, l Lease, reason string) error {
	return s.updatePatiently(ctx, func(t tx) error {
		if err := t.yield(l, time.Time{}); err != nil {
			return err
		}
		if err := t.setOutcomes(l.Job, everyMessage(l.Job, souvenir.Failed, reason)); err != nil {
			return err
		}
		return t.endJob(l, souvenir.JobFailed, reason)
	})
}

// Retry gives the job back and holds its lane until the retry interval, as it
// is then, has passed. The jobs behind it wait: order is kept.
func (s *Store) Retry(ctx context.Context, l Lease, reason string) error {
	return s.updatePatiently(ctx, func(t tx) error {
		if err := t.yield(l, t.now); err != nil {
			return err
		}
		return mustHold(t.exec("return_job", l.Job.Tenant, l.Job.ID, 0, reason, t.now.UnixMicro()))
	})
}

// Release gives the job back untouched, as if it had never been taken.
func (s *Store) Release(ctx context.Context, l Lease) error {
	return s.updatePatiently(ctx, func(t tx) error {
		if err := t.yield(l, time.Time{}); err != nil {
			return err
		}
		return mustHold(t.exec("return_job", l.Job.Tenant, l.Job.ID, 1, l.Job.Reason, t.now.UnixMicro()))
	})
}

// Revive queues a failed or dropped job again, at the place it had.
func (s *Store) Revive(ctx context.Context, tenant, id string) (souvenir.Job, error) {
	var job souvenir.Job
	err := s.update(ctx, func(t tx) error {
		var lane string
		revived, err := t.one("revive_job", []any{tenant, id, t.now.UnixMicro()}, &lane)
		if err != nil {
			return err
		}
		var found bool
		if job, found, err = first(t.session, jobs, "job", tenant, id); err != nil {
			return err
		}
		switch {
		case !found:
			return souvenir.Errorf(souvenir.NotFound, "No job with id %s.", id)
		case !revived:
			return souvenir.Errorf(souvenir.Conflict, "Job %s is %s; only a failed or dropped job can be retried.", id, job.State)
		}
		if err := t.setOutcomes(job, everyMessage(job, souvenir.Queued, "")); err != nil {
			return err
		}
		_, err = t.exec("open_lane", lane, t.now.UnixMicro())
		return err
	})
	return job, err
}

// yield gives the lane back, and thereby proves that we still held it.
func (t tx) yield(l Lease, failedAt time.Time) error {
	var held int64
	if !failedAt.IsZero() {
		held = failedAt.UnixMicro()
	}
	return mustHold(t.exec("yield_lane", l.lane, l.token, t.now.UnixMicro(), held))
}

func (t tx) endJob(l Lease, state souvenir.JobState, reason string) error {
	if err := mustHold(t.exec("end_job", l.Job.Tenant, l.Job.ID, state, reason, t.now.UnixMicro())); err != nil {
		return err
	}
	_, err := t.exec("close_lane_if_empty", l.lane)
	return err
}

func mustHold(changed int64, err error) error {
	if err == nil && changed == 0 {
		return ErrLeaseLost
	}
	return err
}
