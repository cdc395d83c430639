package scoped

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

const good = `{"memories":[{"content":"User prefers building backends using Python and FastAPI.","type":"preference","scope":"user_global","confidence":0.92,"tags":["python","fastapi","backend"],"evidence":["I build my backends with Python and FastAPI"]}]}`

// overHTTP asks even about what plainly holds nothing.
func overHTTP(t *testing.T, s extract.Style, w souvenir.Window, replies ...llmtest.Reply) (extract.Result, *llmtest.Server, error) {
	t.Helper()
	server := llmtest.New(t, replies...)
	model, err := llm.New(llm.Options{BaseURL: server.URL, Model: "any"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := extract.Run(t.Context(), s, kit(model), w)
	return r, server, err
}

func TestModelsReplyInManyWays(t *testing.T) {
	w := souvenir.Window{Scope: souvenir.Scope{User: "ada"}, Messages: []souvenir.Message{message("m1", souvenir.User, "I build my backends with Python and FastAPI")}}
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
			if c.Type != "preference" || *c.Confidence != 0.92 || c.Reach != souvenir.UserGlobal || c.Style != "scoped" || c.User != "ada" || c.Evidence[0].Message != "m1" {
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
	w := souvenir.Window{Messages: []souvenir.Message{message("m1", souvenir.User, "I build my backends with Python and FastAPI")}}
	got, server, err := overHTTP(t, style(t), w, llmtest.Say("no idea what you want"), llmtest.Say(`{"memories":"later"}`))
	var unreadable *extract.Unreadable
	if !errors.As(err, &unreadable) || unreadable.Reply != `{"memories":"later"}` || len(got.Asked) != 2 {
		t.Errorf("gives %+v, %v", got, err)
	}
	if last := server.Chats()[1]; !strings.Contains(last.User(), "memories") {
		t.Errorf("asked again with %q", last.User())
	}
}

func TestTheToolIsAskedFor(t *testing.T) {
	_, server, err := overHTTP(t, style(t), goldenCase{}.window(), llmtest.Call(`{"memories": []}`))
	if err != nil {
		t.Fatal(err)
	}
	chat := server.Chats()[0]
	if chat.Tools[0].Function.Name != "submit_memories" || !json.Valid(chat.Tools[0].Function.Parameters) || *chat.Temperature != 0.1 || !strings.Contains(chat.User(), "platform: chat") {
		t.Errorf("asked %s", chat.Body)
	}
}

func TestEmptyReplies(t *testing.T) {
	for _, text := range []string{`{"memories":[]}`, `{"memories":null}`, `[]`, `{}`, "NONE", "null", "No memories."} {
		got := run(t, text, goldenCase{}.window())
		if len(got.Candidates)+len(got.Rejections) != 0 {
			t.Errorf("%s gives %+v", text, got)
		}
	}
}
