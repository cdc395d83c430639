package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/api"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// ear listens to a server's events.
type ear struct {
	t     *testing.T
	heard chan souvenir.Event
}

// listen comes back when events come.
func listen(t *testing.T, url, key string) *ear {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/v1/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != 200 || res.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("GET /api/v1/events = %d, %v", res.StatusCode, res.Header)
	}
	e := &ear{t, make(chan souvenir.Event, 1000)}
	go e.read(res)
	t.Cleanup(func() { cancel(); e.rest() })
	e.until(souvenir.Event{Kind: souvenir.Hello})
	return e
}

// read closes heard when the events end.
func (e *ear) read(res *http.Response) {
	defer close(e.heard)
	defer res.Body.Close()
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var event souvenir.Event
		if err := json.Unmarshal([]byte(data), &event); err != nil {
			e.t.Errorf("an event is %q: %v", data, err)
		}
		e.heard <- event
	}
}

// until hears events up to one, and gives those before it.
func (e *ear) until(want souvenir.Event) (before []souvenir.Event) {
	e.t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case got, open := <-e.heard:
			if !open {
				e.t.Fatalf("the events ended before %+v came, after %+v", want, before)
			}
			if got == want {
				return before
			}
			before = append(before, got)
		case <-late:
			e.t.Fatalf("%+v did not come, only %+v", want, before)
		}
	}
}

// rest hears everything up to the end.
func (e *ear) rest() (out []souvenir.Event) {
	for event := range e.heard {
		out = append(out, event)
	}
	return out
}

func TestListenersHearWhatChanges(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		heard := listen(t, s.url, "")
		if _, err := s.Remember(t.Context(), "c1", say("ann", "Remember that I am allergic to peanuts"), 10*time.Second); err != nil {
			t.Fatal(err)
		}
		var got []souvenir.Event
		for _, want := range []souvenir.Event{{Kind: souvenir.MessagesChanged, User: "ann", Conversation: "c1"}, {Kind: souvenir.MemoriesChanged, User: "ann"}} {
			if !slices.Contains(got, want) {
				got = append(append(got, heard.until(want)...), want)
			}
		}
		if _, err := s.Pause(t.Context()); err != nil {
			t.Fatal(err)
		}
		heard.until(souvenir.Event{Kind: souvenir.QueueChanged})
		known(t, s.store, plainMemory("waits", "User may like tea", func(m *souvenir.Memory) { m.User, m.Status = "ann", souvenir.Waiting }))
		heard.until(souvenir.Event{Kind: souvenir.ReviewChanged, User: "ann"})
	})
}

func TestListenersHearWhatAnotherProcessWrote(t *testing.T) {
	t.Parallel()
	storetest.EachURL(t, func(t *testing.T, url string) {
		here := start(t, storetest.Open(t, url), engine.Settings{Extraction: true})
		there := start(t, storetest.Open(t, url), engine.Settings{Extraction: true})
		heard := listen(t, here.url, "")
		if _, err := there.State(t.Context(), souvenir.Statement{User: "ann", Content: "User owns a zebra"}); err != nil {
			t.Fatal(err)
		}
		heard.until(souvenir.Event{Kind: souvenir.MemoriesChanged, User: "ann"})
	})
}

func TestListenersHearOnlyWhatIsTheirs(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		key := func(r souvenir.KeyRequest) (string, *client.Client) {
			t.Helper()
			k := souvenir.Key{Tenant: r.Tenant, Name: r.Name, Users: r.Users, Admin: r.Admin}
			secret := "sk-" + r.Tenant + "-" + r.Name
			if _, err := s.store.AddKey(ctx, k, secret); err != nil {
				t.Fatal(err)
			}
			return secret, client.New(client.Options{URL: s.url, Key: secret, HTTP: s.http})
		}
		annKey, ann := key(souvenir.KeyRequest{Tenant: "one", Name: "ann"})
		_, bob := key(souvenir.KeyRequest{Tenant: "one", Name: "bob"})
		_, namesake := key(souvenir.KeyRequest{Tenant: "two", Name: "ann"})
		bossKey, _ := key(souvenir.KeyRequest{Tenant: "one", Name: "boss", Admin: true})
		heard, boss := listen(t, s.url, annKey), listen(t, s.url, bossKey)
		for _, c := range []*client.Client{bob, namesake, ann} {
			if _, err := c.State(ctx, souvenir.Statement{Content: "User owns a zebra"}); err != nil {
				t.Fatal(err)
			}
		}
		hers := souvenir.Event{Kind: souvenir.MemoriesChanged, User: "ann"}
		if before := heard.until(hers); len(before) > 0 {
			t.Errorf("ann hears %+v", before)
		}
		if before := boss.until(hers); !slices.Contains(before, souvenir.Event{Kind: souvenir.MemoriesChanged, User: "bob"}) {
			t.Errorf("the admin hears %+v before ann's", before)
		}
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/api/v1/events", nil)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if res.Body.Close(); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("without a key, events = %d", res.StatusCode)
		}
	})
}

func TestAServerThatStopsDoesNotWaitForListeners(t *testing.T) {
	t.Parallel()
	e := engine.New(storetest.Open(t, storetest.SQLite(t)), engine.Options{})
	running, stop := context.WithCancel(t.Context())
	over := make(chan error, 1)
	go func() { over <- e.RunEvents(running) }()
	web := httptest.NewServer(api.New(e, api.Options{}))
	defer web.Close()
	heard := listen(t, web.URL, "")
	stop()
	if err := <-over; err != nil {
		t.Errorf("RunEvents = %v", err)
	}
	if err := web.Config.Shutdown(t.Context()); err != nil { // waits for every request
		t.Errorf("Shutdown = %v", err)
	}
	if rest := heard.rest(); len(rest) > 0 {
		t.Errorf("a listener still hears %+v", rest)
	}
}
