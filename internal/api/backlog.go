package api

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/engine"
)

// backlog tells how the queue stands whenever somebody asks for the metrics.
type backlog struct{ *engine.Engine }

var (
	jobsByState = prometheus.NewDesc("souvenir_queue_jobs", "Jobs in the queue by state, of all tenants.", []string{"state"}, nil)
	oldestJob   = prometheus.NewDesc("souvenir_queue_oldest_seconds", "For how long the oldest job that is not done has waited; 0 when none waits.", nil, nil)
)

func (b backlog) Describe(ch chan<- *prometheus.Desc) {
	ch <- jobsByState
	ch <- oldestJob
}

// Collect leaves the queue out while the database does not answer.
func (b backlog) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	byState, oldest, err := b.Backlog(ctx)
	if err != nil {
		return
	}
	for _, state := range []souvenir.JobState{souvenir.JobQueued, souvenir.JobRunning, souvenir.JobFailed, souvenir.JobDropped} {
		ch <- prometheus.MustNewConstMetric(jobsByState, prometheus.GaugeValue, float64(byState[string(state)]), string(state))
	}
	age := 0.0
	if !oldest.IsZero() {
		age = max(0, time.Since(oldest).Seconds())
	}
	ch <- prometheus.MustNewConstMetric(oldestJob, prometheus.GaugeValue, age)
}
