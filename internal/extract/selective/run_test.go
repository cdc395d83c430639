package selective

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

const good = `{"entries":[{"type":"preference","subject":"coding workflow preferences","content":"Prefers writing detailed specs before any coding begins. Wants to understand the full design before implementation.","importance":8,"expiry":"permanent","tags":["workflow","coding"],"source_context":"User explained preferred development process","evidence":["specs before code"]}]}`

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
	w := souvenir.Window{Scope: souvenir.Scope{User: "ada"}, Messages: []souvenir.Message{message("m1", souvenir.User, "I want specs before code, always.")}}
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
		{"another shape at first", []llmtest.Reply{llmtest.Call(`{"status":"done"}`), llmtest.Call(good)}, []reply.Mode{reply.Unreadable, reply.Exact}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := overHTTP(t, style(t), w, tt.replies...)
			if err != nil || len(got.Candidates) != 1 {
				t.Fatalf("gives %+v, %v", got, err)
			}
			c := got.Candidates[0]
			if c.Type != "preference" || *c.Importance != 8 || c.Style != "selective" || c.User != "ada" || c.Evidence[0].Quote != "specs before code" || c.Confidence != nil {
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

func TestUnreadableTwiceFails(t *testing.T) {
	w := souvenir.Window{Messages: []souvenir.Message{message("m1", souvenir.User, "I want specs before code, always.")}}
	got, server, err := overHTTP(t, style(t), w, llmtest.Say("no idea what you want"), llmtest.Say(`{"entries":"later"}`))
	var unreadable *extract.Unreadable
	if !errors.As(err, &unreadable) || unreadable.Reply != `{"entries":"later"}` || len(got.Asked) != 2 {
		t.Errorf("gives %+v, %v", got, err)
	}
	if last := server.Chats()[1]; !strings.Contains(last.User(), "entries") {
		t.Errorf("asked again with %q", last.User())
	}
}

// GA-19: routine work gives an empty chunk, and what is asked is the tool.
func TestRoutineIsAnEmptyChunk(t *testing.T) {
	w := souvenir.Window{Messages: []souvenir.Message{
		message("1", souvenir.Assistant, "I'll read that file now. [reads file] Here's what I found — the function takes two args."),
		message("2", souvenir.User, "OK, now run the tests."),
		message("3", souvenir.Assistant, "Running tests... all 47 passed."),
	}}
	got, server, err := overHTTP(t, style(t), w, llmtest.Call(`{"entries": []}`))
	if err != nil || len(got.Candidates)+len(got.Rejections) != 0 || len(got.Asked) != 1 {
		t.Errorf("gives %+v, %v", got, err)
	}
	chat := server.Chats()[0]
	if chat.Tools[0].Function.Name != "submit_knowledge" || !json.Valid(chat.Tools[0].Function.Parameters) || !strings.Contains(chat.User(), "Assistant: Running tests... all 47 passed.") {
		t.Errorf("asked %s", chat.Body)
	}
}

func TestEmptyReplies(t *testing.T) {
	for _, text := range []string{`{"entries":[]}`, `{"entries":null}`, `[]`, `{}`, "NONE", "null", "No entries."} {
		got := run(t, style(t), text, message("m1", souvenir.User, "x"))
		if len(got.Candidates)+len(got.Rejections) != 0 {
			t.Errorf("%s gives %+v", text, got)
		}
	}
}
