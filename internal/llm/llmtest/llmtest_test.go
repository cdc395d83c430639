package llmtest_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

// post sends a body and gives status and answer.
func post(t *testing.T, url, body string) (int, string) {
	t.Helper()
	res, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

const hello = `{"model":"m","messages":[{"role":"system","content":"be kind"},{"role":"user","content":[{"type":"text","text":"hello"}]}]}`

func TestTheScriptIsPlayedInOrder(t *testing.T) {
	s := llmtest.New(t, llmtest.Say("one"), llmtest.Status(503, "later"))
	s.Then(llmtest.Say("two"))
	want := []string{`"content":"one"`, `"message":"later"`, `"content":"two"`}
	for i, w := range want {
		if _, got := post(t, s.URL+"/v1/chat/completions", hello); !strings.Contains(got, w) {
			t.Errorf("answer %d = %s, want %s", i, got, w)
		}
	}
	if asked := s.Chats(); len(asked) != 3 || asked[0].System() != "be kind" || asked[0].User() != "hello" || asked[0].Body != hello {
		t.Errorf("asked %+v", asked)
	}
}

func TestRulesComeBeforeTheScriptAndTheFallbackAfterIt(t *testing.T) {
	s := llmtest.New(t, llmtest.Say("from the script"))
	s.When(llmtest.Has("weather"), llmtest.Say("from the rule"))
	s.Otherwise(func(r llmtest.Request) llmtest.Reply { return llmtest.Say("you said " + r.User()) })
	for _, c := range [][2]string{{"the weather", "from the rule"}, {"a", "from the script"}, {"b", "you said b"}} {
		body := fmt.Sprintf(`{"messages":[{"role":"user","content":%q}]}`, c[0])
		if _, got := post(t, s.URL+"/v1/chat/completions", body); !strings.Contains(got, c[1]) {
			t.Errorf("asked %q, answer %s, want %q", c[0], got, c[1])
		}
	}
}

// watched notes how a test ends.
type watched struct {
	*testing.T
	ends   []func()
	errors []string
}

func (w *watched) Cleanup(f func()) { w.ends = append(w.ends, f) }
func (w *watched) Errorf(format string, args ...any) {
	w.errors = append(w.errors, fmt.Sprintf(format, args...))
}

func TestAScriptThatIsNotPlayedOrOverrunFailsTheTest(t *testing.T) {
	for name, chats := range map[string]int{"played": 1, "not played": 0, "overrun": 2} {
		w := &watched{T: t}
		s := llmtest.New(w, llmtest.Say("once"))
		for range chats {
			post(t, s.URL+"/v1/chat/completions", hello)
		}
		for _, end := range w.ends {
			end()
		}
		if failed := len(w.errors) > 0; failed != (name != "played") {
			t.Errorf("%s: errors %q", name, w.errors)
		}
	}
}

func TestAStreamComesInPieces(t *testing.T) {
	s := llmtest.New(t, llmtest.Reply{Text: "one two", Reasoning: "hm", Chunks: []string{"one ", "two"}, Pace: time.Millisecond})
	_, got := post(t, s.URL+"/v1/chat/completions", `{"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"x"}]}`)
	var text, reasoning, finish string
	usage, done := 0, false
	for line := range strings.Lines(got) {
		data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: ")
		if !ok {
			continue
		}
		if done = data == "[DONE]"; done {
			continue
		}
		var c struct {
			Choices []struct {
				Delta struct {
					Content   string
					Reasoning string `json:"reasoning_content"`
				}
				Finish string `json:"finish_reason"`
			}
			Usage struct {
				Out int `json:"completion_tokens"`
			}
		}
		if err := json.Unmarshal([]byte(data), &c); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		usage = max(usage, c.Usage.Out)
		for _, ch := range c.Choices {
			text, reasoning, finish = text+ch.Delta.Content, reasoning+ch.Delta.Reasoning, finish+ch.Finish
		}
	}
	if text != "one two" || reasoning != "hm" || finish != "stop" || usage != 3 || !done {
		t.Errorf("text %q, reasoning %q, finish %q, usage %d, done %v from\n%s", text, reasoning, finish, usage, done, got)
	}
}

func TestAStreamOfToolCallsAndOneThatBreaksOff(t *testing.T) {
	s := llmtest.New(t, llmtest.Call(`{"a": 1}`), llmtest.Reply{Text: "a b c d e f", Fault: llmtest.Truncated})
	body := `{"stream":true,"messages":[{"role":"user","content":"x"}],"tools":[{"function":{"name":"submit"}}]}`
	if _, got := post(t, s.URL+"/v1/chat/completions", body); !strings.Contains(got, `"name":"submit"`) || !strings.Contains(got, `"finish_reason":"tool_calls"`) || !strings.Contains(got, `"arguments":"1}"`) {
		t.Errorf("stream = %s", got)
	}
	res, err := http.Post(s.URL+"/v1/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(bufio.NewReader(res.Body))
	if err == nil || strings.Contains(string(got), "[DONE]") || !strings.Contains(string(got), `"content":"a "`) {
		t.Errorf("broken stream = %s, %v", got, err)
	}
}

func TestEmbeddingsAreTheSameEveryTimeAndNearForSharedWords(t *testing.T) {
	s := llmtest.New(t)
	_, got := post(t, s.URL+"/v1/embeddings", `{"model":"e","input":["green tea", "tea, green!"]}`)
	var reply struct {
		Data []struct{ Embedding []float32 }
	}
	if err := json.Unmarshal([]byte(got), &reply); err != nil || len(reply.Data) != 2 {
		t.Fatalf("%s: %v", got, err)
	}
	if !slices.Equal(reply.Data[0].Embedding, reply.Data[1].Embedding) || !slices.Equal(reply.Data[0].Embedding, llmtest.Vector("GREEN TEA")) {
		t.Error("the same words have different vectors")
	}
	dot := func(a, b []float32) (sum float32) {
		for i := range a {
			sum += a[i] * b[i]
		}
		return sum
	}
	tea, black, car := llmtest.Vector("green tea"), llmtest.Vector("black tea"), llmtest.Vector("my car broke")
	if dot(tea, black) <= dot(tea, car) || dot(tea, tea) < 0.999 {
		t.Errorf("tea and tea %v, tea and car %v", dot(tea, black), dot(tea, car))
	}
	if status, _ := post(t, s.URL+"/v1/embeddings", `{"model":"e","input":7}`); status != http.StatusBadRequest {
		t.Errorf("a number embeds with %d", status)
	}
	s.When(llmtest.At("/embeddings"), llmtest.Status(500, "out of memory"))
	if status, _ := post(t, s.URL+"/v1/embeddings", `{"input":"a"}`); status != http.StatusInternalServerError {
		t.Errorf("the fault gives %d", status)
	}
}

func TestModelsKeysAndStrangePaths(t *testing.T) {
	s := llmtest.New(t)
	s.Key, s.Models = "k", []string{"a", "b"}
	get := func(path, key string) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+key)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(text)
	}
	if status, got := get("/v1/models", "k"); status != 200 || !strings.Contains(got, `"id":"b"`) {
		t.Errorf("models: %d %s", status, got)
	}
	if status, _ := get("/v1/models", "wrong"); status != 401 {
		t.Errorf("a wrong key gives %d", status)
	}
	if status, _ := get("/v1/nothing", "k"); status != 404 {
		t.Errorf("a strange path gives %d", status)
	}
	s.Key = ""
	if status, _ := post(t, s.URL+"/v1/chat/completions", "{"); status != 400 {
		t.Errorf("half a body gives %d", status)
	}
	if n := len(s.Requests()); n != 4 {
		t.Errorf("%d requests written down, want 4", n)
	}
}

func TestDelayAndHangEndWithTheServer(t *testing.T) {
	s, err := llmtest.Start("127.0.0.1:0", llmtest.Fail(llmtest.Hang), llmtest.Say("late").Slow(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 2)
	for range 2 {
		go func() {
			res, err := http.Post(s.URL+"/v1/chat/completions", "application/json", strings.NewReader(hello))
			if err == nil {
				res.Body.Close()
			}
			ended <- err
		}()
	}
	for len(s.Requests()) < 2 {
		time.Sleep(time.Millisecond)
	}
	began := time.Now()
	s.Close()
	<-ended
	<-ended
	if time.Since(began) > time.Minute {
		t.Errorf("closing took %v", time.Since(began))
	}
}
