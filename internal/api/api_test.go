package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/api"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/queue"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// server is a real server with a worker, and a client whose every answer is
// held against the OpenAPI document that the server serves.
type server struct {
	*client.Client
	url   string
	store *store.Store
	http  *http.Client
}

func start(t *testing.T, s *store.Store, settings engine.Settings) *server {
	t.Helper()
	return startAsking(t, s, settings, nil)
}

// startAsking is start with a model; nil means none.
func startAsking(t *testing.T, s *store.Store, settings engine.Settings, model llm.Client) *server {
	t.Helper()
	var runner *queue.Runner
	e := engine.New(s, engine.Options{Settings: func() engine.Settings { return settings }, Model: model, Wake: func() { runner.Wake() }})
	runner = queue.NewRunner(s, e.Work, queue.Options{RetryInterval: func() time.Duration { return 20 * time.Millisecond }, Poll: 20 * time.Millisecond})
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { runner.Run(ctx) })
	running.Go(func() { e.RunEvents(ctx) })
	web := httptest.NewServer(api.New(e, api.Options{}))
	t.Cleanup(func() { web.Close(); cancel(); running.Wait() })
	h := &http.Client{Transport: &checked{t: t, base: web.URL}}
	return &server{client.New(client.Options{URL: web.URL, HTTP: h}), web.URL, s, h}
}

func each(t *testing.T, run func(t *testing.T, s *server)) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		run(t, start(t, s, engine.Settings{Extraction: true, MaxTurns: 20}))
	})
}

func say(user string, lines ...string) souvenir.Talk {
	talk := souvenir.Talk{User: user}
	for i, l := range lines {
		talk.Messages = append(talk.Messages, souvenir.Said{ID: fmt.Sprintf("m%d", i+1), Role: souvenir.User, Content: l})
	}
	return talk
}

func TestFromAMessageToAMemoryAndBack(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		got, err := s.Remember(ctx, "c/1 'x'", say("alice", "Remember that I am allergic to peanuts", "hello"), 50*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if o := got.Messages[0].Outcome; o.State != souvenir.Remembered || len(o.Memories) != 1 {
			t.Fatalf("the first message ended as %+v, want remembered", o)
		}
		if o := got.Messages[1].Outcome; o.State != souvenir.Nothing {
			t.Errorf("the greeting ended as %+v, want nothing", o)
		}
		r, err := s.Recall(ctx, souvenir.Query{User: "alice", Query: "am I allergic to something?", Explain: true})
		if err != nil || len(r.Memories) == 0 || r.Memories[0].Content != "User is allergic to peanuts" || !strings.Contains(r.Block, "allergic") {
			t.Fatalf("Recall = %+v, %v", r, err)
		}
		if len(r.Turns) == 0 || r.Turns[0].Conversation != "c/1 'x'" {
			t.Errorf("Recall gives turns %+v, want the message itself", r.Turns)
		}
		history, err := s.History(ctx, r.Memories[0].ID)
		if err != nil || len(history.Items) != 1 || history.Items[0].Cause.Messages[0] != "m1" {
			t.Errorf("History = %+v, %v, want its creation from m1", history, err)
		}
		t.Run("the same again confirms it", func(t *testing.T) {
			again := say("alice", "remember that I am allergic to PEANUTS.")
			again.Messages[0].ID = "m9"
			got, err := s.Remember(ctx, "c2", again, 50*time.Second)
			if err != nil || got.Messages[0].Outcome.State != souvenir.Duplicate {
				t.Fatalf("Remember = %+v, %v, want duplicate", got, err)
			}
			if m, _ := s.Memory(ctx, r.Memories[0].ID); m.Confirmations != 2 || len(m.Evidence) != 2 {
				t.Errorf("the memory has %d confirmations and evidence %v, want two of each", m.Confirmations, m.Evidence)
			}
		})
		t.Run("another user sees nothing of it", func(t *testing.T) {
			r, err := s.Recall(ctx, souvenir.Query{User: "bob", Query: "allergic peanuts"})
			if err != nil || len(r.Memories)+len(r.Turns)+len(r.Facts) != 0 {
				t.Errorf("bob recalls %+v, %v", r, err)
			}
			for _, user := range []string{"*", "ALICE", "alice,bob", "alice%", "a_ice"} {
				if r, err := s.Recall(ctx, souvenir.Query{User: user, Query: "allergic"}); err != nil || len(r.Memories) != 0 {
					t.Errorf("user %q recalls %+v, %v", user, r, err)
				}
			}
		})
		t.Run("edit, forget, history", func(t *testing.T) {
			id := r.Memories[0].ID
			m, err := s.Edit(ctx, id, souvenir.MemoryEdit{Content: new("User is allergic to all nuts"), Tags: []string{" Health ", "health"}, Reason: "doctor"})
			if err != nil || m.Content != "User is allergic to all nuts" || !slices.Equal(m.Tags, []string{"health"}) {
				t.Fatalf("Edit = %+v, %v", m, err)
			}
			if l, err := s.Memories(ctx, client.Filter{User: "alice", Words: "nuts"}); err != nil || len(l.Items) != 1 {
				t.Errorf("Memories with the new word = %+v, %v", l, err)
			}
			if l, _ := s.Memories(ctx, client.Filter{User: "alice", Words: "peanuts"}); len(l.Items) != 0 {
				t.Errorf("Memories with the old word = %+v", l)
			}
			if err := s.Forget(ctx, id); err != nil {
				t.Fatal(err)
			}
			if err := s.Forget(ctx, id); souvenir.CodeOf(err) != souvenir.NotFound {
				t.Errorf("forgetting it again = %v, want not found", err)
			}
			h, _ := s.History(ctx, id)
			var ops []string
			for _, c := range h.Items {
				ops = append(ops, c.Operation)
			}
			if want := []string{"create", "reinforce", "edit", "delete"}; !slices.Equal(ops, want) {
				t.Errorf("history is %v, want %v", ops, want)
			}
		})
	})
}

func TestFacts(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		for _, v := range []string{"Texas", "Ohio"} {
			if _, err := s.SetFact(ctx, "steve", "Home Location", v); err != nil {
				t.Fatal(err)
			}
		}
		f, err := s.Fact(ctx, "steve", "home_location")
		if err != nil || f.Value != "Ohio" {
			t.Fatalf("Fact = %+v, %v, want Ohio", f, err)
		}
		if l, _ := s.Facts(ctx, "steve"); len(l.Items) != 1 {
			t.Errorf("Facts = %+v, want one row", l)
		}
		old, err := s.Memories(ctx, client.Filter{User: "steve", Status: souvenir.Superseded})
		if err != nil || len(old.Items) != 1 || old.Items[0].Content != "Texas" || old.Items[0].SupersededBy != f.Memory {
			t.Errorf("superseded = %+v, %v, want Texas", old, err)
		}
		past := old.Items[0].CreatedAt
		was, err := s.Recall(ctx, souvenir.Query{User: "steve", Query: "home location", At: &past})
		if err != nil || len(was.Facts) != 1 || was.Facts[0].Value != "Texas" || len(was.Memories) != 1 || was.Memories[0].Content != "Texas" {
			t.Errorf("Recall as of then = %+v, %v, want Texas", was, err)
		}
		if _, err := s.Fact(ctx, "bob", "home_location"); souvenir.CodeOf(err) != souvenir.NotFound {
			t.Errorf("bob's fact = %v, want not found", err)
		}
		if err := s.ForgetFact(ctx, "steve", "home_location"); err != nil {
			t.Error(err)
		}
		if l, _ := s.Facts(ctx, "steve"); len(l.Items) != 0 {
			t.Errorf("Facts after forgetting = %+v", l)
		}
	})
}

func TestStatementsAreReconciled(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		st := souvenir.Statement{User: "alice", Content: "User prefers tabs", Type: "preference", Importance: new(7)}
		d, err := s.State(ctx, st)
		if err != nil || d.Operation != souvenir.Add || d.Memory.Priority != 80 || *d.Memory.Importance != 7 {
			t.Fatalf("State = %+v, %v, want ADD", d, err)
		}
		if d, err = s.State(ctx, st); err != nil || d.Operation != souvenir.Reinforce || d.Memory.Confirmations != 2 {
			t.Errorf("State again = %+v, %v, want REINFORCE", d, err)
		}
		var wg sync.WaitGroup
		for range 16 {
			wg.Go(func() {
				if _, err := s.State(ctx, souvenir.Statement{User: "alice", Content: "User plays the oboe"}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		l, _ := s.Memories(ctx, client.Filter{User: "alice", Words: "oboe"})
		if len(l.Items) != 1 || l.Items[0].Confirmations != 16 {
			t.Errorf("16 writers at once leave %+v, want one memory with 16 confirmations", l.Items)
		}
		older := souvenir.Statement{User: "alice", Key: "city", Content: "Lyon", SaidAt: time.Now().Add(-time.Hour)}
		newer := souvenir.Statement{User: "alice", Key: "city", Content: "Nice"}
		s.State(ctx, newer)
		if d, err := s.State(ctx, older); err != nil || d.Operation != souvenir.Noop {
			t.Errorf("older news = %+v, %v, want NOOP", d, err)
		}
	})
}

func TestPrivateConversations(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		if _, err := s.Describe(ctx, "alice", "secret", souvenir.ConversationEdit{Private: new(true)}); err != nil {
			t.Fatal(err)
		}
		got, err := s.Remember(ctx, "secret", say("alice", "Remember that I own a zebra"), 50*time.Second)
		if err != nil || got.Messages[0].Outcome.State != souvenir.Private {
			t.Errorf("Remember = %+v, %v, want private", got, err)
		}
		if _, err := s.Pause(ctx); err != nil {
			t.Fatal(err)
		}
		s.Remember(ctx, "later", say("alice", "Remember that I own a giraffe"), 0)
		s.Describe(ctx, "alice", "later", souvenir.ConversationEdit{Private: new(true)})
		s.Resume(ctx)
		again, err := s.Remember(ctx, "later", say("alice", "Remember that I own a giraffe"), 50*time.Second)
		if err != nil || again.Messages[0].Outcome.State != souvenir.Private {
			t.Errorf("a conversation made private after enqueueing gives %+v, %v, want private", again, err)
		}
		r, _ := s.Recall(ctx, souvenir.Query{User: "alice", Query: "zebra giraffe"})
		if len(r.Memories)+len(r.Turns) != 0 {
			t.Errorf("Recall = %+v, want nothing private", r)
		}
	})
}

func TestUnknownUserIsNotRemembered(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		got, err := s.Remember(t.Context(), "c", say("unknown", "Remember that I own a zebra"), time.Second)
		if err != nil || got.Messages[0].Outcome.State != souvenir.Skipped {
			t.Errorf("Remember = %+v, %v, want skipped", got, err)
		}
		if n, _ := s.Stats(t.Context(), 30); len(n.Outcomes)+len(n.Memories) != 0 {
			t.Errorf("Stats = %+v, want nothing stored", n)
		}
	})
}

func TestExtractIsADryRun(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		p, err := s.Extract(t.Context(), say("alice", "Remember that I own a zebra", "hi"))
		if err != nil || len(p.Candidates) != 1 || len(p.Plan.Steps) != 1 || p.Plan.Steps[0].Operation != souvenir.Add {
			t.Errorf("Extract = %+v, %v, want one candidate to be added", p, err)
		}
		if n, _ := s.Stats(t.Context(), 30); len(n.Memories) != 0 {
			t.Errorf("Stats = %+v, want nothing stored", n)
		}
	})
}

func TestExtractionSwitchedOffQueuesNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		s := start(t, st, engine.Settings{})
		got, err := s.Remember(t.Context(), "c", say("alice", "Remember that I own a zebra"), time.Second)
		if err != nil || got.Messages[0].Outcome.State != souvenir.Skipped {
			t.Errorf("Remember = %+v, %v, want skipped", got, err)
		}
		if q, _ := s.Queue(t.Context()); q.Queued+q.Running != 0 {
			t.Errorf("Queue = %+v, want empty", q)
		}
	})
}

func TestKeysKeepPeopleApart(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		as := func(secret string) *client.Client {
			return client.New(client.Options{URL: s.url, Key: secret, HTTP: s.http})
		}
		key := func(c *client.Client, r souvenir.KeyRequest) *client.Client {
			t.Helper()
			k, err := c.AddKey(ctx, r)
			if err != nil {
				t.Fatal(err)
			}
			return as(k.Secret)
		}
		other, err := s.AddKey(ctx, souvenir.KeyRequest{Name: "boss", Admin: true, Tenant: "elsewhere"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Queue(ctx); souvenir.CodeOf(err) != souvenir.Denied {
			t.Errorf("without a key, Queue = %v, want denied as soon as a key exists", err)
		}
		boss := as(other.Secret)
		alice := key(boss, souvenir.KeyRequest{Name: "alice"})
		app := key(boss, souvenir.KeyRequest{Name: "app", Users: []string{"bob", "carol"}})

		d, err := alice.State(ctx, souvenir.Statement{Content: "User owns a zebra"})
		if err != nil || d.Memory.User != "alice" {
			t.Fatalf("alice's State = %+v, %v, want it to be about her", d, err)
		}
		for name, try := range map[string]func() error{
			"recall": func() error { _, err := app.Recall(ctx, souvenir.Query{User: "alice", Query: "zebra"}); return err },
			"memory": func() error { _, err := app.Memory(ctx, d.Memory.ID); return err },
			"forget": func() error { return app.Forget(ctx, d.Memory.ID) },
			"keys":   func() error { _, err := app.Keys(ctx); return err },
			"pause":  func() error { _, err := app.Pause(ctx); return err },
			"stats":  func() error { _, err := alice.Stats(ctx, 30); return err },
			"wrong":  func() error { _, err := as("sk-wrong").Users(ctx); return err },
		} {
			if code := souvenir.CodeOf(try()); code != souvenir.Denied && code != souvenir.NotFound {
				t.Errorf("%s: %s, want denied or not found", name, code)
			}
		}
		if u, _ := app.Users(ctx); len(u.Items) != 0 {
			t.Errorf("app sees the users %+v", u)
		}
		if m, err := boss.Memory(ctx, d.Memory.ID); err != nil || m.User != "alice" {
			t.Errorf("the admin's Memory = %+v, %v", m, err)
		}
		ks, _ := boss.Keys(ctx)
		if err := boss.RevokeKey(ctx, ks.Items[1].ID); err != nil {
			t.Fatal(err)
		}
		if _, err := alice.Users(ctx); souvenir.CodeOf(err) != souvenir.Denied {
			t.Errorf("a revoked key = %v, want denied", err)
		}
	})
}

func TestAStrangeHostIsNotLetIn(t *testing.T) {
	t.Parallel()
	s := start(t, storetest.Open(t, storetest.SQLite(t)), engine.Settings{})
	for _, tt := range []struct {
		host, origin string
		want         int
	}{
		{"evil.example", "", http.StatusForbidden},
		{"127.0.0.1:1", "", http.StatusOK},
		{"localhost", "http://evil.example", http.StatusForbidden},
		{"localhost", "http://localhost", http.StatusOK},
	} {
		req, _ := http.NewRequest(http.MethodGet, s.url+"/api/v1/queue", nil)
		req.Host = tt.host
		if tt.origin != "" {
			req.Header.Set("Origin", tt.origin)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != tt.want {
			t.Errorf("host %s, origin %q: %d, want %d", tt.host, tt.origin, res.StatusCode, tt.want)
		}
	}
}

func TestBadInputGetsAClearRefusal(t *testing.T) {
	t.Parallel()
	many := func(n int) string {
		return `{"user":"a","messages":[` + strings.TrimSuffix(strings.Repeat(`{"role":"user","content":"x"},`, n), ",") + `]}`
	}
	one := func(fields string) string { return `{"user":"a","messages":[{"role":"user",` + fields + `}]}` }
	each(t, func(t *testing.T, s *server) {
		if _, err := s.Remember(t.Context(), "c", say("a", "first"), 0); err != nil {
			t.Fatal(err)
		}
		for name, tt := range map[string]struct {
			body string
			want []int
		}{
			"invalid JSON":            {`{"user":`, []int{400, 422}},
			"not JSON":                {`hello`, []int{400, 422}},
			"empty":                   {``, []int{400, 422}},
			"null":                    {`null`, []int{400, 422}},
			"array":                   {`[]`, []int{422}},
			"unknown field":           {`{"user":"a","mesages":[],"messages":[{"role":"user","content":"x"}]}`, []int{422}},
			"no messages":             {`{"user":"a","messages":[]}`, []int{422}},
			"wrong role":              {`{"user":"a","messages":[{"role":"king","content":"x"}]}`, []int{422}},
			"content is a number":     {one(`"content":7`), []int{422}},
			"bad time":                {one(`"content":"x","at":"yesterday"`), []int{422}},
			"empty user":              {`{"user":"","messages":[{"role":"user","content":"x"}]}`, []int{422}},
			"blank user":              {`{"user":"  ","messages":[{"role":"user","content":"x"}]}`, []int{422}},
			"NUL in the text":         {one(`"content":"a\u0000b"`), []int{422}},
			"NUL in an id":            {one(`"id":"a\u0000b","content":"x"`), []int{422}},
			"long id":                 {one(`"id":"` + strings.Repeat("i", 300) + `","content":"x"`), []int{422}},
			"broken UTF-8":            {one("\"content\":\"\xff\xfe\""), []int{400}},
			"a 10 MB message":         {one(`"content":"` + strings.Repeat("x", 10<<20) + `"`), []int{413}},
			"100,000 messages":        {many(100_000), []int{422}},
			"larger than the limit":   {one(`"content":"` + strings.Repeat("x", 33<<20) + `"`), []int{413}},
			"same id, another text":   {`{"user":"a","messages":[{"id":"m1","role":"user","content":"second"}]}`, []int{409}},
			"unknown style":           {`{"user":"a","styles":["baroque"],"messages":[{"role":"user","content":"x"}]}`, []int{422}},
			"same id, same text":      {`{"user":"a","messages":[{"id":"m1","role":"user","content":"first"}]}`, []int{202}},
			"ids with quotes":         {one(`"id":"';drop table messages;--\"/..%2f","content":"x"`), []int{202}},
			"lone surrogate":          {one(`"content":"\ud800"`), []int{202}},
			"a thousand messages":     {many(1000), []int{202}},
			"deep nesting":            {strings.Repeat("[", 100_000), []int{400, 422}},
			"user as pattern":         {`{"user":"%","messages":[{"role":"user","content":"x"}]}`, []int{202}},
			"assistant message alone": {`{"user":"a","messages":[{"role":"assistant","content":"hi"}]}`, []int{202}},
		} {
			if len(tt.body) > 4<<20 && s.store.Dialect() == "postgres" {
				continue // refused before any database is asked
			}
			res, err := s.http.Post(s.url+"/api/v1/conversations/c/messages", "application/json", strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(res.Body)
			res.Body.Close()
			if !slices.Contains(tt.want, res.StatusCode) {
				t.Errorf("%s: %s %.300s, want %v", name, res.Status, text, tt.want)
			}
			if res.StatusCode >= 400 && (res.Header.Get("Content-Type") != "application/problem+json" || !bytes.Contains(text, []byte(`"detail"`))) {
				t.Errorf("%s: the refusal is %s %.200s, want problem details", name, res.Header.Get("Content-Type"), text)
			}
		}
		for _, path := range []string{
			"/api/v1/memories?user=a&limit=0", "/api/v1/memories?user=a&limit=x", "/api/v1/memories?user=a&cursor=%27", "/api/v1/memories?user=a&sataus=active",
			"/api/v1/memories?user=a&status=odd", "/api/v1/memories", "/api/v1/jobs?state=odd", "/api/v1/memories/nope", "/api/v1/conversations/nope?user=a", "/api/v1/nope", "/api/v1/conversations/%00?user=a",
		} {
			res, err := s.http.Get(s.url + path)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode < 400 || res.StatusCode >= 500 {
				t.Errorf("GET %s: %s, want a 4xx", path, res.Status)
			}
		}
	})
}

func TestEveryOperationIsInTheDocument(t *testing.T) {
	t.Parallel()
	s := start(t, storetest.Open(t, storetest.SQLite(t)), engine.Settings{})
	doc := document(t, s.url)
	if doc.OpenAPI != "3.1.0" {
		t.Errorf("OpenAPI %q, want 3.1.0", doc.OpenAPI)
	}
	for _, o := range engine.New(s.store, engine.Options{}).Operations() {
		got, ok := doc.Paths[o.Path][strings.ToLower(o.Method)]
		if !ok || got.Summary == "" || got.OperationID != o.ID {
			t.Errorf("%s %s is not in the document as %s", o.Method, o.Path, o.ID)
		}
	}
	for _, path := range []string{"/api/docs/", "/api/docs/reference.js", "/healthz", "/readyz", "/metrics"} {
		res, err := http.Get(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != http.StatusOK || len(text) == 0 {
			t.Errorf("GET %s: %s", path, res.Status)
		}
		if bytes.Contains(text, []byte("https://")) {
			t.Errorf("GET %s refers to another host", path)
		}
	}
}

func FuzzPostMessages(f *testing.F) {
	f.Add([]byte(`{"user":"a","messages":[{"role":"user","content":"Remember that I like tea"}]}`))
	f.Add([]byte(`{"user":"a","messages":[{"role":"user","content":"\u0000"}]}`))
	s := storetest.Open(f, storetest.SQLite(f))
	h := api.New(engine.New(s, engine.Options{}), api.Options{Trusted: true})
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, path := range []string{"/api/v1/conversations/c/messages", "/api/v1/memories", "/api/v1/recall", "/api/v1/extract"} {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, path, bytes.NewReader(body)))
			if w.Code >= 500 {
				t.Errorf("POST %s %q: %d %s", path, body, w.Code, w.Body)
			}
		}
	})
}

// openAPI is what the tests need of the document.
type openAPI struct {
	OpenAPI string `json:"openapi"`
	Paths   map[string]map[string]struct {
		OperationID string `json:"operationId"`
		Summary     string `json:"summary"`
		Responses   map[string]struct {
			Content map[string]struct {
				Schema json.RawMessage `json:"schema"`
			} `json:"content"`
		} `json:"responses"`
	} `json:"paths"`
	Components struct {
		Schemas json.RawMessage `json:"schemas"`
	} `json:"components"`
}

func document(t *testing.T, base string) openAPI {
	t.Helper()
	res, err := http.Get(base + "/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var doc openAPI
	if err := json.NewDecoder(res.Body).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// checked is a transport that validates every answer against the document.
type checked struct {
	t    *testing.T
	base string
	load sync.Once
	doc  openAPI
}

func (c *checked) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil || !strings.HasPrefix(r.URL.Path, "/api/v1/") {
		return res, err
	}
	c.load.Do(func() { c.doc = document(c.t, c.base) })
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(text))
	if err := c.listed(r, res); err != nil {
		c.t.Errorf("%s %s: %v", r.Method, r.URL.Path, err)
	}
	if len(text) > 0 && res.StatusCode < 400 {
		if err := c.validate(r, res, text); err != nil {
			c.t.Errorf("%s %s answers %s: %v", r.Method, r.URL.Path, text, err)
		}
	}
	return res, nil
}

// listed makes sure that the document lists the status of an answer.
func (c *checked) listed(r *http.Request, res *http.Response) error {
	for path, methods := range c.doc.Paths {
		o, ok := methods[strings.ToLower(r.Method)]
		if _, known := o.Responses[fmt.Sprint(res.StatusCode)]; ok && matches(path, r.URL.EscapedPath()) && !known {
			return fmt.Errorf("the document does not list %s", res.Status)
		}
	}
	return nil
}

func (c *checked) validate(r *http.Request, res *http.Response, text []byte) error {
	for path, methods := range c.doc.Paths {
		o, ok := methods[strings.ToLower(r.Method)]
		if !ok || !matches(path, r.URL.EscapedPath()) {
			continue
		}
		if schema := o.Responses["200"].Content["application/x-ndjson"].Schema; schema != nil {
			return c.linesAgainst(schema, text)
		}
		if schema := o.Responses[fmt.Sprint(res.StatusCode)].Content["application/json"].Schema; schema != nil {
			return c.against(schema, text)
		}
		return fmt.Errorf("no schema for status %d", res.StatusCode)
	}
	return fmt.Errorf("no such operation in the document")
}

func matches(pattern, path string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	return slices.EqualFunc(want, got, func(w, g string) bool { return w == g || strings.HasPrefix(w, "{") })
}

func (c *checked) linesAgainst(schema json.RawMessage, text []byte) error {
	for line := range bytes.Lines(text) {
		if err := c.against(schema, line); err != nil {
			return err
		}
	}
	return nil
}

func (c *checked) against(schema json.RawMessage, text []byte) error {
	resolved, err := resolve(string(c.doc.Components.Schemas), string(schema))
	if err != nil {
		return err
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	return resolved.Validate(v)
}

// resolved are the schemas that were needed before; every test serves the same.
var resolved sync.Map

func resolve(components, schema string) (*jsonschema.Resolved, error) {
	if known, ok := resolved.Load(schema); ok {
		return known.(*jsonschema.Resolved), nil
	}
	whole := fmt.Sprintf(`{"$defs":%s,"allOf":[%s]}`, components, schema)
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(strings.ReplaceAll(whole, "#/components/schemas/", "#/$defs/")), &s); err != nil {
		return nil, err
	}
	r, err := s.Resolve(nil)
	if err == nil {
		resolved.Store(schema, r)
	}
	return r, err
}
