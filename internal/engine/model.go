package engine

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm"
)

// health is how the model did since we started.
type health struct {
	mu       sync.Mutex
	calls    int64
	failures int64
	last     time.Time
	failing  bool
	problem  string
	at       time.Time // of the problem
	seconds  []float64
}

// mostSeconds is how many calls are remembered one by one.
const mostSeconds = 60

func (h *health) note(now time.Time, took time.Duration, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls++
	h.last, h.failing = now, err != nil
	h.seconds = append(h.seconds, took.Seconds())
	if len(h.seconds) > mostSeconds {
		h.seconds = slices.Delete(h.seconds, 0, 1)
	}
	if err != nil {
		h.failures++
		h.problem, h.at = err.Error(), now
	}
}

func (h *health) state() souvenir.ModelState {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := souvenir.ModelState{Configured: true, State: "unknown", Calls: h.calls, Failures: h.failures, LastError: h.problem, Seconds: append([]float64{}, h.seconds...)}
	if h.calls > 0 {
		s.LastCall, s.State = &h.last, map[bool]string{true: "failing", false: "well"}[h.failing]
	}
	if h.problem != "" {
		s.ErrorAt = &h.at
	}
	return s
}

// watched is the model with an eye on how it does.
func (e *Engine) watched(model llm.Client) llm.Client {
	if model == nil {
		return nil
	}
	return llm.Watch(model, func(took time.Duration, err error) { e.health.note(e.now(), took, err) })
}

// ModelState says how the model is doing.
func (e *Engine) ModelState(ctx context.Context, _ *struct{}) (*Answer[souvenir.ModelState], error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	s := souvenir.ModelState{State: "none", Seconds: []float64{}}
	if e.model != nil {
		s = e.health.state()
		s.Model, s.Host = e.modelName, e.modelHost
	}
	return &Answer[souvenir.ModelState]{s}, nil
}

// CheckModel asks the model something small and says how it is doing then.
func (e *Engine) CheckModel(ctx context.Context, in *struct{}) (*Answer[souvenir.ModelState], error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	if e.model == nil {
		return nil, souvenir.Errorf(souvenir.Conflict, "No model is configured: set llm.endpoint and llm.model.")
	}
	e.model.Chat(ctx, llm.Request{Messages: llm.Ask("Say hello in one short sentence."), MaxTokens: 1000}) // how it went is noted
	return e.ModelState(ctx, in)
}

// Told lists the settings that are in effect, with where they come from.
func (e *Engine) Told(ctx context.Context, _ *struct{}) (*Page[souvenir.Setting], error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	return listOf(e.told(), ""), nil
}
