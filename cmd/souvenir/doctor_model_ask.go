package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// interview asks the model what everybody is asked, and then for the smallest
// extraction there is, the way extraction asks.
func (e *examination) interview(ctx context.Context, c config.LLM) {
	asked, err := llm.New(llm.Options{BaseURL: c.Endpoint, Key: c.APIKey, Model: c.Model, Timeout: c.Timeout})
	if err != nil {
		e.bad("model answers", err.Error(), "")
		return
	}
	var traits llm.Traits
	model := llm.Adapt(asked, llm.AdaptOptions{Model: c.Model, Learnt: func(_ string, t llm.Traits) { traits = t }})
	tokens := 1000 // enough for some thoughts
	if c.MaxTokens != nil {
		tokens = *c.MaxTokens
	}
	hello, ok := e.greet(ctx, model, tokens)
	if !ok {
		return
	}
	found, err := model.Chat(ctx, llm.Request{
		System: examPrompt, Messages: llm.Ask(examSentence), Shape: &llm.Shape{Name: "submit_homes", Description: "Hands in who lives where.", Schema: examSchema},
		Temperature: new(0.1), MaxTokens: tokens,
	})
	if err != nil {
		e.bad("model form", "it answers a plain question, but not one for JSON: "+err.Error(), remedy(err))
		return
	}
	e.form(found, traits)
	e.reading(found)
	e.thinking(hello, found)
}

const (
	examPrompt   = `Find out who lives where. Hand in JSON of the form {"homes": [{"person": "...", "city": "..."}]}, with an empty list if nothing is said about it.`
	examSentence = "Ada moved from Lyon to Toulouse last year, and Tom still lives in Ghent."
)

var examSchema = json.RawMessage(`{"type":"object","properties":{"homes":{"type":"array","items":{"type":"object",
	"properties":{"person":{"type":"string"},"city":{"type":"string"}},"required":["person","city"],"additionalProperties":false}}},
	"required":["homes"],"additionalProperties":false}`)

// greet says whether the model answers at all, how fast, and who counts.
func (e *examination) greet(ctx context.Context, model llm.Client, tokens int) (r llm.Reply, ok bool) {
	began := time.Now()
	r, err := model.Chat(ctx, llm.Request{Messages: llm.Ask("Say hello in one short sentence."), Temperature: new(0.1), MaxTokens: tokens})
	took := time.Since(began).Round(10 * time.Millisecond)
	switch {
	case err != nil:
		e.bad("model answers", err.Error(), remedy(err))
	case strings.TrimSpace(r.Text) == "" && r.Reasoning != "":
		e.bad("model answers", fmt.Sprintf("it thought for %d tokens and said nothing (%s)", r.Usage.Out, r.Finish), "Raise llm.max_tokens, or switch its thinking off where it runs.")
	case strings.TrimSpace(r.Text) == "":
		e.bad("model answers", "it replied with nothing ("+r.Finish+")", "Choose another model with llm.model.")
	case r.Finish == "length":
		e.bad("model answers", fmt.Sprintf("it did not stop talking within %d tokens: %s", tokens, excerpt(r.Text, 60)), "Raise llm.max_tokens; if it repeats itself, choose a model that is made for instructions, or check its chat template.")
	default:
		e.ok("model answers", "in %v; %s", took, counting(r.Usage))
		return r, true
	}
	return r, false
}

func counting(u llm.Usage) string {
	if u.Estimated {
		return "it does not count tokens, so we estimate them"
	}
	return fmt.Sprintf("it counts tokens (%d in, %d out)", u.In, u.Out)
}

// form says how the model is made to reply in a shape.
func (e *examination) form(found llm.Reply, t llm.Traits) {
	ways := map[llm.Form]string{
		llm.ToolCall: "tool calls", llm.JSONSchema: "JSON of a schema; no tool calls", llm.JSONObject: "JSON; no tool calls and no schema",
		llm.PlainText: "plain text; neither tool calls nor JSON are enforced",
	}
	way := ways[found.Form]
	if t.NoTemperature {
		way += "; it takes no temperature"
	}
	if t.CompletionTokens {
		way += "; it wants max_completion_tokens"
	}
	if found.Form == llm.ToolCall && len(found.Calls) == 0 {
		e.none("model form", "it takes tool calls, but talked instead; after three times in a row it is asked for JSON", "")
		return
	}
	e.ok("model form", "%s", way)
}

// reading says whether the model did the small extraction.
func (e *examination) reading(found llm.Reply) {
	value, _, err := reply.Read(found.Body())
	homes, skipped := reply.Items(value, "homes")
	said := fmt.Sprint(homes)
	switch {
	case err != nil || skipped > 0:
		e.bad("model reads", "it was asked for a little JSON and replied: "+excerpt(found.Body(), 120)+ended(found.Finish), "Choose a larger model, or one that is made for instructions; the styles rules and verbatim need none.")
	case strings.Contains(said, "Toulouse") && strings.Contains(said, "Ghent"):
		e.ok("model reads", "it found what two sentences say, in the form that was asked for")
	default:
		e.none("model reads", "it kept to the form, but missed what was said: "+excerpt(found.Body(), 120), "It will miss memories, too; a larger model finds more.")
	}
}

func ended(finish string) string {
	if finish == "length" {
		return " (cut off; llm.max_tokens is too small for it)"
	}
	return ""
}

// thinking says whether part of what is paid and waited for is thought.
func (e *examination) thinking(replies ...llm.Reply) {
	out := 0
	aloud := false
	for _, r := range replies {
		aloud = aloud || r.Reasoning != ""
		out += r.Usage.Out
	}
	if aloud {
		e.none("model thinks", fmt.Sprintf("aloud; the two short replies took %d tokens", out), "It works; without thinking it is faster and cheaper. Leave room for it in llm.max_tokens.")
		return
	}
	e.ok("model thinks", "not aloud")
}

// remedy is what to do about an error of the model.
func remedy(err error) string {
	switch {
	case llm.Status(err) == http.StatusNotFound:
		return "Check llm.model and llm.endpoint; a local model may have to be fetched first."
	case llm.Status(err) == http.StatusTooManyRequests:
		return "Wait, or look at the limits and the credit of its account."
	case souvenir.CodeOf(err) == souvenir.Denied:
		return "Set llm.api_key, or ask for access to this model."
	case strings.Contains(err.Error(), "in time"):
		return "Raise llm.timeout, or choose a smaller model. One that was just started may be loading still."
	case souvenir.CodeOf(err) == souvenir.Unavailable:
		return "Look into its own log; it answers, but something behind it is broken."
	}
	return "Its own words say what it does not like; check llm.model and llm.endpoint."
}
