package store_test

import (
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

func TestWhatIsKeptToTellIsGoneWhenItChanges(t *testing.T) {
	t.Parallel()
	storetest.EachURL(t, func(t *testing.T, url string) {
		here, there := storetest.Open(t, url), storetest.Open(t, url)
		m := add(t, there, newMemory("m1", "some text"))
		tell := func() map[int64]souvenir.Memory {
			t.Helper()
			found, err := here.FindMemories(t.Context(), findAlice)
			if err != nil {
				t.Fatal(err)
			}
			var ns []int64
			for _, f := range found {
				ns = append(ns, f.N)
			}
			told, err := here.MemoriesToTell(t.Context(), alice, ns)
			if err != nil {
				t.Fatal(err)
			}
			return told
		}
		for _, want := range []string{"some text", "some text", "another text"} {
			if want == "another text" { // another process changes it
				if _, err := there.Edit(t.Context(), "default", m.ID, "edit", souvenir.Cause{}, func(m *souvenir.Memory) error { m.Content = want; return nil }); err != nil {
					t.Fatal(err)
				}
			}
			told := tell()
			if len(told) != 1 {
				t.Fatalf("told are %v, want %q", told, want)
			}
			for _, got := range told {
				if got.Content != want || got.ID != m.ID {
					t.Errorf("told is %q, want %q", got.Content, want)
				}
			}
		}
		if _, err := there.Edit(t.Context(), "default", m.ID, "forget", souvenir.Cause{}, func(m *souvenir.Memory) error { m.Status = souvenir.Deleted; return nil }); err != nil {
			t.Fatal(err)
		}
		if told := tell(); len(told) != 0 {
			t.Errorf("told is what was forgotten: %v", told)
		}
		for _, private := range []bool{true, false} {
			if _, err := there.Describe(t.Context(), alice, nil, &private); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if got, err := here.Private(t.Context(), alice); err != nil || got != private {
					t.Errorf("Private = %v, %v, want %v", got, err, private)
				}
			}
		}
	})
}

func TestAStampIsAnotherOneWhenSomethingChanges(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.SQLite(t))
	seen := map[store.Stamp]bool{{}: true}
	for i, change := range []func(){
		func() { add(t, s, newMemory("m1", "some text")) },
		func() { add(t, s, newMemory("m2", "more text")) },
		func() { s.Describe(t.Context(), alice, nil, new(true)) },
	} {
		change()
		at, err := s.Stamp(t.Context(), alice.Tenant, alice.User)
		if err != nil || seen[at] {
			t.Errorf("after change %d the stamp is %v as before, %v", i+1, at, err)
		}
		seen[at] = true
		accept(t, s, post(string(rune('a'+i)))) // what is said changes no memory
		if again, err := s.Stamp(t.Context(), alice.Tenant, alice.User); err != nil || again != at {
			t.Errorf("the stamp is %v, %v, and nothing changed since %v", again, err, at)
		}
	}
}
