package engine

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// Queue shows how the background work stands.
func (e *Engine) Queue(ctx context.Context, _ *struct{}) (*Answer[souvenir.QueueState], error) {
	byState, oldest, err := e.store.Backlog(ctx, caller(ctx).Tenant)
	if err != nil {
		return nil, err
	}
	out := &Answer[souvenir.QueueState]{}
	if out.Body.Paused, err = e.store.Paused(ctx); err != nil {
		return nil, err
	}
	out.Body.Queued, out.Body.Running = byState[string(souvenir.JobQueued)], byState[string(souvenir.JobRunning)]
	out.Body.Failed, out.Body.Dropped = byState[string(souvenir.JobFailed)], byState[string(souvenir.JobDropped)]
	if !oldest.IsZero() {
		out.Body.Oldest = &oldest
	}
	return out, nil
}

// Pause lets jobs wait until Resume, even across restarts.
func (e *Engine) Pause(ctx context.Context, in *struct{}) (*Answer[souvenir.QueueState], error) {
	return e.pause(ctx, true)
}

// Resume lets jobs be worked on again.
func (e *Engine) Resume(ctx context.Context, in *struct{}) (*Answer[souvenir.QueueState], error) {
	defer e.wake()
	return e.pause(ctx, false)
}

func (e *Engine) pause(ctx context.Context, on bool) (*Answer[souvenir.QueueState], error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	if caller(ctx).Tenant != souvenir.DefaultTenant {
		return nil, souvenir.Errorf(souvenir.Denied, "The queue is everybody's: only an admin of the tenant %q pauses it.", souvenir.DefaultTenant)
	}
	if err := e.store.Pause(ctx, on); err != nil {
		return nil, err
	}
	return e.Queue(ctx, nil)
}

// ListJobs asks for jobs in one state, oldest first.
type ListJobs struct {
	Paging
	State string `query:"state" enum:"queued,running,done,failed,dropped" default:"failed"`
}

// Jobs lists jobs.
func (e *Engine) Jobs(ctx context.Context, in *ListJobs) (*Page[souvenir.Job], error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	p, err := e.store.Jobs(ctx, caller(ctx).Tenant, souvenir.JobState(in.State), in.Cursor, in.Limit)
	return pageOf(p), err
}

// RetryJob queues a failed or dropped job again.
func (e *Engine) RetryJob(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*Answer[souvenir.Job], error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	j, err := e.store.Revive(ctx, caller(ctx).Tenant, in.ID)
	if err == nil {
		e.wake()
	}
	return &Answer[souvenir.Job]{j}, err
}

// Ready reports why nothing can be stored, if so.
func (e *Engine) Ready(ctx context.Context) error {
	err := e.store.Writable(ctx)
	if err == nil {
		return nil
	}
	e.log.WarnContext(ctx, "not ready", "error", err)
	return souvenir.Errorf(souvenir.Unavailable, "Nothing can be stored: %s. The server's log says more.", store.Trouble(err))
}

// Backlog is how much of everybody's waits, is being worked on or came to nothing,
// and since when the oldest waits.
func (e *Engine) Backlog(ctx context.Context) (byState map[string]int64, oldest time.Time, err error) {
	return e.store.BacklogOfAll(ctx)
}

// Open reports whether anybody may come in without a key.
func (e *Engine) Open(ctx context.Context) (bool, error) {
	needed, err := e.store.HasKeys(ctx)
	return !needed, err
}
