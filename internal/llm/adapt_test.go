package llm_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

var places = &llm.Shape{Name: "places", Description: "Hand in.", Schema: json.RawMessage(
	`{"type":"object","properties":{"places":{"type":"array","items":{"type":"string"}}},"required":["places"],"additionalProperties":false}`)}

func shaped() llm.Request {
	return llm.Request{System: "Reply with JSON.", Messages: llm.Ask("Lyon"), Shape: places, Temperature: new(0.0), MaxTokens: 50}
}

// lessons are what an adapter learnt, in order.
type lessons struct {
	mu  sync.Mutex
	all []llm.Traits
}

func (l *lessons) learnt(_ string, t llm.Traits) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, t)
}

func adapted(t *testing.T, s *llmtest.Server) (llm.Client, *lessons) {
	l := &lessons{}
	return llm.Adapt(endpoint(t, s), llm.AdaptOptions{Model: "small", Learnt: l.learnt}), l
}

func friendly(t *testing.T, without ...llmtest.Refusal) *llmtest.Server {
	s := llmtest.New(t)
	s.Otherwise(llmtest.Friendly)
	s.Without(without...)
	return s
}

func TestEveryEndpointIsAskedTheWayItWants(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		without []llmtest.Refusal
		want    llm.Traits
		asked   int // requests until the first reply
	}{
		"can do everything":      {nil, llm.Traits{Form: llm.ToolCall}, 1},
		"Ollama without tools":   {[]llmtest.Refusal{llmtest.NoTools}, llm.Traits{Form: llm.JSONSchema}, 2},
		"OpenRouter":             {[]llmtest.Refusal{llmtest.NoToolsRouted}, llm.Traits{Form: llm.JSONSchema}, 2},
		"vLLM":                   {[]llmtest.Refusal{llmtest.NoToolsParsed}, llm.Traits{Form: llm.JSONSchema}, 2},
		"Gemma at Google":        {[]llmtest.Refusal{llmtest.NoToolsEnabled}, llm.Traits{Form: llm.JSONSchema}, 2},
		"DeepSeek that thinks":   {[]llmtest.Refusal{llmtest.NoToolsThinking, llmtest.NoSchemaNow}, llm.Traits{Form: llm.JSONObject}, 3},
		"an older GPT":           {[]llmtest.Refusal{llmtest.NoTools, llmtest.NoSchema}, llm.Traits{Form: llm.JSONObject}, 3},
		"xAI without tools":      {[]llmtest.Refusal{llmtest.NoTools, llmtest.NoFormat}, llm.Traits{Form: llm.PlainText}, 4},
		"LM Studio, old":         {[]llmtest.Refusal{llmtest.NoTools, llmtest.NoSchema, llmtest.NoObject}, llm.Traits{Form: llm.PlainText}, 4},
		"GPT-5":                  {[]llmtest.Refusal{llmtest.NoTemperature, llmtest.NoMaxTokens}, llm.Traits{Form: llm.ToolCall, NoTemperature: true, CompletionTokens: true}, 3},
		"no strict schema":       {[]llmtest.Refusal{llmtest.NoTools, llmtest.NoStrict}, llm.Traits{Form: llm.JSONSchema, NoStrict: true}, 3},
		"Gemini, which mumbles":  {[]llmtest.Refusal{llmtest.NoWordForIt}, llm.Traits{Form: llm.PlainText}, 4},
		"everything is too much": {[]llmtest.Refusal{llmtest.NoTemperature, llmtest.NoMaxTokens, llmtest.NoTools, llmtest.NoFormat}, llm.Traits{Form: llm.PlainText, NoTemperature: true, CompletionTokens: true}, 6},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := friendly(t, c.without...)
			model, l := adapted(t, s)
			for range 2 {
				reply, err := model.Chat(t.Context(), shaped())
				if err != nil || reply.Form != c.want.Form || reply.Body() == "" {
					t.Fatalf("reply %+v, %v; want one in form %s", reply, err, c.want.Form)
				}
			}
			if diff := cmp.Diff([]llm.Traits{c.want}, l.all); diff != "" {
				t.Errorf("learnt (-want +got)\n%s", diff)
			}
			if n := len(s.Chats()); n != c.asked+1 {
				t.Errorf("%d requests, want %d and then one", n, c.asked)
			}
		})
	}
}

func TestWhatIsKnownIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	s := friendly(t, llmtest.NoTools, llmtest.NoSchema)
	known := llm.Traits{Form: llm.JSONObject, NoTemperature: true}
	model := llm.Adapt(endpoint(t, s), llm.AdaptOptions{
		Known:  func(name string) (llm.Traits, bool) { return known, name == "big" },
		Learnt: func(name string, got llm.Traits) { t.Errorf("learnt %+v about %s, and knew it", got, name) },
	})
	r := shaped()
	r.Model = "big"
	if _, err := model.Chat(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if asked := s.Chats(); len(asked) != 1 || asked[0].Temperature != nil || string(asked[0].Format) != `{"type":"json_object"}` || strings.Contains(asked[0].Body, "array") {
		t.Errorf("asked %+v", asked)
	}
}

func TestTokensGoUnderTheNameThatIsKnown(t *testing.T) {
	t.Parallel()
	s := friendly(t, llmtest.NoCompletion)
	l := &lessons{}
	model := llm.Adapt(endpoint(t, s), llm.AdaptOptions{
		Known:  func(string) (llm.Traits, bool) { return llm.Traits{Form: llm.ToolCall, CompletionTokens: true}, true },
		Learnt: l.learnt,
	})
	if _, err := model.Chat(t.Context(), shaped()); err != nil || len(l.all) != 1 || l.all[0].CompletionTokens {
		t.Errorf("learnt %+v, %v; want max_tokens again", l.all, err)
	}
}

func TestWhatIsNotAboutTheFormDoesNotLowerIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reply llmtest.Reply
		code  souvenir.Code
	}{
		"the key":         {llmtest.Locked(), souvenir.Denied},
		"the account":     {llmtest.Status(403, "tools are not in your plan"), souvenir.Denied},
		"the load":        {llmtest.Busy(time.Second), souvenir.Unavailable},
		"the health":      {llmtest.Broken(), souvenir.Unavailable},
		"tools and a 500": {llmtest.Status(500, "the tools broke"), souvenir.Unavailable},
		"the way":         {llmtest.Fail(llmtest.Malformed), souvenir.Unavailable},
		"the model":       {llmtest.Status(404, "model 'small' not found, try pulling it first"), souvenir.Invalid},
		"the model's id":  {llmtest.Status(400, "small is not a valid model ID"), souvenir.Invalid},
		"the length":      {llmtest.Status(400, "This model's maximum context length is 10 tokens (12 in the messages, 9 in the functions)."), souvenir.Invalid},
		"the tokens":      {llmtest.Status(400, "'max_tokens' or 'max_completion_tokens' is too large: 50."), souvenir.Invalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := llmtest.New(t, c.reply)
			model, l := adapted(t, s)
			if _, err := model.Chat(t.Context(), shaped()); souvenir.CodeOf(err) != c.code {
				t.Errorf("error %v, want %s", err, c.code)
			}
			s.Otherwise(llmtest.Friendly)
			if got, err := model.Chat(t.Context(), shaped()); err != nil || got.Form != llm.ToolCall || len(l.all) != 1 {
				t.Errorf("form %q, %v, learnt %+v; want the first form", got.Form, err, l.all)
			}
		})
	}
}

func TestAPuzzlingRefusalIsToldWhenNothingHelps(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Status(400, "puzzling"), llmtest.Status(400, "no response_format"), llmtest.Status(422, "no json_object"), llmtest.Status(400, "still not"))
	model, l := adapted(t, s)
	if _, err := model.Chat(t.Context(), shaped()); err == nil || !strings.Contains(err.Error(), "puzzling") || len(l.all) != 0 {
		t.Errorf("error %v, learnt %+v; want the first refusal and no lesson", err, l.all)
	}
}

func TestAModelThatCouldIsNotJudgedByOneOddRequest(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Call(`{}`), llmtest.Status(400, "Request contains an invalid argument."), llmtest.Say(`{}`), llmtest.Call(`{}`))
	model, l := adapted(t, s)
	for _, want := range []llm.Form{llm.ToolCall, llm.JSONSchema, llm.ToolCall} {
		if got, err := model.Chat(t.Context(), shaped()); err != nil || got.Form != want {
			t.Errorf("form %q, %v; want %s", got.Form, err, want)
		}
	}
	if len(l.all) != 1 {
		t.Errorf("learnt %+v, want only that it can", l.all)
	}
}

func TestAPromptWithoutTheWordJSONIsNotTheModelsFault(t *testing.T) {
	t.Parallel()
	s := friendly(t)
	known := llm.Traits{Form: llm.JSONObject}
	l := &lessons{}
	model := llm.Adapt(endpoint(t, s), llm.AdaptOptions{Known: func(string) (llm.Traits, bool) { return known, true }, Learnt: l.learnt})
	s.Without(llmtest.Refusal{Of: func(r llmtest.Request) bool { return r.Format != nil }, Status: 400,
		Body: `{"error":{"message":"'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."}}`})
	if got, err := model.Chat(t.Context(), shaped()); err != nil || got.Form != llm.PlainText || len(l.all) != 0 {
		t.Errorf("form %q, %v, learnt %+v; want text, this once", got.Form, err, l.all)
	}
}

func TestWhoTalksInPlaceOfCallingIsUnderstoodAndThenAskedDifferently(t *testing.T) {
	t.Parallel()
	talk := llmtest.Say(`{"places":["Lyon"]}`)
	s := llmtest.New(t, talk, talk, llmtest.Call(`{"places":["Lyon"]}`), talk, talk, llmtest.Say(""), talk, talk)
	model, l := adapted(t, s)
	var got []llm.Form
	for i := range 8 {
		reply, err := model.Chat(t.Context(), shaped())
		if err != nil || i != 5 && reply.Body() != `{"places":["Lyon"]}` {
			t.Fatalf("reply %d = %q, %v", i, reply.Body(), err)
		}
		got = append(got, reply.Form)
	}
	if got[6] != llm.ToolCall || got[7] != llm.JSONSchema {
		t.Errorf("forms %v, want the last one lower", got)
	}
	if diff := cmp.Diff([]llm.Traits{{Form: llm.ToolCall}, {Form: llm.JSONSchema}}, l.all); diff != "" {
		t.Errorf("learnt (-want +got)\n%s", diff)
	}
}

func TestARequestWithoutAShapeIsAdaptedToo(t *testing.T) {
	t.Parallel()
	s := friendly(t, llmtest.NoTemperature, llmtest.NoMaxTokens)
	model, l := adapted(t, s)
	for _, shape := range []*llm.Shape{nil, {}} {
		r := llm.Request{Messages: llm.Ask("hi"), Temperature: new(0.0), MaxTokens: 9, Shape: shape}
		if got, err := model.Chat(t.Context(), r); err != nil || got.Form != "" {
			t.Errorf("reply %+v, %v", got, err)
		}
	}
	if last := s.Chats(); len(last) != 4 || last[3].MaxCompletionTokens != 9 || last[3].Format != nil || last[3].Tools != nil {
		t.Errorf("asked %+v", last)
	}
	if diff := cmp.Diff([]llm.Traits{{NoTemperature: true, CompletionTokens: true}}, l.all); diff != "" {
		t.Errorf("learnt (-want +got)\n%s", diff)
	}
}

func TestAShapeWithoutASchemaIsAnyObject(t *testing.T) {
	t.Parallel()
	s := friendly(t)
	model, l := adapted(t, s)
	got, err := model.Chat(t.Context(), llm.Request{Messages: llm.Ask("hi"), Shape: &llm.Shape{Name: "any"}})
	if err != nil || got.Form != llm.JSONObject || got.Body() != "{}" || len(l.all) != 0 {
		t.Errorf("reply %+v, %v, learnt %+v", got, err, l.all)
	}
}

func TestOneGoesAheadAndTheOthersFollow(t *testing.T) {
	t.Parallel()
	s := friendly(t, llmtest.NoTools, llmtest.NoFormat)
	model, l := adapted(t, s)
	var asking sync.WaitGroup
	for range 20 {
		asking.Go(func() {
			if got, err := model.Chat(t.Context(), shaped()); err != nil || got.Form != llm.PlainText {
				t.Errorf("form %q, %v", got.Form, err)
			}
		})
	}
	asking.Wait()
	if n := len(s.Chats()); n != 23 {
		t.Errorf("%d requests, want 20 and the 3 of the one who went ahead", n)
	}
	if len(l.all) != 1 {
		t.Errorf("learnt %+v, want one lesson", l.all)
	}
}

func TestNobodyWaitsTwiceForTheOneAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		away := llm.Func(func(context.Context, llm.Request) (llm.Reply, error) {
			time.Sleep(time.Minute)
			return llm.Reply{}, souvenir.Errorf(souvenir.Unavailable, "Away.")
		})
		model := llm.Adapt(away, llm.AdaptOptions{})
		began := time.Now()
		var asking sync.WaitGroup
		for range 10 {
			asking.Go(func() { model.Chat(t.Context(), shaped()) })
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		synctest.Wait()
		if _, err := model.Chat(ctx, shaped()); err == nil || time.Since(began) != time.Second {
			t.Errorf("error %v after %v, want the caller's deadline", err, time.Since(began))
		}
		asking.Wait()
		if took := time.Since(began); took != 2*time.Minute {
			t.Errorf("took %v, want the one ahead and then all at once", took)
		}
	})
}

func TestLlamaCppWithoutItsFlagIsAskedForASchema(t *testing.T) {
	t.Parallel()
	client, got := adapted(t, llmtest.New(t, llmtest.Status(500, "tools param requires --jinja flag"), llmtest.Say(`{"places":["Lyon"]}`)))
	reply, err := client.Chat(t.Context(), shaped())
	if err != nil || reply.Form != llm.JSONSchema || len(got.all) != 1 {
		t.Errorf("%+v, %v, learnt %+v", reply, err, got.all)
	}
}
