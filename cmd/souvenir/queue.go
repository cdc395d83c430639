package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/souvenir-memory/souvenir"
)

type queueCmd struct {
	Status queueStatus `cmd:"" default:"1" help:"Show how the background work stands."`
	Pause  queuePause  `cmd:"" help:"Let jobs wait, even across restarts."`
	Resume queueResume `cmd:"" help:"Let jobs be worked on again."`
	Jobs   queueJobs   `cmd:"" help:"List jobs, oldest first."`
	Retry  queueRetry  `cmd:"" help:"Queue failed or dropped jobs again."`
}

type (
	queueStatus struct{}
	queuePause  struct{}
	queueResume struct{}
)

// Run shows how the background work stands.
func (queueStatus) Run(ctx context.Context, g *globals) error {
	return g.queue(ctx, func(c *connection) (souvenir.QueueState, error) { return c.Queue(ctx) })
}

// Run lets jobs wait.
func (queuePause) Run(ctx context.Context, g *globals) error {
	return g.queue(ctx, func(c *connection) (souvenir.QueueState, error) { return c.Pause(ctx) })
}

// Run lets jobs be worked on again.
func (queueResume) Run(ctx context.Context, g *globals) error {
	return g.queue(ctx, func(c *connection) (souvenir.QueueState, error) { return c.Resume(ctx) })
}

func (g *globals) queue(ctx context.Context, ask func(*connection) (souvenir.QueueState, error)) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	q, err := ask(c)
	if err != nil {
		return err
	}
	return g.show(q, func(w io.Writer) { tellQueue(w, q, c.direct()) })
}

func tellQueue(w io.Writer, q souvenir.QueueState, direct bool) {
	switch {
	case q.Paused:
		fmt.Fprintln(w, "Paused. 'souvenir queue resume' lets it go on.")
	case direct:
		fmt.Fprintln(w, "Not paused, but no server is running: jobs wait for 'souvenir serve'.")
	default:
		fmt.Fprintln(w, "Not paused.")
	}
	columns(w, func(w io.Writer) {
		fmt.Fprintf(w, "  waiting\t%d%s\n", q.Queued, since(q.Oldest))
		fmt.Fprintf(w, "  at work\t%d\n", q.Running)
		fmt.Fprintf(w, "  failed\t%d\n", q.Failed)
		fmt.Fprintf(w, "  dropped\t%d\n", q.Dropped)
	})
	if q.Failed > 0 {
		fmt.Fprintln(w, "'souvenir queue jobs' says why they failed; 'souvenir queue retry --all' tries them again.")
	}
}

// since says how long the oldest job has waited.
func since(oldest *time.Time) string {
	if oldest == nil {
		return ""
	}
	return fmt.Sprintf(", the oldest since %s (%s)", minute(*oldest), time.Since(*oldest).Round(time.Second))
}
