// Package queue works on durable jobs: one at a time and in order within a
// conversation, several beside each other across conversations.
package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// Work does one job and stores its result with store.Finish. An error with the
// code Unavailable is tried again; any other ends the job as failed.
type Work func(ctx context.Context, l store.Lease) error

// Options of a Runner. The zero value works.
type Options struct {
	Workers       int                                                 // jobs at a time; 0 means 4
	Lease         time.Duration                                       // how long a silent worker keeps its job; 0 means 30s
	RetryInterval func() time.Duration                                // asked at every look at the queue; nil means 5s
	Poll          time.Duration                                       // longest time between two looks; 0 means 500ms
	Grace         time.Duration                                       // time a running job gets at shutdown; 0 means 500ms
	Done          func(l store.Lease, how string, took time.Duration) // told of every end; may be nil
	Log           *slog.Logger
}

// Runner takes jobs from the store and works on them.
type Runner struct {
	store *store.Store
	work  Work
	Options

	wake  chan struct{} // there may be something to do
	slots chan struct{} // one token per job at work
}

// NewRunner makes a Runner; Run starts it.
func NewRunner(s *store.Store, work Work, o Options) *Runner {
	o.Workers = cmp.Or(o.Workers, 4)
	o.Lease = cmp.Or(o.Lease, 30*time.Second)
	o.Poll = cmp.Or(o.Poll, 500*time.Millisecond)
	o.Grace = cmp.Or(o.Grace, 500*time.Millisecond)
	if o.RetryInterval == nil {
		o.RetryInterval = func() time.Duration { return 5 * time.Second }
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Done == nil {
		o.Done = func(store.Lease, string, time.Duration) {}
	}
	return &Runner{store: s, work: work, Options: o, wake: make(chan struct{}, 1), slots: make(chan struct{}, o.Workers)}
}

// Wake tells the runner that a job was enqueued. It never blocks.
func (r *Runner) Wake() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Run takes jobs until ctx is done. Then running jobs get the grace time; what
// is still unfinished is given back to the queue. It returns within two seconds
// even when a job does not listen, whose lease then runs out by itself.
func (r *Runner) Run(ctx context.Context) error {
	r.Log.Info("Background extraction worker STARTED", "workers", r.Workers)
	working, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	var running sync.WaitGroup
	poll := time.NewTicker(r.Poll)
	defer poll.Stop()
	for ctx.Err() == nil {
		wake := r.wake
		if err := r.once(ctx, working, &running); err != nil && ctx.Err() == nil {
			r.Log.Error("queue not reached", "error", err)
			wake = nil // do not press a database that is in trouble
		}
		select {
		case <-ctx.Done():
		case <-wake:
		case <-poll.C:
		}
	}
	r.stop(cancel, &running)
	r.Log.Info("background extraction worker stopped")
	return nil
}

// once takes as many jobs as there are free workers and starts them.
func (r *Runner) once(ctx, working context.Context, running *sync.WaitGroup) error {
	free := cap(r.slots) - len(r.slots)
	if free == 0 {
		return nil
	}
	paused, err := r.store.Paused(ctx)
	if err != nil || paused {
		return err
	}
	leases, err := r.store.Take(ctx, free, r.Lease, r.RetryInterval())
	for _, l := range leases {
		r.slots <- struct{}{}
		running.Go(func() {
			r.do(working, l)
			<-r.slots
			r.Wake() // there is a free worker, and maybe the lane's next job
		})
	}
	return err
}

func (r *Runner) stop(cancel func(), running *sync.WaitGroup) {
	idle := make(chan struct{})
	go func() { running.Wait(); close(idle) }()
	grace := time.NewTimer(r.Grace)
	defer grace.Stop()
	select {
	case <-idle:
		return
	case <-grace.C:
	}
	cancel()
	giveUp := time.NewTimer(time.Second)
	defer giveUp.Stop()
	select {
	case <-idle:
	case <-giveUp.C:
		r.Log.Warn("a job did not stop in time; its lease will run out")
	}
}

// do works on one job, keeps its lease alive meanwhile, and settles how it ended.
func (r *Runner) do(working context.Context, l store.Lease) {
	started := time.Now()
	ctx, cancel := context.WithCancelCause(working)
	var keeping sync.WaitGroup
	keeping.Go(func() { r.keep(ctx, cancel, l) })
	err := protect(func() error { return r.work(ctx, l) })
	lost := errors.Is(context.Cause(ctx), store.ErrLeaseLost)
	cancel(nil)
	keeping.Wait()
	if lost {
		err = store.ErrLeaseLost
	}
	how := r.settle(working, l, err)
	took := time.Since(started)
	r.Done(l, how, took)
	r.Log.Info("job "+how, "job", l.Job.ID, "kind", l.Job.Kind, "attempt", l.Job.Attempts, "messages", len(l.Job.Messages), "took", took)
}

// keep extends the lease for as long as the job runs, and stops the job when
// somebody else has it.
func (r *Runner) keep(ctx context.Context, cancel context.CancelCauseFunc, l store.Lease) {
	tick := time.NewTicker(r.Lease / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := r.store.Extend(ctx, l, r.Lease); errors.Is(err, store.ErrLeaseLost) {
				cancel(err)
				return
			}
		}
	}
}

// settle tells the store how the job ended, and us in one word. Shutdown must
// not keep the word from getting there, so it has a context of its own.
func (r *Runner) settle(working context.Context, l store.Lease, err error) string {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(working), 5*time.Second)
	defer cancel()
	how := "done"
	switch {
	case err == nil:
		return how
	case errors.Is(err, store.ErrLeaseLost):
		r.Log.Warn("lease lost", "job", l.Job.ID)
		return "lost"
	case working.Err() != nil:
		how, err = "released", r.store.Release(ctx, l)
	case Retryable(err):
		how, err = "retried", r.store.Retry(ctx, l, err.Error())
	default:
		how, err = "failed", r.store.Fail(ctx, l, err.Error())
	}
	if err != nil && !errors.Is(err, store.ErrLeaseLost) {
		r.Log.Error("job not settled; its lease will run out", "job", l.Job.ID, "error", err)
	}
	return how
}

// Retryable reports an error that goes away by itself: a part we depend on did
// not answer, or not in time.
func Retryable(err error) bool {
	return souvenir.CodeOf(err) == souvenir.Unavailable || errors.Is(err, context.DeadlineExceeded)
}

// protect turns a panic into an error: one bad job never ends the worker.
func protect(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return do()
}
