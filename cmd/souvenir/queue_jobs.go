package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/souvenir-memory/souvenir"
)

type queueJobs struct {
	State string `enum:"queued,running,done,failed,dropped" placeholder:"WORD" default:"failed" help:"Jobs in this state: queued, running, done, failed or dropped (default: ${default})."`
	All   bool   `help:"All of them; otherwise the oldest 50."`
}

// Run lists jobs.
func (j *queueJobs) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	page := func(cursor string) (souvenir.List[souvenir.Job], error) {
		return c.Jobs(ctx, souvenir.JobState(j.State), cursor)
	}
	found, err := page("")
	if j.All {
		found, err = everyPage(page)
	}
	if err != nil {
		return err
	}
	return g.show(found, func(w io.Writer) { j.tell(w, found) })
}

func (j *queueJobs) tell(w io.Writer, found souvenir.List[souvenir.Job]) {
	if len(found.Items) == 0 {
		fmt.Fprintf(w, "No %s jobs.\n", j.State)
		return
	}
	columns(w, func(w io.Writer) {
		fmt.Fprintln(w, "ID\tSINCE\tUSER\tCONVERSATION\tMESSAGES\tATTEMPTS\tREASON")
		for _, job := range found.Items {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%s\n", short(job.ID), minute(job.CreatedAt),
				oneLine(job.User), oneLine(job.Conversation), len(job.Messages), job.Attempts, excerpt(job.Reason, 120))
		}
	})
	if found.Next != "" {
		fmt.Fprintln(w, "There are more; --all shows them.")
	}
}

type queueRetry struct {
	ID  string `arg:"" optional:"" help:"Id of a failed or dropped job, or the end of it."`
	All bool   `help:"Retry every failed job."`
}

// Run queues jobs again.
func (r *queueRetry) Run(ctx context.Context, g *globals) error {
	if (r.ID == "") == !r.All {
		return souvenir.Errorf(souvenir.Invalid, "Say which job to retry: an id, or --all for every failed one.")
	}
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	if r.All {
		return r.everyFailed(ctx, g, c)
	}
	job, err := c.retry(ctx, r.ID)
	if err != nil {
		return err
	}
	return g.show(job, func(w io.Writer) { fmt.Fprintf(w, "Queued again: job %s.%s\n", short(job.ID), c.whenWorkedOn()) })
}

func (r *queueRetry) everyFailed(ctx context.Context, g *globals, c *connection) error {
	jobs, err := c.jobs(ctx, souvenir.JobFailed)
	if err != nil {
		return err
	}
	retried := souvenir.List[souvenir.Job]{Items: []souvenir.Job{}}
	for _, j := range jobs {
		job, err := c.RetryJob(ctx, j.ID)
		switch souvenir.CodeOf(err) {
		case souvenir.Conflict, souvenir.NotFound:
			continue // somebody else was quicker
		}
		if err != nil {
			return err
		}
		retried.Items = append(retried.Items, job)
	}
	return g.show(retried, func(w io.Writer) {
		fmt.Fprintf(w, "Queued again: %s.%s\n", plural(int64(len(retried.Items)), "job", "jobs"), c.whenWorkedOn())
	})
}

// retry finds a job by its id or the end of it, and queues it again.
func (c *connection) retry(ctx context.Context, given string) (souvenir.Job, error) {
	job, err := c.RetryJob(ctx, given)
	if err == nil || souvenir.CodeOf(err) != souvenir.NotFound {
		return job, err
	}
	failed, err := c.jobs(ctx, souvenir.JobFailed)
	dropped, more := c.jobs(ctx, souvenir.JobDropped)
	if err := errors.Join(err, more); err != nil {
		return job, err
	}
	var ids []string
	for _, j := range append(failed, dropped...) {
		ids = append(ids, j.ID)
	}
	id, err := pick("failed or dropped job", given, ids)
	if err != nil {
		return job, err
	}
	return c.RetryJob(ctx, id)
}

func (c *connection) jobs(ctx context.Context, state souvenir.JobState) ([]souvenir.Job, error) {
	all, err := everyPage(func(cursor string) (souvenir.List[souvenir.Job], error) { return c.Jobs(ctx, state, cursor) })
	return all.Items, err
}

// whenWorkedOn tells whoever has no server what has to happen first.
func (c *connection) whenWorkedOn() string {
	if c.direct() {
		return " No server is running; 'souvenir serve' works on it."
	}
	return ""
}
