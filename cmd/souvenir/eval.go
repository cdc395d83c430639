package main

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/eval"
	"github.com/souvenir-memory/souvenir/internal/extract/rules"
	"github.com/souvenir-memory/souvenir/internal/extract/rules/evalset"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/store"
)

type evalCmd struct {
	Locomo      evalLocomo `cmd:"" help:"Measure recall, and answers where a model is configured, on a LoCoMo file."`
	Longmemeval evalLong   `cmd:"" help:"Measure the same on a LongMemEval file, for turns and whole sessions."`
	Rules       evalRules  `cmd:"" help:"Measure extraction by rules on labelled messages."`
}

// evalFlags are what both recall benchmarks take.
type evalFlags struct {
	Data     string `required:"" complete:"files" placeholder:"FILE" help:"File with the benchmark; docs/evaluation.md says where to get one."`
	K        []int  `placeholder:"N" default:"5,10,20,50" help:"After how many hits to count (default: ${default})."`
	Limit    int    `placeholder:"N" help:"Ask only the first so many questions."`
	Budget   int    `placeholder:"N" default:"1000" help:"Tokens of the block at most (default: ${default})."`
	Extract  bool   `help:"Extract memories as well; by default only what was said is searched."`
	Answer   bool   `default:"true" negatable:"" help:"Answer and judge when a model is configured (default: yes)."`
	Parallel int    `placeholder:"N" default:"4" help:"Questions that the model works on at a time (default: ${default})."`
	Details  bool   `help:"With --json: what came of every question."`
}

type (
	evalLocomo struct{ evalFlags }
	evalLong   struct{ evalFlags }
	evalRules  struct {
		Data string `complete:"files" placeholder:"FILE" help:"Labelled messages, one JSON object per line (default: our own set)."`
	}
)

// Run measures on LoCoMo.
func (e *evalLocomo) Run(ctx context.Context, g *globals) error { return e.run(ctx, g, eval.LoCoMo) }

// Run measures on LongMemEval.
func (e *evalLong) Run(ctx context.Context, g *globals) error { return e.run(ctx, g, eval.LongMemEval) }

// run measures in a memory of its own, and shows what was measured even when it
// was interrupted.
func (e *evalFlags) run(ctx context.Context, g *globals, b eval.Benchmark) error {
	data, err := openData(e.Data)
	if err != nil {
		return err
	}
	defer data.Close()
	lab, err := g.lab(ctx, e.Extract)
	if err != nil {
		return err
	}
	defer lab.close()
	model, err := e.model(lab.cfg.LLM)
	if err != nil {
		return err
	}
	longest := 512 // an answer is a sentence or two
	if t := lab.cfg.LLM.MaxTokens; t != nil {
		longest = *t
	}
	p := newProgress(g)
	report, err := eval.Run(ctx, b, data, lab.connection, eval.Options{
		K: e.K, Limit: e.Limit, Budget: e.Budget, Parallel: e.Parallel, Details: e.Details && g.JSON,
		Model: model, Tokens: longest, Progress: p.show,
	})
	p.end()
	if report.Asked == 0 {
		return err
	}
	return errors.Join(g.show(report, report.Write), err)
}

// model is who answers and judges; nil when nobody does.
func (e *evalFlags) model(c config.LLM) (llm.Client, error) {
	if !c.Configured() || !e.Answer {
		return nil, nil
	}
	return llm.New(llm.Options{BaseURL: c.Endpoint, Key: c.APIKey, Model: c.Model, Timeout: c.Timeout})
}

// Run measures the rules.
func (e *evalRules) Run(ctx context.Context, g *globals) error {
	style, err := rules.New()
	if err != nil {
		return err
	}
	data := evalset.Everyday()
	if e.Data != "" {
		file, err := openData(e.Data)
		if err != nil {
			return err
		}
		defer file.Close()
		data = file
	}
	report, err := eval.Rules(ctx, style, data)
	if err != nil {
		return err
	}
	return g.show(report, report.Write)
}

func openData(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, souvenir.Errorf(souvenir.Invalid, "Cannot read the data: %v", err)
	}
	return f, nil
}

// lab is a memory that nobody else uses, with everything that serve has.
type lab struct {
	*connection
	cfg     *config.Config
	dir     string // holds the database, unless --db named one
	serving sync.WaitGroup
	end     func()
}

// lab opens a fresh database: a new one, or an empty one that --db names.
func (g *globals) lab(ctx context.Context, extract bool) (*lab, error) {
	dir, err := os.MkdirTemp("", "souvenir-eval-")
	if err != nil {
		return nil, err
	}
	own := *g
	own.Set = maps.Clone(g.Set)
	if own.Set == nil {
		own.Set = map[string]string{}
	}
	maps.Copy(own.Set, map[string]string{"extraction.enabled": strconv.FormatBool(extract), "queue.limit": "0"})
	if own.DB == "" {
		own.DB = filepath.Join(dir, "eval.db")
	}
	l := &lab{dir: dir}
	if err := l.open(ctx, &own); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return l, nil
}

func (l *lab) open(ctx context.Context, g *globals) (err error) {
	if l.cfg, err = g.configuration(); err != nil {
		return err
	}
	if l.connection, err = openDirectly(ctx, l.cfg); err != nil {
		return err
	}
	if err := l.empty(ctx); err != nil {
		l.connection.close()
		return err
	}
	ctx, l.end = context.WithCancel(ctx)
	l.serving.Go(func() { l.house.run(ctx) })
	return nil
}

// empty makes sure that nobody's memories are measured, or spoilt.
func (l *lab) empty(ctx context.Context) error {
	users, err := l.Users(ctx)
	if err != nil || len(users.Items) == 0 {
		return err
	}
	return souvenir.Errorf(souvenir.Conflict, "The database %s is in use. Measuring needs an empty one; without --db it makes its own.", store.Redact(l.cfg.DB))
}

func (l *lab) close() {
	l.end()
	l.serving.Wait()
	l.connection.close()
	os.RemoveAll(l.dir)
}
