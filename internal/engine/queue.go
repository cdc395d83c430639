package engine

import (
	"context"

	"github.com/souvenir-memory/souvenir"
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

// Ready reports whether the database answers.
func (e *Engine) Ready(ctx context.Context) error { return e.store.Ping(ctx) }

// Open reports whether anybody may come in without a key.
func (e *Engine) Open(ctx context.Context) (bool, error) {
	needed, err := e.store.HasKeys(ctx)
	return !needed, err
}
