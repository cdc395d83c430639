package engine

import (
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

func TestConsolidationGoesByItselfOnceADayWhereAsked(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now, on := time.Now().UTC(), false
		e := New(s, Options{Now: func() time.Time { return now }, Settings: func() Settings { return Settings{Consolidation: on} }})
		repeat := func(tenant, id, content string) {
			t.Helper()
			m := e.explicit(souvenir.Scope{Tenant: tenant, User: "alice"}, content, now).Memory
			m.ID, m.Status, m.ContentHash = id, souvenir.Active, m.Hash()
			if _, err := s.Apply(t.Context(), tenant, souvenir.Plan{Steps: []souvenir.Step{{Operation: souvenir.Add, Memory: m}}}, souvenir.Cause{}); err != nil {
				t.Fatal(err)
			}
			for {
				if n, err := e.EmbedNew(t.Context()); err != nil || n == 0 {
					break
				}
			}
		}
		active := func(tenant string) int {
			t.Helper()
			if err := e.consolidateDaily(t.Context()); err != nil {
				t.Fatal(err)
			}
			a, err := s.Active(t.Context(), tenant, "alice")
			if err != nil {
				t.Fatal(err)
			}
			return len(a.Memories)
		}
		for _, tenant := range []string{"default", "other"} {
			repeat(tenant, tenant+"1", "User enjoys hiking")
			repeat(tenant, tenant+"2", "User likes hiking")
		}
		if got := active("default"); got != 2 {
			t.Errorf("%d memories, want both while it is off", got)
		}
		on = true
		if a, b := active("default"), active("other"); a != 1 || b != 1 {
			t.Errorf("%d and %d memories, want one in each tenant", a, b)
		}
		repeat("other", "other3", "User loves to hike")
		repeat("other", "other4", "User likes hiking a lot")
		before := active("other")
		now = now.Add(25 * time.Hour)
		if got := active("other"); before != 3 || got >= before {
			t.Errorf("%d memories on the same day and %d on the next, want 3 and fewer", before, got)
		}
	})
}

func TestAReceiptsKeyIsMadeOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		first, err := New(s, Options{}).eraseKey(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		again, err := New(s, Options{}).eraseKey(t.Context())
		if err != nil || !first.Equal(again) {
			t.Errorf("another key the second time, %v", err)
		}
	})
}

func TestWhoeverKeepsTextsDropsThemWhenSomethingIsErased(t *testing.T) {
	t.Parallel()
	e := New(storetest.Open(t, storetest.SQLite(t)), Options{})
	dropped := 0
	e.OnErase(func() { dropped++ })
	for _, dry := range []bool{true, false} {
		if _, err := e.erase(t.Context(), souvenir.Erasure{User: "alice", DryRun: dry}); err != nil {
			t.Fatal(err)
		}
	}
	if dropped != 1 {
		t.Errorf("dropped %d times, want once, and not for a dry run", dropped)
	}
}
