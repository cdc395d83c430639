package llmtest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

// answer is what a client looks at.
func answer(t *testing.T, s *llmtest.Server, body string) (text string, calls int, finish string) {
	t.Helper()
	_, got := post(t, s.URL+"/v1/chat/completions", body)
	var reply struct {
		Choices []struct {
			Message struct {
				Content string
				Calls   []any `json:"tool_calls"`
			}
			Finish string `json:"finish_reason"`
		}
	}
	if err := json.Unmarshal([]byte(got), &reply); err != nil || len(reply.Choices) != 1 {
		t.Fatalf("%s: %v", got, err)
	}
	c := reply.Choices[0]
	return c.Message.Content, len(c.Message.Calls), c.Finish
}

func TestAModelIsNotAlwaysAtItsBest(t *testing.T) {
	t.Parallel()
	const body = `{"model":"m","max_tokens":7,"messages":[{"role":"user","content":"x"}],"tools":[{"function":{"name":"submit"}}]}`
	for name, c := range map[string]struct {
		reply  llmtest.Reply
		says   string
		calls  int
		finish string
	}{
		"prose":          {llmtest.Call(`{"a":1}`).With(llmtest.Prose), "```json\n{\"a\":1}\n```", 0, "stop"},
		"thinks aloud":   {llmtest.Say("yes").With(llmtest.Think), "</think>\n\nyes", 0, "stop"},
		"thinks and on":  {llmtest.Say("yes").With(llmtest.ThinkOn), "moment.\nyes", 0, "stop"},
		"wrong language": {llmtest.Call(`{}`).With(llmtest.Language), "好的", 0, "stop"},
		"a loop":         {llmtest.Say("one two").With(llmtest.Loop), "one two one two one two one", 0, "length"},
		"an empty loop":  {llmtest.Say("").With(llmtest.Loop), "and and", 0, "length"},
		"at its best":    {llmtest.Call(`{}`), "", 1, "tool_calls"},
	} {
		s := llmtest.New(t, c.reply)
		text, calls, finish := answer(t, s, body)
		if !strings.Contains(text, c.says) || calls != c.calls || finish != c.finish {
			t.Errorf("%s: %q, %d calls, %s; want %q, %d, %s", name, text, calls, finish, c.says, c.calls, c.finish)
		}
	}
}

func TestRefusalsAreOfWhatTheyName(t *testing.T) {
	t.Parallel()
	const all = `{"model":"m\"1","temperature":0,"max_tokens":5,"max_completion_tokens":5,"messages":[{"role":"user","content":"x"}],` +
		`"tools":[{"function":{"name":"f"}}],"response_format":{"type":%q,"json_schema":{"strict":true}}}`
	for _, r := range llmtest.Refusals() {
		s := llmtest.New(t, llmtest.Say("fine"))
		s.Without(r)
		format := "json_schema"
		if r.Name == "json_object" {
			format = r.Name
		}
		status, got := post(t, s.URL+"/v1/chat/completions", fmt.Sprintf(all, format))
		if status != r.Status || !json.Valid([]byte(got)) {
			t.Errorf("without %s: %d %s", r.Name, status, got)
		}
		if status, got := post(t, s.URL+"/v1/chat/completions", hello); status != 200 {
			t.Errorf("without %s, and nothing asked for: %d %s", r.Name, status, got)
		}
	}
}

func TestBlankIsTheEmptiestThatASchemaAllows(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"b":{"type":"array"},"a":{"type":"string"},"c":{"type":"string"}},"required":["a","b"]}`: `{"a":"","b":[]}`,
		`{"type":"object","required":["k"],"properties":{"k":{"enum":["fact","rule"]}}}`:                                         `{"k":"fact"}`,
		`{"type":"object","required":["k"],"properties":{"k":{"anyOf":[{"type":"integer"},{"type":"null"}]}}}`:                   `{"k":0}`,
		`{"type":["string","null"]}`: `null`, `{"type":"boolean"}`: `false`, `{"const":7}`: `7`, `{}`: `{}`, ``: `{}`, `[]`: `{}`, `{"enum":[]}`: `{}`,
	} {
		if got := llmtest.Blank(json.RawMessage(schema)); got != want {
			t.Errorf("Blank(%s) = %s, want %s", schema, got, want)
		}
	}
}

func TestFriendlySaysBackAndFindsNothing(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t)
	s.Otherwise(llmtest.Friendly)
	if text, _, _ := answer(t, s, hello); !strings.HasSuffix(text, "You said: hello") {
		t.Errorf("text = %q", text)
	}
	const schema = `{"type":"object","required":["items"],"properties":{"items":{"type":"array"}}}`
	const begin = `{"messages":[{"role":"user","content":"x"}],`
	if _, calls, _ := answer(t, s, begin+`"tools":[{"function":{"name":"f","parameters":`+schema+`}}]}`); calls != 1 {
		t.Errorf("%d calls, want 1", calls)
	}
	for format, want := range map[string]string{`{"type":"json_schema","json_schema":{"schema":` + schema + `}}`: `{"items":[]}`, `{"type":"json_object"}`: `{}`} {
		if text, _, _ := answer(t, s, begin+`"response_format":`+format+`}`); text != want {
			t.Errorf("format %s gives %s, want %s", format, text, want)
		}
	}
}

func TestAScriptIsAListOfReplies(t *testing.T) {
	t.Parallel()
	got, err := llmtest.ReadScript(strings.NewReader(`[{"text":"hi","delay":"2s"}, {"calls":["{}"],"fault":"prose"}, {"status":429,"header":{"Retry-After":"3"}}]`))
	want := []llmtest.Reply{{Text: "hi", Delay: 2 * time.Second}, {Calls: []string{"{}"}, Fault: llmtest.Prose}, {Status: 429, Header: map[string]string{"Retry-After": "3"}}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, (-want +got)\n%s", err, diff)
	}
	for script, why := range map[string]string{
		`[{"txt":"hi"}]`: "txt", `[{"fault":"fire"}]`: `no fault "fire"`, `[{"delay":"soon"}]`: "reply 1", `{}`: "read script", `[] []`: "after the list", ``: "read script",
	} {
		if _, err := llmtest.ReadScript(strings.NewReader(script)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("ReadScript(%s) = %v, want %q", script, err, why)
		}
	}
}
