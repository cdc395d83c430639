package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir/internal/llm"
)

// endpoint is where a model is asked.
type endpoint struct{ Endpoint, Model, APIKey string }

func (a endpoint) String() string { return a.Model + " at " + a.Endpoint }

// model looks at the model that extracts, and asks it two small questions.
func (e *examination) model(ctx context.Context) {
	c := e.cfg.LLM
	if e.listed(ctx, "model", endpoint{c.Endpoint, c.Model, c.APIKey}, "none configured; remembering works without one") {
		e.interview(ctx, c)
	}
}

// embedder looks at the model that embeds. What it made of the texts is told by
// the vectors.
func (e *examination) embedder(ctx context.Context) {
	e.listed(ctx, "embedder", endpoint(e.cfg.Embedding), "the built-in one")
}

// listed asks an OpenAI-compatible endpoint which models it has, which costs
// nothing, and says whether it is worth asking more. Not every endpoint has such
// a list.
func (e *examination) listed(ctx context.Context, what string, at endpoint, without string) bool {
	if at.Endpoint == "" || at.Model == "" {
		e.none(what, without, "")
		return false
	}
	status, models, err := at.models(ctx)
	switch {
	case err != nil:
		e.bad(what, fmt.Sprintf("%s: %v", at, err), "Start it, or correct its endpoint with 'souvenir config set'.")
		return false
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		e.bad(what, fmt.Sprintf("%s refuses the key (%d)", at, status), "Set its api_key.")
		return false
	case status != http.StatusOK || models == nil:
		e.none(what, fmt.Sprintf("%s answers, but does not list its models (%d)", at, status), "")
	case !contains(models, at.Model):
		e.none(what, fmt.Sprintf("%s answers, but does not list %s; it lists %s", at.Endpoint, at.Model, excerpt(strings.Join(models, ", "), 200)), "Check the model's name.")
	default:
		e.ok(what, "%s", at)
	}
	return true
}

func (a endpoint) models(ctx context.Context) (status int, models []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	address, err := llm.URL(a.Endpoint, "models")
	if err != nil {
		return 0, nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, nil, err
	}
	if a.APIKey != "" {
		req.Header.Set("Authorization", "Bearer "+a.APIKey)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if json.NewDecoder(io.LimitReader(res.Body, 8<<20)).Decode(&list) != nil {
		return res.StatusCode, nil, nil
	}
	for _, m := range list.Data {
		models = append(models, m.ID)
	}
	return res.StatusCode, models, nil
}

// contains finds a model under its name, which some servers complete: llama3 is
// listed as llama3:latest.
func contains(models []string, name string) bool {
	for _, m := range models {
		if m == name || m == name+":latest" {
			return true
		}
	}
	return false
}
