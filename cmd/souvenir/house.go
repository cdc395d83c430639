package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/api"
	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/embed"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/styles"
	"github.com/souvenir-memory/souvenir/internal/queue"
	"github.com/souvenir-memory/souvenir/internal/store"
	"golang.org/x/sync/errgroup"
)

// house is everything wired together. This file is the only place that does so.
type house struct {
	live    *config.Live
	store   *store.Store
	engine  *engine.Engine
	runner  *queue.Runner
	handler http.Handler
	log     *slog.Logger
}

// open builds the house over the configured database. A trusted house is one
// that only this process can enter.
func open(ctx context.Context, cfg *config.Config, trusted bool, log *slog.Logger, level *slog.LevelVar) (*house, error) {
	s, err := openStore(ctx, cfg.DB)
	if err != nil {
		return nil, err
	}
	embedder, err := embedderOf(cfg)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	known, err := stylesOf(cfg)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	h := &house{store: s, log: log}
	h.live = config.NewLive(cfg, config.LiveOptions{Log: log, Changed: func(_, now *config.Config) { level.Set(now.Log.Level) }})
	h.engine = engine.New(s, engine.Options{Settings: h.settings, Embedder: embedder, Styles: known, Log: log, Wake: func() { h.runner.Wake() }})
	metrics := prometheus.NewRegistry()
	metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	h.runner = queue.NewRunner(s, h.engine.Work, queue.Options{
		Workers: cfg.Queue.Workers, Lease: cfg.Queue.Lease, Log: log, Done: countJobs(metrics),
		RetryInterval: func() time.Duration { return h.live.Current().Queue.RetryInterval },
	})
	h.handler = api.New(h.engine, api.Options{Version: version(), MaxBody: int64(cfg.Server.MaxBody), Trusted: trusted, Metrics: metrics, Log: log})
	return h, nil
}

// embedderOf is the configured embedder; none means the built-in one.
func embedderOf(cfg *config.Config) (embed.Embedder, error) {
	e := cfg.Embedding
	if !e.Configured() {
		return nil, nil
	}
	asked, err := embed.NewOpenAI(embed.OpenAIOptions{BaseURL: e.Endpoint, Key: e.APIKey, Model: e.Model})
	if err != nil {
		return nil, err
	}
	return embed.Cached(asked, 1000), nil
}

// stylesOf are the styles with what the operator adds: rule files in
// styles/rules beside the configuration file.
func stylesOf(cfg *config.Config) ([]extract.Style, error) {
	paths, err := filepath.Glob(filepath.Join(filepath.Dir(cfg.File()), "styles", "rules", "*.yaml"))
	if err != nil {
		return nil, err
	}
	var o styles.Options
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, souvenir.Errorf(souvenir.Invalid, "The rules in %s cannot be read: %v", path, err)
		}
		o.Rules = append(o.Rules, text)
	}
	return styles.All(o)
}

// settings are the engine's view of the configuration as it is now.
func (h *house) settings() engine.Settings {
	c := h.live.Current()
	s := engine.Settings{User: c.User, Extraction: c.Extraction.Enabled, QueueLimit: c.Queue.Limit, MaxTurns: c.Window.MaxTurns}
	if c.Style != "" {
		s.Styles = []string{c.Style}
	}
	return s
}

// run starts everything that goes on in the background, and returns when ctx is
// done and all of it has stopped.
func (h *house) run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return h.live.Run(ctx) })
	g.Go(func() error { return h.runner.Run(ctx) })
	g.Go(func() error { return h.engine.RunEmbedding(ctx) })
	g.Go(func() error { return h.engine.RunCounting(ctx) })
	g.Go(func() error { return h.tidy(ctx) })
	return g.Wait()
}

// tidy forgets, once an hour, the jobs that were done more than a week ago.
func (h *house) tidy(ctx context.Context) error {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			if _, err := h.store.PruneJobs(ctx, time.Now().AddDate(0, 0, -7)); err != nil && ctx.Err() == nil {
				h.log.Error("old jobs not pruned", "error", err)
			}
		}
	}
}

func countJobs(reg *prometheus.Registry) func(store.Lease, string, time.Duration) {
	took := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "souvenir_job_seconds", Help: "How long jobs took, by how they ended.", Buckets: prometheus.ExponentialBuckets(.001, 4, 10),
	}, []string{"kind", "end"})
	reg.MustRegister(took)
	return func(l store.Lease, how string, t time.Duration) {
		took.WithLabelValues(string(l.Job.Kind), how).Observe(t.Seconds())
	}
}
