package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

func TestDoctorAsksForTheModelsAndInventsNothing(t *testing.T) {
	const list = `{"data":[{"id":"qwen3:latest"},{"id":"gemma"}]}`
	for _, tt := range []struct {
		name, model, body string
		status            int
		want              finding
		says              string
		more              bool // is worth asking
	}{
		{"listed", "gemma", list, 200, works, "gemma at http", true},
		{"listed with a tag", "qwen3", list, 200, works, "qwen3 at http", true},
		{"not listed", "llama", list, 200, absent, "does not list llama; it lists qwen3:latest, gemma", true},
		{"key refused", "gemma", `{}`, 401, broken, "refuses the key (401)", false},
		{"no such list", "gemma", `not found`, 404, absent, "does not list its models (404)", true},
		{"not JSON", "gemma", `<html>`, 200, absent, "does not list its models (200)", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/v1/models" || r.Header.Get("Authorization") != "Bearer secret" {
					t.Errorf("asked for %s with %q", r.URL.Path, r.Header.Get("Authorization"))
				}
				w.WriteHeader(tt.status)
				w.Write([]byte(tt.body))
			}))
			defer server.Close()
			var e examination
			more := e.listed(t.Context(), "model", endpoint{server.URL + "/v1/", tt.model, "secret"}, "")
			if got := e.Checks[0]; got.Finding != tt.want || !strings.Contains(got.Detail, tt.says) || more != tt.more {
				t.Errorf("found %+v, more %v, want %s and %q", got, more, tt.want, tt.says)
			}
		})
	}
}

// good is a model that does what it is asked.
func good(r llmtest.Request) llmtest.Reply {
	const homes = `{"homes":[{"person":"Ada","city":"Toulouse"},{"person":"Tom","city":"Ghent"}]}`
	switch {
	case len(r.Tools) > 0:
		return llmtest.Call(homes)
	case strings.Contains(r.System(), "JSON"):
		return llmtest.Say(homes)
	}
	return llmtest.Say("Hello!")
}

// with spoils everything that a model says.
func with(f llmtest.Fault) func(llmtest.Request) llmtest.Reply {
	return func(r llmtest.Request) llmtest.Reply { return good(r).With(f) }
}

func always(r llmtest.Reply) func(llmtest.Request) llmtest.Reply {
	return func(llmtest.Request) llmtest.Reply { return r }
}

func TestDoctorInterviewsTheModel(t *testing.T) {
	t.Parallel()
	silent := llmtest.Reply{Text: "Hello!", NoUsage: true}
	for name, tt := range map[string]struct {
		does    func(llmtest.Request) llmtest.Reply
		without []llmtest.Refusal
		says    []string // of the lines that it brings, in part
	}{
		"a good one": {good, nil, []string{
			"ok model answers in", "it counts tokens (6 in, 1 out)", "ok model form tool calls", "ok model reads it found", "ok model thinks not aloud"}},
		"no tools":          {good, []llmtest.Refusal{llmtest.NoTools}, []string{"ok model form JSON of a schema; no tool calls", "ok model reads"}},
		"no schema":         {good, []llmtest.Refusal{llmtest.NoTools, llmtest.NoSchema}, []string{"ok model form JSON; no tool calls and no schema", "ok model reads"}},
		"nothing but text":  {good, []llmtest.Refusal{llmtest.NoTools, llmtest.NoFormat}, []string{"ok model form plain text", "ok model reads"}},
		"particular":        {good, []llmtest.Refusal{llmtest.NoTemperature, llmtest.NoMaxTokens}, []string{"ok model form tool calls; it takes no temperature; it wants max_completion_tokens"}},
		"talks":             {with(llmtest.Prose), nil, []string{"none model form it takes tool calls, but talked instead", "ok model reads"}},
		"thinks":            {with(llmtest.Think), []llmtest.Refusal{llmtest.NoTools}, []string{"ok model reads", "none model thinks aloud; the two short replies took", "Leave room for it"}},
		"only thinks":       {always(llmtest.Reply{Reasoning: "hm hm", Finish: "length"}), nil, []string{"broken model answers it thought for 2 tokens and said nothing (length)", "Raise llm.max_tokens"}},
		"says nothing":      {always(llmtest.Say("")), nil, []string{"broken model answers it replied with nothing (stop)"}},
		"loops":             {with(llmtest.Loop), nil, []string{"broken model answers it did not stop talking within 1000 tokens: Hello! Hello!"}},
		"speaks Chinese":    {with(llmtest.Language), nil, []string{"broken model reads it was asked for a little JSON and replied: 好的", "Choose a larger model"}},
		"finds nothing":     {llmtest.Friendly, nil, []string{`none model reads it kept to the form, but missed what was said: {"homes":[]}`}},
		"does not count":    {always(silent), nil, []string{"it does not count tokens, so we estimate them"}},
		"key refused":       {always(llmtest.Locked()), nil, []string{"broken model answers", "401 Unauthorized", "Set llm.api_key"}},
		"no such model":     {always(llmtest.Status(404, "model 'm' not found")), nil, []string{"broken model answers", "model 'm' not found", "Check llm.model"}},
		"busy":              {always(llmtest.Busy(time.Minute)), nil, []string{"broken model answers", "429", "limits and the credit"}},
		"broken":            {always(llmtest.Broken()), nil, []string{"broken model answers", "500", "its own log"}},
		"late":              {always(llmtest.Fail(llmtest.Hang)), nil, []string{"broken model answers", "did not answer in time", "Raise llm.timeout"}},
		"old llama.cpp":     {good, []llmtest.Refusal{llmtest.NoToolsJinja}, []string{"ok model answers", "ok model form JSON of a schema; no tool calls"}},
		"refuses and hides": {always(llmtest.Status(400, "no")), nil, []string{"broken model answers", "400 Bad Request: no.", "Its own words"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := llmtest.New(t)
			s.Without(tt.without...)
			s.Otherwise(tt.does)
			timeout := 10 * time.Second
			if name == "late" {
				timeout = 50 * time.Millisecond
			}
			var e examination
			e.interview(t.Context(), config.LLM{Endpoint: s.URL, Model: "m", Timeout: timeout})
			var found strings.Builder
			for _, c := range e.Checks {
				found.WriteString(strings.Join([]string{string(c.Finding), c.Name, c.Detail, c.Advice}, " ") + "\n")
			}
			for _, says := range tt.says {
				if !strings.Contains(found.String(), says) {
					t.Errorf("found\n%swant %q", found.String(), says)
				}
			}
		})
	}
}
