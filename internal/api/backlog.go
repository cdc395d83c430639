package api

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/metrics"
)

// backlog tells how the queue stands whenever somebody asks for the metrics.
type backlog struct{ *engine.Engine }

// write leaves the queue out while the database does not answer.
func (b backlog) write(p *metrics.Page) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	byState, oldest, err := b.Backlog(ctx)
	if err != nil {
		return
	}
	p.Family("souvenir_queue_jobs", "gauge", "Jobs in the queue by state, of all tenants.")
	for _, state := range []souvenir.JobState{souvenir.JobQueued, souvenir.JobRunning, souvenir.JobFailed, souvenir.JobDropped} {
		p.Sample("souvenir_queue_jobs", float64(byState[string(state)]), metrics.Label{Name: "state", Value: string(state)})
	}
	age := 0.0
	if !oldest.IsZero() {
		age = max(0, time.Since(oldest).Seconds())
	}
	p.Single("souvenir_queue_oldest_seconds", "gauge", "For how long the oldest job that is not done has waited; 0 when none waits.", age)
}
