package store_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/recall"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// A shelf that is open reads what is new column by column, and one that is filled
// reads everything packed: both must find the same.
func TestAFilledShelfFindsWhatAnOpenOneFinds(t *testing.T) {
	t.Parallel()
	path := storetest.SQLite(t)
	open, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	look(t, open, "nothing yet")
	for id, edit := range map[string]func(*souvenir.Memory){
		"plain":      func(*souvenir.Memory) {},
		"tags":       func(m *souvenir.Memory) { m.Tags = []string{"Café", "two\nlines", `quo"te`} },
		"key":        func(m *souvenir.Memory) { m.Key, m.Subject, m.Question = "home.city", "Ada", "Where does Ada live?" },
		"numbers":    func(m *souvenir.Memory) { m.Confidence, m.Importance, m.Confirmations = new(0.87), new(7), 3 },
		"short":      func(m *souvenir.Memory) { m.Expiry, m.Reach = souvenir.Temporary, souvenir.SiteOnly },
		"odd text":   func(m *souvenir.Memory) { m.Content += " join\x1fed" },
		"odd key":    func(m *souvenir.Memory) { m.Key = "a\x1fb" },
		"odd places": func(m *souvenir.Memory) { m.Conversation, m.Tags = "c\x1f1", []string{"x\x1fy"} },
	} {
		m := newMemory(id, "tea 喝绿茶 for "+id)
		edit(&m)
		m.ContentHash = m.Hash()
		add(t, open, m)
	}
	filled, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer filled.Close()
	for _, query := range []string{"tea", "喝绿", "cafe two lines quote", "home city", "where does ada live", "joined ed", "a b", "x y", "odd"} {
		got, want := look(t, filled, query), look(t, open, query)
		if len(got) != len(want) {
			t.Errorf("%q finds %d in a filled shelf, %d in an open one", query, len(got), len(want))
		}
		for n, w := range want {
			g := got[n]
			if (g.Confidence == nil) != (w.Confidence == nil) || g.Confidence != nil && *g.Confidence != *w.Confidence {
				t.Errorf("%q: confidence of %d is %v, want %v", query, n, g.Confidence, w.Confidence)
			}
			g.Confidence, w.Confidence = nil, nil
			if g != w {
				t.Errorf("%q: %d is\n%+v, want\n%+v", query, n, g, w)
			}
		}
		sameTold(t, query, slices.Collect(maps.Keys(want)), open, filled)
	}
}

// sameTold checks what prompts are told against the whole memories.
func sameTold(t *testing.T, query string, ns []int64, stores ...*store.Store) {
	t.Helper()
	whole, err := stores[0].MemoriesByNumber(t.Context(), alice.Tenant, ns)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range stores {
		told, err := s.MemoriesToTell(t.Context(), alice, ns)
		if err != nil || len(told) != len(whole) {
			t.Fatalf("%q: store %d tells %v, %v, want %d", query, i, told, err, len(whole))
		}
		for n, m := range whole {
			if g := told[n]; g.ID != m.ID || g.Key != m.Key || g.Question != m.Question || g.Content != m.Content {
				t.Errorf("%q: store %d tells %+v, want %+v", query, i, g, m)
			}
		}
	}
}

func look(t *testing.T, s *store.Store, query string) map[int64]recall.Memory {
	t.Helper()
	found, err := s.FindMemories(t.Context(), store.Search{Reach: store.Reach{Scope: alice}, Words: words.Index(query), Limit: 20})
	if err != nil {
		t.Fatal(err)
	}
	out := map[int64]recall.Memory{}
	for _, m := range found {
		out[m.N] = m
	}
	return out
}
