package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"os"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/metrics"
)

// modelOf is the model that extracts, with everything that happens around a call;
// nil when none is configured.
func (h *house) modelOf(ctx context.Context, c config.LLM) (llm.Client, error) {
	if !c.Configured() {
		return nil, nil
	}
	endpoint, err := llm.New(llm.Options{BaseURL: c.Endpoint, Key: c.APIKey, Model: c.Model, Timeout: c.Timeout})
	if err != nil {
		return nil, err
	}
	model := llm.Limit(endpoint, c.Concurrency)
	if c.Record != "" {
		file, err := os.OpenFile(c.Record, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, souvenir.Errorf(souvenir.Invalid, "llm.record: %v", err)
		}
		h.files = append(h.files, file)
		model = llm.Record(model, file)
	}
	h.log.InfoContext(ctx, "MemoryExtractor initialized", "model", c.Model, "backend", backend(c.Endpoint), "temperature", temperature(c))
	return llm.Adapt(model, llm.AdaptOptions{Model: c.Model, Known: h.traits(ctx, c.Endpoint), Learnt: h.learnt(ctx, c.Endpoint)}), nil
}

// backend is where a model is, without the secrets that people put into addresses.
func backend(endpoint string) string {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "?"
	}
	return u.Host
}

func temperature(c config.LLM) any {
	if c.Temperature != nil {
		return *c.Temperature
	}
	return "as each style has it"
}

// close closes the database and whatever else is open.
func (h *house) close() error {
	errs := []error{h.proxy.Close(), h.store.Close()}
	for _, f := range h.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

// traits recall how a model wants to be asked, from the last time.
func (h *house) traits(ctx context.Context, endpoint string) func(string) (llm.Traits, bool) {
	return func(model string) (t llm.Traits, known bool) {
		text, found, err := h.store.Setting(ctx, traitsOf(endpoint, model))
		if err != nil || !found {
			return t, false
		}
		return t, json.Unmarshal([]byte(text), &t) == nil
	}
}

// traitsOf names what is known of a model at an endpoint, without the secrets that
// people put into addresses.
func traitsOf(endpoint, model string) string {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "llm.traits " + model
	}
	return "llm.traits " + u.Host + u.Path + " " + model
}

// learnt keeps how a model wants to be asked for the next time.
func (h *house) learnt(ctx context.Context, endpoint string) func(string, llm.Traits) {
	return func(model string, t llm.Traits) {
		text, err := json.Marshal(t)
		if err == nil {
			err = h.store.SetSetting(context.WithoutCancel(ctx), traitsOf(endpoint, model), string(text))
		}
		if err != nil {
			h.log.Warn("how the model wants to be asked was not kept", "model", model, "error", err)
		}
	}
}

// countTallies shows what extraction does and costs.
func countTallies(counted *metrics.Set) func([]souvenir.Tally) {
	total := counted.Counter("souvenir_extraction_total",
		"What extraction did and cost: windows, calls, tokens, replies by how well they could be read, what was proposed and refused.", "style", "model", "what")
	return func(ts []souvenir.Tally) {
		for _, t := range ts {
			total.Add(float64(t.N), t.Style, t.Model, t.What)
		}
	}
}
