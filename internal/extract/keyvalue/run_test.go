package keyvalue

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

const good = `{"facts":{"name":"Steve"},"context":[],"quotes":{"name":"hi I'm Steve"}}`

// overHTTP asks even about what plainly holds nothing.
func overHTTP(t *testing.T, s extract.Style, w souvenir.Window, replies ...llmtest.Reply) (extract.Result, *llmtest.Server, error) {
	t.Helper()
	server := llmtest.New(t, replies...)
	model, err := llm.New(llm.Options{BaseURL: server.URL, Model: "any"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := extract.Run(t.Context(), s, extract.Kit{Model: model, Tuning: extract.Tuning{AskAlways: true}}, w)
	return r, server, err
}

func TestModelsReplyInManyWays(t *testing.T) {
	w := exchange()
	for _, tt := range []struct {
		name    string
		replies []llmtest.Reply
		modes   []reply.Mode
	}{
		{"a tool call", []llmtest.Reply{llmtest.Call(good)}, []reply.Mode{reply.Exact}},
		{"text", []llmtest.Reply{llmtest.Say(good)}, []reply.Mode{reply.Exact}},
		{"fenced", []llmtest.Reply{llmtest.Say("```json\n" + good + "\n```")}, []reply.Mode{reply.Fenced}},
		{"thinking aloud", []llmtest.Reply{llmtest.Say("<think>[1] is {this} durable?</think>" + good)}, []reply.Mode{reply.Exact}},
		{"repaired when asked again", []llmtest.Reply{llmtest.Say("I could not decide, sorry about that"), llmtest.Call(good)}, []reply.Mode{reply.Unreadable, reply.Exact}},
		{"another shape at first", []llmtest.Reply{llmtest.Call(`{"name":"Steve"}`), llmtest.Call(good)}, []reply.Mode{reply.Unreadable, reply.Exact}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := overHTTP(t, style(t), w, tt.replies...)
			if err != nil || len(got.Candidates) != 1 {
				t.Fatalf("gives %+v, %v", got, err)
			}
			c := got.Candidates[0]
			if c.Key != "name" || c.Content != "Steve" || c.Style != "keyvalue" || c.User != "steve" || c.Evidence[0].Quote != "hi I'm Steve" {
				t.Errorf("gives %+v", c)
			}
			for i, a := range got.Asked {
				if a.Mode != tt.modes[i] {
					t.Errorf("reply %d was %s, want %s", i, a.Mode, tt.modes[i])
				}
			}
		})
	}
}

func TestTheToolIsAskedFor(t *testing.T) {
	_, server, err := overHTTP(t, style(t), exchange(), llmtest.Call(`{"facts":{},"context":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	chat := server.Chats()[0]
	if chat.Tools[0].Function.Name != "submit_facts" || !json.Valid(chat.Tools[0].Function.Parameters) || chat.Stream || chat.MaxTokens != 512 || chat.Path != "/v1/chat/completions" {
		t.Errorf("asked %s", chat.Body)
	}
	if strings.Contains(chat.Body, "Shepherd") {
		t.Errorf("the model is told what the assistant said: %s", chat.Body)
	}
}
