package api_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// ask asks the server outright, and reads the answer into out.
func (s *server) ask(t *testing.T, method, path, body string, out any) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := s.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode == http.StatusOK {
		if err := json.Unmarshal(text, out); err != nil {
			t.Fatalf("%s %s = %s: %v", method, path, text, err)
		}
	}
	return res.StatusCode
}

func TestActivityTellsWhatWasDoneAndWhatItCost(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		model := llm.Func(func(context.Context, llm.Request) (llm.Reply, error) {
			return llm.Reply{Text: `{"memories": []}`, Finish: "stop", Usage: llm.Usage{Model: "m", In: 2000, Cached: 1000, Out: 500}}, nil
		})
		s := startAsking(t, st, engine.Settings{Extraction: true, DailyTokens: 1_000_000, Price: souvenir.Price{In: 2, Cached: 1, Out: 4}}, model)
		if _, err := s.Remember(t.Context(), "c1", say("ann", "I moved to Lyon last year and I work as a baker."), 20*time.Second); err != nil {
			t.Fatal(err)
		}
		var got souvenir.Activity
		if status := s.ask(t, "GET", "/api/v1/activity?minutes=10&days=3", "", &got); status != 200 {
			t.Fatalf("activity = %d", status)
		}
		var done int64
		for _, j := range got.Jobs {
			done += j.Done
		}
		today := got.Days[len(got.Days)-1]
		if len(got.Jobs) != 10 || done != 1 || got.Rate != 0.2 || got.Budget != 1_000_000 || !got.Priced || len(got.Days) != 3 {
			t.Errorf("activity is %+v", got)
		}
		if want := float64(today.Calls) * (1000*2 + 1000*1 + 500*4) / 1e6; today.Calls == 0 || today.Cost != want {
			t.Errorf("today is %+v, want a cost of %v", today, want)
		}
	})
}

func TestTheModelsHealth(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t, storetest.SQLite(t))
	var away error
	model := llm.Func(func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{Text: "Hello."}, away })
	s := startAsking(t, st, engine.Settings{}, model)
	check := func(method, path string) (m souvenir.ModelState) {
		t.Helper()
		if status := s.ask(t, method, path, "", &m); status != 200 {
			t.Fatalf("%s %s = %d", method, path, status)
		}
		return m
	}
	if m := check("GET", "/api/v1/model"); m.State != "unknown" || !m.Configured {
		t.Errorf("before the first call it is %+v", m)
	}
	if m := check("POST", "/api/v1/model/check"); m.State != "well" || m.Calls != 1 || m.Failures != 0 || len(m.Seconds) != 1 {
		t.Errorf("after a good call it is %+v", m)
	}
	away = souvenir.Errorf(souvenir.Unavailable, "The model is asleep.")
	if m := check("POST", "/api/v1/model/check"); m.State != "failing" || m.Failures != 1 || m.LastError != "The model is asleep." || m.ErrorAt == nil {
		t.Errorf("after a bad call it is %+v", m)
	}
	without := start(t, storetest.Open(t, storetest.SQLite(t)), engine.Settings{})
	var none souvenir.ModelState
	if without.ask(t, "GET", "/api/v1/model", "", &none); none.State != "none" || none.Configured {
		t.Errorf("without a model it is %+v", none)
	}
	if status := without.ask(t, "POST", "/api/v1/model/check", "", &none); status != http.StatusConflict {
		t.Errorf("checking a model that is not there = %d", status)
	}
}

func TestWhatALevelAndOverridesKeep(t *testing.T) {
	t.Parallel()
	s := start(t, storetest.Open(t, storetest.SQLite(t)), engine.Settings{})
	kept := func(i souvenir.Immersion) (out []string) {
		for _, k := range i.Types {
			if k.Kept {
				out = append(out, k.Type)
			}
		}
		return out
	}
	var got souvenir.Immersion
	s.ask(t, "POST", "/api/v1/immersion", `{}`, &got)
	if want := []string{"fact", "project", "experience"}; got.Level != "balanced" || !slices.Equal(kept(got), want) {
		t.Errorf("nothing said keeps %+v", got)
	}
	s.ask(t, "POST", "/api/v1/immersion", `{"level":"minimal","overrides":{"extract_relationships":true,"project":false}}`, &got)
	if want := []string{"fact", "relationship"}; !slices.Equal(kept(got), want) || !got.Types[1].Override || got.Types[1].Switch != "project" || got.Types[0].Override {
		t.Errorf("minimal with overrides keeps %+v", got)
	}
	var a souvenir.Agent
	s.ask(t, "PUT", "/api/v1/agents/mia", `{"name":"Mia","immersion":"full"}`, &a)
	if want := []string{"fact", "project", "experience", "story"}; !slices.Equal(a.Types, want) {
		t.Errorf("Mia keeps %v", a.Types)
	}
}
