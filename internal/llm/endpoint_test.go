package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

const secret = "sk-very+secret/key"

func endpoint(t *testing.T, s *llmtest.Server) *llm.Endpoint {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	e, err := llm.New(llm.Options{BaseURL: s.URL, Key: secret, Model: "small", Timeout: time.Minute, HTTP: &http.Client{Transport: transport}})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestAChatCarriesEverythingAndBringsEverythingBack(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Reply{Text: "Lyon", Reasoning: "she said so", Usage: &llmtest.Usage{In: 9, Out: 2}})
	s.Key = secret
	got, err := endpoint(t, s).Chat(t.Context(), llm.Request{
		System: "Be brief.", Messages: llm.Ask("Where does she live?"), Temperature: new(0.0), MaxTokens: 50,
		Shape: &llm.Shape{Name: "place", Schema: json.RawMessage(`{"type":"object"}`)}, Traits: llm.Traits{Form: llm.JSONSchema},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got.Text != "Lyon" || got.Reasoning != "she said so" || got.Finish != "stop" || got.Usage != (llm.Usage{Model: "small", In: 9, Out: 2}) {
		t.Errorf("reply = %+v", got)
	}
	asked := s.Chats()[0]
	if asked.Path != "/v1/chat/completions" || asked.Model != "small" || asked.System() != "Be brief." || asked.User() != "Where does she live?" ||
		asked.MaxTokens != 50 || asked.Temperature == nil || *asked.Temperature != 0 || asked.Stream {
		t.Errorf("asked %s", asked.Body)
	}
	if want := `{"json_schema":{"name":"place","schema":{"type":"object"},"strict":false},"type":"json_schema"}`; string(asked.Format) != want {
		t.Errorf("format = %s, want %s", asked.Format, want)
	}
}

func TestWhatIsNotAskedForIsNotSent(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Say("hi"))
	e, err := llm.New(llm.Options{BaseURL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Chat(t.Context(), llm.Request{Model: "big", Messages: llm.Ask("hi")}); err != nil {
		t.Fatal(err)
	}
	asked := s.Chats()[0]
	if want := `{"model":"big","messages":[{"role":"user","content":"hi"}],"stream":false}`; asked.Body != want {
		t.Errorf("asked %s, want %s", asked.Body, want)
	}
	if _, there := asked.Header["Authorization"]; there {
		t.Error("an Authorization header without a key")
	}
	if _, err := e.Chat(t.Context(), llm.Request{}); souvenir.CodeOf(err) != souvenir.Invalid {
		t.Errorf("without a model: %v", err)
	}
}

func TestAToolIsCalled(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Call(`{"items":[]}`, `{"items":[1]}`))
	got, err := endpoint(t, s).Chat(t.Context(), llm.Request{Messages: llm.Ask("go"), Shape: &llm.Shape{Name: "submit", Description: "Hand in.", Schema: json.RawMessage(`{"type":"object"}`)}})
	if err != nil || len(got.Calls) != 2 || got.Calls[1] != (llm.Call{Name: "submit", Arguments: `{"items":[1]}`}) || got.Text != "" || got.Form != llm.ToolCall {
		t.Errorf("reply = %+v, %v", got, err)
	}
	if asked := s.Chats()[0]; asked.Tools[0].Function.Description != "Hand in." || !strings.Contains(asked.Body, `"tool_choice":{"function":{"name":"submit"},"type":"function"}`) {
		t.Errorf("asked %s", asked.Body)
	}
}

func TestErrorsSayWhatCanBeDone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reply llmtest.Reply
		code  souvenir.Code
		says  string
	}{
		"wrong key":        {llmtest.Status(401, "Incorrect API key provided: "+secret+"."), souvenir.Denied, "401 Unauthorized: Incorrect API key provided: (key)."},
		"forbidden":        {llmtest.Status(403, "Not your model."), souvenir.Denied, "Not your model."},
		"no such model":    {llmtest.Reply{Status: 404, Body: `{"error":"model 'small' not found"}`}, souvenir.Invalid, "404 Not Found: model 'small' not found."},
		"bad request":      {llmtest.Reply{Status: 400, Body: `[{"error":{"message":"max_tokens is too large"}}]`}, souvenir.Invalid, "max_tokens is too large"},
		"unprocessable":    {llmtest.Reply{Status: 422, Body: `{"detail":"no messages"}`}, souvenir.Invalid, "no messages"},
		"a list of faults": {llmtest.Reply{Status: 422, Body: `{"detail":[{"loc":["body"],"msg":"Field required"}]}`}, souvenir.Invalid, "Field required"},
		"behind a router":  {llmtest.Reply{Status: 400, Body: `{"error":{"message":"Provider returned error","metadata":{"raw":"no tools"}}}`}, souvenir.Invalid, "Provider returned error: no tools."},
		"request timeout":  {llmtest.Status(408, ""), souvenir.Unavailable, "408"},
		"busy":             {llmtest.Busy(7 * time.Second), souvenir.Unavailable, "429 Too Many Requests: Rate limit reached; it asks to wait 7s."},
		"broken":           {llmtest.Status(500, "oops"), souvenir.Unavailable, "500 Internal Server Error: oops."},
		"bad gateway":      {llmtest.Reply{Status: 502, Body: "<html>nginx</html>"}, souvenir.Unavailable, "502 Bad Gateway: <html>nginx</html>."},
		"overloaded":       {llmtest.Status(529, "overloaded"), souvenir.Unavailable, "529"},
		"malformed":        {llmtest.Fail(llmtest.Malformed), souvenir.Unavailable, "not the JSON"},
		"empty":            {llmtest.Fail(llmtest.Empty), souvenir.Unavailable, "not the JSON"},
		"truncated":        {llmtest.Fail(llmtest.Truncated), souvenir.Unavailable, "broke off its reply"},
		"a page":           {llmtest.Fail(llmtest.WrongType), souvenir.Unavailable, "not the JSON"},
		"hung up":          {llmtest.Fail(llmtest.HangUp), souvenir.Unavailable, "cannot be reached"},
		"error in a 200":   {llmtest.Reply{Body: `{"error":{"message":"upstream ` + secret + `"}}`}, souvenir.Unavailable, "upstream (key)"},
		"a long page":      {llmtest.Reply{Status: 500, Body: strings.Repeat("x ", 10_000) + secret}, souvenir.Unavailable, "…"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := llmtest.New(t, c.reply)
			if name == "hung up" {
				s.Otherwise(func(llmtest.Request) llmtest.Reply { return c.reply }) // Go may try once more
			}
			_, err := endpoint(t, s).Chat(t.Context(), llm.Request{Messages: llm.Ask("hi")})
			if souvenir.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), s.URL+"/v1/chat/completions") {
				t.Errorf("error %q (%s), want %s with %q", err, souvenir.CodeOf(err), c.code, c.says)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the key is in %q", err)
			}
			if c.reply.Status != llm.Status(err) {
				t.Errorf("Status = %d, want %d", llm.Status(err), c.reply.Status)
			}
			if want := map[bool]time.Duration{true: 7 * time.Second}[name == "busy"]; llm.RetryAfter(err) != want {
				t.Errorf("RetryAfter = %v, want %v", llm.RetryAfter(err), want)
			}
		})
	}
}

func TestAnEndpointThatIsAwayComesBack(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Say("back"))
	e := endpoint(t, s)
	s.Down()
	_, err := e.Chat(t.Context(), llm.Request{Messages: llm.Ask("hi")})
	if souvenir.CodeOf(err) != souvenir.Unavailable || !strings.Contains(err.Error(), "connection refused") {
		t.Errorf("error %v, want connection refused", err)
	}
	if err := s.Up(); err != nil {
		t.Fatal(err)
	}
	if got, err := e.Chat(t.Context(), llm.Request{Messages: llm.Ask("hi")}); err != nil || got.Text != "back" {
		t.Errorf("reply = %q, %v", got.Text, err)
	}
}

func TestSecretsInTheAddressAreNotTold(t *testing.T) {
	t.Parallel()
	e, err := llm.New(llm.Options{BaseURL: "http://me:hunter2@127.0.0.1:1/?key=hunter3", Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Chat(t.Context(), llm.Request{Messages: llm.Ask("hi")})
	if err == nil || strings.Contains(err.Error(), "hunter") || !strings.Contains(err.Error(), "http://127.0.0.1:1/v1/chat/completions") {
		t.Errorf("error %v", err)
	}
	if _, err := llm.New(llm.Options{BaseURL: "http://h", Key: "a\nb"}); err == nil || strings.Contains(err.Error(), "a\nb") {
		t.Errorf("a key with a line break: %v", err)
	}
}

func TestASilentEndpointIsGivenUp(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Fail(llmtest.Hang))
	e, err := llm.New(llm.Options{BaseURL: s.URL, Model: "m", Timeout: 30 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Chat(t.Context(), llm.Request{Messages: llm.Ask("hi")})
	if souvenir.CodeOf(err) != souvenir.Unavailable || !strings.Contains(err.Error(), "in time") {
		t.Errorf("error %v, want Unavailable", err)
	}
}

func TestACallerWhoGoesAwayIsNotKept(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Fail(llmtest.Hang))
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(30*time.Millisecond, cancel)
	began := time.Now()
	_, err := endpoint(t, s).Chat(ctx, llm.Request{Messages: llm.Ask("hi")})
	if !errors.Is(err, context.Canceled) || souvenir.CodeOf(err) == souvenir.Unavailable || time.Since(began) > time.Minute {
		t.Errorf("error %v after %v, want the caller's own at once", err, time.Since(began))
	}
}

func TestAnEndlessReplyIsCutOff(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Say(strings.Repeat("x", 5000)))
	e, err := llm.New(llm.Options{BaseURL: s.URL, Model: "m", MaxReply: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Chat(t.Context(), llm.Request{Messages: llm.Ask("hi")}); err == nil || !strings.Contains(err.Error(), "longer than 1000 bytes") {
		t.Errorf("error %v", err)
	}
}
