package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// TestAProfileIsThatOfNow asks each time twice: what was kept must not outlive what it
// says.
func TestAProfileIsThatOfNow(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now := time.Now()
		e := New(s, Options{Now: func() time.Time { return now }})
		sc := souvenir.Scope{Tenant: "default", User: "alice"}
		card := func(name string) {
			t.Helper()
			identity := &souvenir.Identity{Name: name}
			if _, err := s.PutRoleCard(t.Context(), sc.Tenant, souvenir.RoleCard{User: sc.User, Core: &souvenir.CoreLayer{BasicIdentity: identity}}); err != nil {
				t.Fatal(err)
			}
		}
		ends := now.Add(time.Hour)
		for _, step := range []struct {
			what       string
			do         func()
			want, gone string
		}{
			{"a fact", func() { remember(t, e, "Lyon | key=home") }, "home: Lyon", "Nice"},
			{"another value", func() { remember(t, e, "Nice | key=home") }, "home: Nice", "Lyon"},
			{"a role card", func() { card("Ada") }, "Ada", "Eve"},
			{"another role card", func() { card("Eve") }, "Eve", "Ada"},
			{"no role card", func() {
				if err := s.DeleteRoleCard(t.Context(), sc.Tenant, sc.User); err != nil {
					t.Fatal(err)
				}
			}, "home: Nice", "Eve"},
			{"a fact for an hour", func() {
				in := &AddMemory{Body: souvenir.Statement{User: "alice", Content: "blue", Key: "badge", ExpiresAt: &ends}}
				if _, err := e.AddMemory(t.Context(), in); err != nil {
					t.Fatal(err)
				}
			}, "badge: blue", "Eve"},
			{"an hour later", func() { now = ends.Add(time.Second) }, "home: Nice", "blue"},
		} {
			step.do()
			for range 2 {
				got, err := e.profile(t.Context(), sc, inject.Options{Budget: 500})
				if err != nil || !strings.Contains(got.block, step.want) || strings.Contains(got.block, step.gone) {
					t.Errorf("after %s the profile is %q, %v, want %q and no %q", step.what, got.block, err, step.want, step.gone)
				}
			}
		}
	})
}

// TestAProfileIsWrittenAhead is about SQLite, the only database that tells of commits.
func TestAProfileIsWrittenAhead(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.SQLite(t))
	e := New(s, Options{})
	chat := Chat{User: "alice", Conversation: "c", Turn: "t", Query: "Where do I live these days?", ProfileBudget: 500, Budget: 500}
	remember(t, e, "Lyon | key=home")
	if _, err := e.Background(t.Context(), chat); err != nil {
		t.Fatal(err)
	}
	remember(t, e, "Nice | key=home")
	kept := func() bool {
		at, err := s.Stamp(t.Context(), "default", "alice")
		if err != nil {
			t.Fatal(err)
		}
		_, kept := e.profiles.of(profileOf{"default", "alice", "", chat.profile()}, at, time.Now())
		return kept
	}
	if kept() {
		t.Error("the profile of before is taken for that of now")
	}
	e.readAhead(t.Context())
	if !kept() {
		t.Error("who talks has to wait for their profile")
	}
}
