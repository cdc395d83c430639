package openai

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

func TestAnExchangeIsRememberedOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		h := start(t, s)
		h.model.Otherwise(func(llmtest.Request) llmtest.Reply { return llmtest.Say("Noted: peanuts.") })
		const body = `{"model":"m","user":"ada","stream":%v,"messages":[{"role":"user","content":"Remember that I am allergic to peanuts"}]}`
		for _, stream := range []bool{false, true, true} { // asked again, nothing is doubled
			if a := h.chat(fmt.Sprintf(body, stream)); a.status != 200 || !strings.Contains(a.body, "peanuts") {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		h.remembered("ada", "peanuts")
		said := h.said("ada")
		if len(said) != 2 || said[0].Role != souvenir.User || said[1].Role != souvenir.Assistant || said[1].Content != "Noted: peanuts." {
			t.Fatalf("stored are %+v, want a pair", said)
		}
		jobs, err := h.Jobs(t.Context(), "done", "")
		if err != nil || len(jobs.Items) == 0 || len(jobs.Items[0].Messages) != 2 {
			t.Errorf("jobs %+v, %v, want one with both messages", jobs.Items, err)
		}
		h.chat(`{"model":"m","user":"ada","messages":[{"role":"user","content":"What must I not eat? Any peanuts?"}]}`, "X-Souvenir-Conversation", "another")
		chats := h.model.Chats()
		if got := chats[len(chats)-1].Body; !strings.Contains(got, "allergic to peanuts") {
			t.Errorf("another conversation is not told: %s", got)
		}
	})
}

func TestAConversationIsFoundAgain(t *testing.T) {
	t.Parallel()
	h := start(t, sqlite(t))
	h.model.Otherwise(llmtest.Friendly)
	const first = `{"role":"system","content":"It is 12:01."},{"role":"user","content":"I live in Lyon"}`
	one := h.chat(`{"model":"m","user":"ada","messages":[` + first + `]}`)
	two := h.chat(`{"model":"m","user":"ada","messages":[` + strings.Replace(first, "12:01", "12:02", 1) + `,{"role":"assistant","content":"x"},{"role":"user","content":"And I bake"}]}`)
	other := h.chat(`{"model":"m","user":"bob","messages":[` + first + `]}`)
	id := func(a answered) string { return a.header.Get("X-Souvenir-Conversation") }
	if id(one) == "" || id(one) != id(two) || id(other) == id(one) {
		t.Errorf("conversations %q, %q and another user's %q", id(one), id(two), id(other))
	}
	web := h.chat(`{"model":"m","messages":[`+first+`]}`, "X-OpenWebUI-User-Id", "eve", "X-OpenWebUI-Chat-Id", "theirs")
	if list, err := h.Conversations(t.Context(), "eve", ""); id(web) != "theirs" || err != nil || len(list.Items) != 1 {
		t.Errorf("Open WebUI's conversation is %q, of its user there are %+v, %v", id(web), list.Items, err)
	}
	for _, a := range []answered{
		h.chat(`{"model":"m","user":"ada","metadata":{"conversation":"mine"},"messages":[{"role":"user","content":"x y"}]}`),
		h.chat(`{"model":"m","user":"ada","metadata":{"conversation_id":"mine"},"messages":[{"role":"user","content":"x y z"}]}`),
		h.chat(hello, "X-Souvenir-Conversation", "mine"),
	} {
		if id(a) != "mine" {
			t.Errorf("the conversation is %q, want mine", id(a))
		}
	}
}

var memoryField = regexp.MustCompile(`"memory": [^,]*, `)

func TestAMisspeltWishIsRefused(t *testing.T) {
	t.Parallel()
	h := start(t, sqlite(t))
	h.model.Otherwise(llmtest.Friendly)
	for _, c := range []struct{ memory, header, value string }{
		{memory: `"of"`}, {memory: `{}`}, {memory: `2`}, {memory: `""`}, {header: "X-Souvenir-Memory", value: "nope"}, {header: "X-Souvenir-Tools", value: "search"},
	} {
		body := hello
		if c.memory != "" {
			body = strings.Replace(hello, `{"model"`, `{"memory": `+c.memory+`, "model"`, 1)
		}
		if a := h.chat(body, cmp.Or(c.header, "X-Test"), c.value); a.status != 400 || !strings.Contains(a.body, "true or false, on or off") {
			t.Errorf("memory %s%s: %d %s", c.memory, c.value, a.status, a.body)
		}
	}
	for _, memory := range []string{`true`, `"on"`, `1`, `null`} {
		a := h.chat(strings.Replace(hello, `{"model"`, `{"memory": `+memory+`, "model"`, 1))
		if a.status != 200 || a.header.Get("X-Souvenir-Memory") != "on" {
			t.Errorf("memory %s: %d, %s", memory, a.status, a.header.Get("X-Souvenir-Memory"))
		}
	}
	if n := len(h.model.Chats()); n != 4 {
		t.Errorf("%d chats were forwarded, want 4", n)
	}
}

func TestMemoryIsLeftOut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body, header string
		change       func(*Settings)
	}{
		"nobody":          {body: strings.Replace(hello, `"user":"ada",`, "", 1)},
		"unknown":         {body: strings.Replace(hello, "ada", "unknown", 1)},
		"a strange user":  {body: strings.Replace(hello, "ada", strings.Repeat("x", 300), 1)},
		"in the body":     {body: strings.Replace(hello, `{"model"`, `{"memory": false, "model"`, 1)},
		"as a word":       {body: strings.Replace(hello, `{"model"`, `{"memory": "Off", "model"`, 1)},
		"as a quoted no":  {body: strings.Replace(hello, `{"model"`, `{"memory": "false", "model"`, 1)},
		"as a number":     {body: strings.Replace(hello, `{"model"`, `{"memory": 0, "model"`, 1)},
		"by a header":     {body: hello, header: "off"},
		"of the upstream": {body: hello, change: func(s *Settings) { s.Upstreams[0].Memory = false }},
		"a title":         {body: strings.Replace(hello, "Where", "### Task:\\nGenerate a title. Where", 1)},
	} {
		t.Run(name, func(t *testing.T) {
			h := start(t, sqlite(t), llmtest.Say("fine"))
			h.known("ada")
			if c.change != nil {
				h.set(c.change)
			}
			a := h.chat(c.body, "X-Souvenir-Memory", c.header)
			if a.status != 200 || !strings.HasPrefix(a.header.Get("X-Souvenir-Memory"), "off: ") {
				t.Errorf("%d, memory %q", a.status, a.header.Get("X-Souvenir-Memory"))
			}
			if got, want := h.model.Chats()[0].Body, memoryField.ReplaceAllString(c.body, ""); got != want {
				t.Errorf("forwarded is %s, want %s", got, want)
			}
			for _, user := range []string{"ada", "unknown"} {
				if said := h.said(user); len(said) > 0 {
					t.Errorf("stored is %+v", said)
				}
			}
		})
	}
}

func TestAKeyActsForItsUsersOnly(t *testing.T) {
	t.Parallel()
	h := start(t, sqlite(t))
	h.model.Otherwise(llmtest.Friendly)
	h.model.Key = "sk-upstream"
	h.set(func(s *Settings) { s.Upstreams[0].Key = "sk-upstream" })
	h.known("ada")
	h.known("eve")
	admin, err := h.AddKey(t.Context(), souvenir.KeyRequest{Name: "root", Admin: true})
	if err != nil {
		t.Fatal(err)
	}
	h.Client = client.New(client.Options{URL: h.url, Key: admin.Secret})
	eve, err := h.AddKey(t.Context(), souvenir.KeyRequest{Name: "eve"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, key, body, memory string
	}{
		{"her own", eve.Secret, strings.Replace(hello, "ada", "eve", 1), "on"},
		{"nobody named", eve.Secret, strings.Replace(hello, `"user":"ada",`, "", 1), "on"},
		{"another's", eve.Secret, hello, "off: the key may not act for this user"},
		{"an admin's", admin.Secret, hello, "on"},
	} {
		a := h.chat(c.body, "Authorization", "Bearer "+c.key)
		if a.status != 200 || a.header.Get("X-Souvenir-Memory") != c.memory {
			t.Errorf("%s: %d, memory %q, want %q: %s", c.what, a.status, a.header.Get("X-Souvenir-Memory"), c.memory, a.body)
		}
	}
	for _, r := range h.model.Chats() {
		if got := r.Header.Get("Authorization"); got != "Bearer sk-upstream" {
			t.Errorf("the upstream is shown %q", got)
		}
	}
	a := h.chat(hello, "Authorization", "Bearer wrong")
	if a.status != 401 || !strings.Contains(a.body, `{"error":{`) {
		t.Errorf("a wrong key: %d %s", a.status, a.body)
	}
}

func TestWithoutKeysTheCallersOwnIsPassedOn(t *testing.T) {
	t.Parallel()
	h := start(t, sqlite(t), llmtest.Say("x"))
	h.chat(hello, "Authorization", "Bearer sk-mine", "X-Souvenir-Agent", "a", "OpenAI-Organization", "org", "Cookie", "c=1")
	got := h.model.Chats()[0].Header
	if got.Get("Authorization") != "Bearer sk-mine" || got.Get("OpenAI-Organization") != "org" || got.Get("X-Souvenir-Agent") != "" || got.Get("Cookie") != "" {
		t.Errorf("the upstream is shown %v", got)
	}
}

func TestAChatGoesOnWithoutADatabase(t *testing.T) {
	t.Parallel()
	for _, keyed := range []bool{false, true} {
		s := sqlite(t)
		h := start(t, s)
		h.model.Otherwise(llmtest.Friendly)
		headers := []string{"X-Test", "x"}
		if keyed {
			key, err := h.AddKey(t.Context(), souvenir.KeyRequest{Name: "ada"})
			if err != nil {
				t.Fatal(err)
			}
			headers = append(headers, "Authorization", "Bearer "+key.Secret)
		}
		h.chat(hello, headers...)
		h.proxy.busy.Wait()
		s.Close()
		for _, body := range []string{hello, strings.Replace(hello, `{"model"`, `{"stream":true,"model"`, 1)} {
			if a := h.chat(body, headers...); a.status != 200 || a.broken || !strings.Contains(a.body, "cello") {
				t.Errorf("keyed %v: %d %s", keyed, a.status, a.body)
			}
		}
		if a := h.chat(hello, "Authorization", "Bearer never seen"); keyed && a.status < 400 {
			t.Errorf("somebody who was never here is let in: %d", a.status)
		}
	}
}

func TestASlowRecallIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	h := start(t, sqlite(t), llmtest.Say("fine"))
	h.known("ada")
	h.set(func(s *Settings) { s.Patience = time.Nanosecond })
	if a := h.chat(hello); a.status != 200 {
		t.Fatal(a.body)
	}
	if got := h.model.Chats()[0].Body; got != hello {
		t.Errorf("forwarded is %s", got)
	}
	if len(h.said("ada")) != 2 {
		t.Error("what was said is not remembered")
	}
}

func TestAnAbortReachesTheUpstream(t *testing.T) {
	t.Parallel()
	gone := make(chan struct{})
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"half an \"}}]}\n\n")
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
		close(gone)
	}))
	defer up.Close()
	h := start(t, sqlite(t))
	h.set(func(s *Settings) { s.Upstreams[0].URL = up.URL })
	ctx, abort := context.WithCancel(t.Context())
	r, _ := http.NewRequestWithContext(ctx, http.MethodPost, h.url+"/v1/chat/completions", strings.NewReader(`{"model":"m","stream":true,"user":"ada","messages":[{"role":"user","content":"Remember that I live in Lyon"}]}`))
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Body.Read(make([]byte, 10)); err != nil { // it comes before the end
		t.Fatal(err)
	}
	abort()
	a.Body.Close()
	select {
	case <-gone:
	case <-time.After(2 * time.Minute):
		t.Fatal("the upstream goes on")
	}
	h.remembered("ada", "Lyon") // and at once, without waiting for an answer
	if said := h.said("ada"); len(said) != 1 {
		t.Errorf("stored is %+v, want what the user said", said)
	}
}

func TestManyStreamsAtOnce(t *testing.T) {
	t.Parallel()
	h := start(t, sqlite(t))
	h.model.Otherwise(func(r llmtest.Request) llmtest.Reply {
		return llmtest.Reply{Text: strings.Repeat("word ", 20) + "end", Pace: 5 * time.Millisecond}
	})
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			body := fmt.Sprintf(`{"model":"m","stream":true,"user":"u%d","messages":[{"role":"user","content":"Remember that I own %d green hats"}]}`, i%20, i)
			if a := h.chat(body); a.status != 200 || a.broken || !strings.Contains(a.body, "end") || !strings.HasSuffix(a.body, "data: [DONE]\n\n") {
				t.Errorf("stream %d: %d, broken %v, %d bytes", i, a.status, a.broken, len(a.body))
			}
		})
	}
	all.Wait()
	total := 0
	for i := range 20 {
		total += len(h.said(fmt.Sprintf("u%d", i)))
	}
	if total != 400 {
		t.Errorf("%d messages are stored, want 400", total)
	}
}
