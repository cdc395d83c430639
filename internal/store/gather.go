package store

import (
	"context"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Gather lets a job wait for more turns of its conversation, so that they are
// read together.
type Gather struct {
	MinTurns int           // user turns that make it ready
	Idle     time.Duration // silence that makes it ready; 0 means that none does
}

// never is further away than any job waits.
const never = 100 * 365 * 24 * time.Hour

// ready is when a job with so many turns may start.
func (g Gather) ready(now time.Time, turns int) time.Time {
	switch {
	case turns >= g.MinTurns:
		return time.Time{}
	case g.Idle == 0:
		return now.Add(never)
	}
	return now.Add(g.Idle)
}

// gather adds messages to the job of the conversation that waits for some, if
// there is one and they fit.
func (t tx) gather(p Post, fresh []souvenir.Message) (bool, error) {
	if len(fresh) == 0 {
		return true, nil
	}
	lane := laneOf(jobOf(p))
	job, found, err := first(t.session, jobs, "gathering_job", lane, t.now.UnixMicro())
	if err != nil || !found {
		return false, err
	}
	job.Turns += turns(fresh)
	if !slices.Equal(job.Styles, p.Styles) || p.MaxTurns > 0 && job.Turns > p.MaxTurns {
		return false, t.flush(lane)
	}
	job.Messages = append(job.Messages, ids(fresh)...)
	job.ReadyAt = p.Gather.ready(t.now, job.Turns)
	changed, err := t.exec("gather", job.Tenant, job.ID, asJSON(&job.Messages), job.Turns, sometime(&job.ReadyAt), t.now.UnixMicro())
	if err != nil || changed == 0 {
		return false, err // a worker has just begun with it
	}
	_, err = t.exec("release_lane", lane)
	return true, err
}

// flush makes the job of a lane ready that waits for more turns.
func (t tx) flush(lane string) error {
	changed, err := t.exec("flush_lane", lane, t.now.UnixMicro())
	if err == nil && changed > 0 {
		_, err = t.exec("release_lane", lane)
	}
	return err
}

// Flush lets a conversation be read as it is, without waiting for more turns.
func (s *Store) Flush(ctx context.Context, sc souvenir.Scope) error {
	return s.update(ctx, func(t tx) error {
		return t.flush(laneOf(souvenir.Job{Tenant: sc.Tenant, User: sc.User, Conversation: sc.Conversation}))
	})
}

// jobOf is a job that reads what was posted.
func jobOf(p Post) souvenir.Job {
	return souvenir.Job{Kind: souvenir.Extract, Tenant: p.Scope.Tenant, User: p.Scope.User, Conversation: p.Scope.Conversation, Styles: p.Styles}
}

func ids(ms []souvenir.Message) []string {
	out := make([]string, len(ms))
	for i, m := range ms {
		out[i] = m.ID
	}
	return out
}

func turns(ms []souvenir.Message) (n int) {
	for _, m := range ms {
		if m.Role == souvenir.User || m.Role == souvenir.Page {
			n++
		}
	}
	return n
}
