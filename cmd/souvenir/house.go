package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/api"
	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/embed"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/styles"
	"github.com/souvenir-memory/souvenir/internal/forget"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/metrics"
	"github.com/souvenir-memory/souvenir/internal/openai"
	"github.com/souvenir-memory/souvenir/internal/queue"
	"github.com/souvenir-memory/souvenir/internal/reconcile"
	"github.com/souvenir-memory/souvenir/internal/store"
	summaries "github.com/souvenir-memory/souvenir/internal/summary"
	"github.com/souvenir-memory/souvenir/internal/web"
	"github.com/souvenir-memory/souvenir/ui"
	"golang.org/x/sync/errgroup"
)

// house is everything wired together. This file is the only place that does so.
type house struct {
	live    *config.Live
	store   *store.Store
	engine  *engine.Engine
	runner  *queue.Runner
	proxy   *openai.Proxy
	handler http.Handler
	log     *slog.Logger
	files   []io.Closer // what else is open
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
	writer, err := summariesOf(cfg)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	judge, err := reconcile.NewJudge(os.DirFS(filepath.Join(filepath.Dir(cfg.File()), "styles", reconcile.Style)))
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	h := &house{store: s, log: log}
	model, err := h.modelOf(ctx, cfg.LLM)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	h.live = config.NewLive(cfg, config.LiveOptions{Log: log, Changed: func(_, now *config.Config) { level.Set(now.Log.Level) }})
	counted := &metrics.Set{}
	counted.Ask(metrics.Process)
	h.engine = engine.New(s, engine.Options{
		ModelName: cfg.LLM.Model, ModelHost: backend(cfg.LLM.Endpoint), Told: h.told,
		Settings: h.settings, Embedder: embedder, Styles: known, Model: model, Summaries: writer, Judge: judge, Count: countTallies(counted), Log: log,
		Wake: func() { h.runner.Wake() },
	})
	h.runner = queue.NewRunner(s, h.engine.Work, queue.Options{
		Workers: cfg.Queue.Workers, Lease: cfg.Queue.Lease, Log: log, Done: countJobs(counted),
		RetryInterval: func() time.Duration { return h.live.Current().Queue.RetryInterval },
	})
	page, err := web.New(ui.Dist())
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	h.proxy = openai.New(h.engine, openai.Options{Settings: h.proxySettings, Address: llm.URL, Log: log})
	h.handler = api.New(h.engine, api.Options{Version: version(), MaxBody: int64(cfg.Server.MaxBody), Trusted: trusted, Metrics: counted, Log: log, Chats: h.proxy, Page: page})
	return h, nil
}

// embedderOf is the configured embedder; none means the built-in one.
func embedderOf(cfg *config.Config) (embed.Embedder, error) {
	e := cfg.Embedding
	if !e.Configured() {
		return nil, nil
	}
	url, err := llm.URL(e.Endpoint, "embeddings")
	if err != nil {
		return nil, err
	}
	asked, err := embed.NewOpenAI(embed.OpenAIOptions{URL: url, Key: e.APIKey, Model: e.Model})
	if err != nil {
		return nil, err
	}
	return embed.Cached(asked, 1000), nil
}

// stylesOf are the styles with what the operator adds: texts in styles/NAME and
// rule files in styles/rules, beside the configuration file.
func stylesOf(cfg *config.Config) ([]extract.Style, error) {
	dir := filepath.Join(filepath.Dir(cfg.File()), "styles")
	paths, err := filepath.Glob(filepath.Join(dir, "rules", "*.yaml"))
	if err != nil {
		return nil, err
	}
	o := styles.Options{Own: os.DirFS(dir)}
	if cfg.Persona.Timezone != "" {
		if o.Location, err = time.LoadLocation(cfg.Persona.Timezone); err != nil {
			return nil, err
		}
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, souvenir.Errorf(souvenir.Invalid, "The rules in %s cannot be read: %v", path, err)
		}
		o.Rules = append(o.Rules, text)
	}
	return styles.All(o)
}

// summariesOf writes summaries with the operator's texts in styles/summary.
func summariesOf(cfg *config.Config) (*summaries.Writer, error) {
	return summaries.New(os.DirFS(filepath.Join(filepath.Dir(cfg.File()), "styles", summaries.Style)))
}

// settings are the engine's view of the configuration as it is now.
func (h *house) settings() engine.Settings {
	c := h.live.Current()
	s := engine.Settings{User: c.User, Extraction: c.Extraction.Enabled, QueueLimit: c.Queue.Limit, MaxTurns: c.Window.MaxTurns}
	s.Gather = store.Gather{MinTurns: c.Window.MinTurns, Idle: c.Window.IdleTimeout}
	s.DailyTokens, s.AutoAnalysis = c.LLM.DailyTokens, c.Analysis.Auto
	s.Consolidation = c.Consolidation.Auto
	s.Price = souvenir.Price{In: c.LLM.PriceIn, Cached: *cmp.Or(c.LLM.PriceCached, &c.LLM.PriceIn), Out: c.LLM.PriceOut}
	s.SummaryMinimum, s.AnswerWait = c.Recall.SummaryMinimum, c.Window.AnswerWait
	s.Review = c.Review.Mode
	s.Forgetting = forget.Policy{HalfLife: c.Forgetting.HalfLife, Threshold: c.Forgetting.Threshold, Session: c.Forgetting.Session}
	s.Tuned = func(style string) extract.Tuning {
		t := c.Tuned(style)
		tuning := extract.Tuning{Model: t.Model, Temperature: t.Temperature, AskAlways: t.AskAlways}
		if t.MaxTokens != nil {
			tuning.MaxTokens = *t.MaxTokens
		}
		return tuning
	}
	if c.Style != "" {
		s.Styles = strings.FieldsFunc(c.Style, func(r rune) bool { return r == ',' || r == ' ' })
	}
	return s
}

// told are the settings in effect, for operators.
func (h *house) told() (out []souvenir.Setting) {
	for _, s := range h.live.Current().Settings() {
		out = append(out, souvenir.Setting{Name: s.Name, Value: s.Value, Default: s.Default, Empty: s.Empty, Origin: s.Origin.String(), Live: s.Live, Doc: s.Doc})
	}
	return out
}

// run starts everything that goes on in the background, and returns when ctx is
// done and all of it has stopped.
func (h *house) run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return h.live.Run(ctx) })
	g.Go(func() error { return h.runner.Run(ctx) })
	g.Go(func() error { return h.engine.RunEmbedding(ctx) })
	g.Go(func() error { return h.engine.RunCounting(ctx) })
	g.Go(func() error { return h.engine.RunAnalysis(ctx) })
	g.Go(func() error { return h.engine.RunForgetting(ctx) })
	g.Go(func() error { return h.engine.RunConsolidation(ctx) })
	g.Go(func() error { return h.engine.RunEvents(ctx) })
	g.Go(func() error { return h.tidy(ctx) })
	g.Go(func() error { return boundHeap(ctx) })
	return g.Wait()
}

// tidy forgets, once an hour, the jobs that were done more than a week ago. It also
// writes files anew from which something was erased, where that was left undone.
func (h *house) tidy(ctx context.Context) error {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		if err := h.store.Rewrite(ctx); err != nil && ctx.Err() == nil {
			h.log.Warn("files not written anew after an erasure", "error", err)
		}
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

func countJobs(counted *metrics.Set) func(store.Lease, string, time.Duration) {
	took := counted.Histogram("souvenir_job_seconds", "How long jobs took, by how they ended.",
		[]float64{.001, .004, .016, .064, .256, 1.024, 4.096, 16.384, 65.536, 262.144}, "kind", "end")
	return func(l store.Lease, how string, t time.Duration) {
		took.Observe(t.Seconds(), string(l.Job.Kind), how)
	}
}
