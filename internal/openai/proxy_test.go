package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/api"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/queue"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// house is Souvenir with its proxy before a model that follows a script.
type house struct {
	*client.Client
	t     *testing.T
	url   string
	store *store.Store
	model *llmtest.Server
	proxy *Proxy

	mu       sync.Mutex
	settings Settings
	engine   engine.Settings
}

func start(t *testing.T, s *store.Store, replies ...llmtest.Reply) *house {
	t.Helper()
	h := &house{t: t, store: s, model: llmtest.New(t, replies...)}
	h.settings = Settings{Upstreams: []Upstream{{URL: h.model.URL, Memory: true}}, ProfileBudget: 500, Budget: 1000, Patience: 10 * time.Second}
	h.engine = engine.Settings{Extraction: true, MaxTurns: 20}
	var runner *queue.Runner
	e := engine.New(s, engine.Options{Settings: func() engine.Settings { h.mu.Lock(); defer h.mu.Unlock(); return h.engine }, Wake: func() { runner.Wake() }})
	runner = queue.NewRunner(s, e.Work, queue.Options{RetryInterval: func() time.Duration { return 20 * time.Millisecond }, Poll: 20 * time.Millisecond})
	h.proxy = New(e, Options{Settings: func() Settings { h.mu.Lock(); defer h.mu.Unlock(); return h.settings }, Address: llm.URL, Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
	web := httptest.NewServer(api.New(e, api.Options{Chats: h.proxy}))
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { runner.Run(ctx) })
	t.Cleanup(func() { web.Close(); h.proxy.busy.Wait(); h.proxy.Close(); cancel(); running.Wait() })
	h.Client, h.url = client.New(client.Options{URL: web.URL}), web.URL
	return h
}

func sqlite(t *testing.T) *store.Store { return storetest.Open(t, storetest.SQLite(t)) }

func (h *house) set(change func(*Settings)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change(&h.settings)
}

// answered is what a caller sees.
type answered struct {
	status int
	body   string
	broken bool
	header http.Header
}

// ask posts to a server, with headers given as name, value, ...
func ask(t *testing.T, url, body string, headers ...string) answered {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return answered{broken: true}
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	return answered{a.StatusCode, string(text), err != nil, a.Header}
}

func (h *house) chat(body string, headers ...string) answered {
	h.t.Helper()
	return ask(h.t, h.url+"/v1/chat/completions", body, headers...)
}

// known gives a user something to be told about.
func (h *house) known(user string) {
	h.t.Helper()
	for _, s := range []souvenir.Statement{
		{User: user, Content: "Lyon", Key: "home"}, {User: user, Content: "User is allergic to peanuts", Priority: souvenir.TopPriority},
		{User: user, Content: "User plays the cello in a small orchestra"},
	} {
		if _, err := h.State(h.t.Context(), s); err != nil {
			h.t.Fatal(err)
		}
	}
}

// remembered waits until a user has a memory with some words in it.
func (h *house) remembered(user, words string) {
	h.t.Helper()
	h.until(words+" is remembered", func() bool {
		list, err := h.Memories(h.t.Context(), client.Filter{User: user})
		if err != nil {
			h.t.Fatal(err)
		}
		for _, m := range list.Items {
			if strings.Contains(m.Content, words) {
				return true
			}
		}
		return false
	})
}

func (h *house) until(what string, is func() bool) {
	h.t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			h.t.Fatalf("it never happens that %s", what)
		}
	}
}

// said is everything that is stored of a user's conversations.
func (h *house) said(user string) (out []souvenir.Message) {
	h.t.Helper()
	h.proxy.busy.Wait()
	list, err := h.Conversations(h.t.Context(), user, "")
	if err != nil {
		h.t.Fatal(err)
	}
	for _, c := range list.Items {
		ms, err := h.Messages(h.t.Context(), user, c.ID, "")
		if err != nil {
			h.t.Fatal(err)
		}
		out = append(out, ms.Items...)
	}
	return out
}

const hello = `{"model":"m","user":"ada","messages":[{"role":"user","content":"Where may I play the cello?"}]}`

func TestWhatIsKnownIsToldAndTheRestStaysAsItIs(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"plain":         hello,
		"numbers":       `{"model":"m","temperature":1.0,"seed":12345678901234567890,"top_p":1e-3,"user":"ada", "messages" : [ {"role":"system","content":"Be \u0062rief."} , {"role":"user","content":"Where may I play the cello? \ud83c\udfbb"} ] }`,
		"parts":         `{"model":"m","user":"ada","messages":[{"role":"user","content":[{"type":"text","text":"The cello?"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}]}`,
		"an image only": `{"model":"m","user":"ada","messages":[{"role":"user","content":"cello"},{"role":"assistant","content":null,"tool_calls":[]},{"role":"tool","tool_call_id":"x","content":"[]"}]}`,
		"sound":         `{"model":"m","modalities":["text","audio"],"audio":{"voice":"a","format":"wav"},"user":"ada","messages":[{"role":"user","content":[{"type":"input_audio","input_audio":{"data":"UklGRg==","format":"wav"}},{"type":"text","text":"The cello?"},{"type":"file","file":{"file_id":"f"}}]}]}`,
		"everything":    `{"n":2,"logprobs":true,"stream_options":{"include_usage":true},"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":{"b":1,"a":2}}},"unheard_of":{"z":1.10,"a":[]},"model":"m","user":"ada","messages":[{"role":"developer","content":"d"},{"role":"user","name":"Ada","content":"cello"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			h := start(t, sqlite(t), llmtest.Say("fine"))
			h.known("ada")
			if a := h.chat(body); a.status != 200 {
				t.Fatalf("status %d: %s", a.status, a.body)
			}
			got := h.model.Chats()[0].Body
			if !strings.Contains(got, "- home: Lyon") || !strings.Contains(got, "User plays the cello") {
				t.Errorf("the model is not told what is known: %s", got)
			}
			if left := withoutInjection(got); left != body {
				t.Errorf("without what was injected the request is\n%s\nwant\n%s", left, body)
			}
		})
	}
}

// withoutInjection takes what was injected out of a request, and nothing else.
func withoutInjection(body string) string {
	const begin, end = `<memory note=`, `</memory>`
	for {
		before, rest, found := strings.Cut(body, begin)
		if !found {
			return body
		}
		_, after, _ := strings.Cut(rest, end)
		before = strings.TrimSuffix(before, `\n\n`)
		if b, ok := strings.CutSuffix(before, `{"role":"system","content":"`); ok { // a message of our own
			before, after = b, strings.TrimPrefix(after, `"},`)
		}
		body = before + after
	}
}

func TestAnswersAreThoseOfTheModel(t *testing.T) {
	t.Parallel()
	spent := &llmtest.Usage{In: 3, Out: 4}
	with := func(r llmtest.Reply) llmtest.Reply { r.Usage = spent; return r }
	const begin = `{"model":"m","user":"ada","messages":[{"role":"user","content":"The cello?"}]`
	for name, c := range map[string]struct {
		reply llmtest.Reply
		body  string
	}{
		"chat":              {with(llmtest.Say("Hello, 你好 <b>")), begin + `}`},
		"stream":            {with(llmtest.Say("one two three")), begin + `,"stream":true}`},
		"stream with usage": {with(llmtest.Say("one two")), begin + `,"stream":true,"stream_options":{"include_usage":true}}`},
		"reasoning":         {with(llmtest.Reply{Text: "a", Reasoning: "b c"}), begin + `,"stream":true}`},
		"tools":             {with(llmtest.Call(`{"a":1}`, `{"a":2}`)), begin + `,"tools":[{"type":"function","function":{"name":"f"}}]}`},
		"tools in a stream": {with(llmtest.Call(`{"a": 1}`)), begin + `,"stream":true,"tools":[{"type":"function","function":{"name":"f"}}]}`},
		"structured":        {with(llmtest.Say(`{"x":1}`)), begin + `,"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":{}}}}`},
		"several":           {llmtest.Reply{Body: `{"id":"1","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"logprobs":{"content":[{"token":"a","logprob":-0.10,"bytes":[97]}]},"finish_reason":"stop"}, {"index":1,"message":{"content":"b"},"finish_reason":"stop"}],"usage":{"total_tokens":1.0}}`}, begin + `,"n":2,"logprobs":true,"top_logprobs":1}`},
		"locked":            {llmtest.Locked(), begin + `}`},
		"busy":              {llmtest.Busy(7 * time.Second), begin + `}`},
		"broken":            {llmtest.Broken(), begin + `,"stream":true}`},
		"malformed":         {llmtest.Fail(llmtest.Malformed), begin + `}`},
		"html":              {llmtest.Fail(llmtest.WrongType), begin + `}`},
		"empty":             {llmtest.Fail(llmtest.Empty), begin + `}`},
		"truncated":         {with(llmtest.Say("one two three")).With(llmtest.Truncated), begin + `}`},
		"truncated stream":  {with(llmtest.Say("one two three")).With(llmtest.Truncated), begin + `,"stream":true}`},
	} {
		t.Run(name, func(t *testing.T) {
			h := start(t, sqlite(t), c.reply, c.reply)
			h.known("ada")
			got, want := h.chat(c.body), ask(t, h.model.URL+"/v1/chat/completions", c.body)
			if got.status != want.status || got.body != want.body || got.broken != want.broken {
				t.Errorf("through the proxy %d %q (broken %v), directly %d %q (broken %v)", got.status, got.body, got.broken, want.status, want.body, want.broken)
			}
			for _, name := range []string{"Content-Type", "Content-Length", "Retry-After"} {
				if got.header.Get(name) != want.header.Get(name) {
					t.Errorf("%s: %q, directly %q", name, got.header.Get(name), want.header.Get(name))
				}
			}
			if got.header.Get("X-Souvenir-Memory") != "on" {
				t.Errorf("memory is %q", got.header.Get("X-Souvenir-Memory"))
			}
		})
	}
}

func TestOtherMethodsGoThrough(t *testing.T) {
	t.Parallel()
	h := start(t, sqlite(t))
	h.model.Otherwise(llmtest.Friendly)
	h.model.When(llmtest.At("/responses"), llmtest.Reply{Body: `{"id":"resp_1"}`})
	for path, body := range map[string]string{
		"/v1/embeddings": `{"model":"m","input":["one","two"]}`, "/v1/responses": `{"model":"m","input":"x"}`,
		"/v1/chat/completions": `{"model":"m","messages":[]}`,
	} {
		got, want := ask(t, h.url+path, body), ask(t, h.model.URL+path, body)
		if got.status != want.status || got.body != want.body {
			t.Errorf("%s: %d %s, directly %d %s", path, got.status, got.body, want.status, want.body)
		}
	}
	if a := ask(t, h.url+"/v1/audio/speech", `{}`); a.status != 404 || !strings.Contains(a.body, `"error"`) {
		t.Errorf("an unknown method: %d %s", a.status, a.body)
	}
}

func TestTheBeginningStaysTheSameForTwentyTurns(t *testing.T) {
	t.Parallel()
	for _, place := range []string{"split", "user"} {
		t.Run(place, func(t *testing.T) {
			h := start(t, sqlite(t))
			h.model.Otherwise(func(r llmtest.Request) llmtest.Reply { return llmtest.Say("I see, thank you.") })
			h.set(func(s *Settings) { s.Place = place })
			h.known("ada")
			type said struct {
				Role    string `json:"role"`
				Content string `json:"content"`
			}
			history := []said{{"system", "You are kind."}}
			for i := range 20 {
				text := []string{"My dog is called Rex and I like the cello.", "I work as a baker in Nantes.", "What do I play?", "Remember that my sister is called Mia."}[i%4]
				history = append(history, said{"user", text})
				body, err := json.Marshal(map[string]any{"model": "m", "user": "ada", "messages": history})
				if err != nil {
					t.Fatal(err)
				}
				if a := h.chat(string(body)); a.status != 200 {
					t.Fatal(a.body)
				}
				history = append(history, said{"assistant", "I see, thank you."})
				if i == 3 || i == 11 { // what is learnt meanwhile does not change the beginning
					h.remembered("ada", "Mia")
				}
			}
			chats := h.model.Chats()
			tails := 0
			for i := 1; i < len(chats); i++ {
				before, now := messagesOf(t, chats[i-1].Body), messagesOf(t, chats[i].Body)
				if at := bytes.LastIndex(before, []byte(`\n\n<memory`)); at > 0 {
					before, tails = before[:at], tails+1
				} else {
					before = before[:len(before)-len(`"}]`)]
				}
				if !bytes.HasPrefix(now, before) {
					t.Fatalf("turn %d begins\n%s\nand not as the turn before\n%s", i+1, now, before)
				}
			}
			if tails < 10 {
				t.Errorf("only %d of the turns were told something", tails)
			}
		})
	}
}

func messagesOf(t *testing.T, body string) []byte {
	t.Helper()
	var r struct{ Messages json.RawMessage }
	if err := json.Unmarshal([]byte(body), &r); err != nil {
		t.Fatal(err)
	}
	return r.Messages
}
