package store_test

import (
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

func TestWhoTalksIsReadForAhead(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.SQLite(t))
	if _, err := s.FindMemories(t.Context(), findAlice); err != nil {
		t.Fatal(err)
	}
	accept(t, s, post("m1"))
	if got := s.ReadFor(alice, "a model"); len(got) != 0 {
		t.Errorf("%v are known before anything was read", got)
	}
	s.ReadAhead(t.Context(), "a model")
	if got := s.ReadFor(alice, "a model"); len(got) != 4 {
		t.Errorf("%v are known of somebody who talks, want what there is, what stands, what ended, and the turn", got)
	}
	bob := souvenir.Scope{Tenant: alice.Tenant, User: "bob"}
	if got := s.ReadFor(bob, "a model"); len(got) != 0 {
		t.Errorf("%v are known of somebody who asks nothing", got)
	}
}

// What is kept in memory must not outlive what another process does.
func TestADoorThatAnotherProcessShutsIsShutAtOnce(t *testing.T) {
	t.Parallel()
	storetest.EachURL(t, func(t *testing.T, url string) {
		here, there := storetest.Open(t, url), storetest.Open(t, url)
		needs := func(want bool) {
			t.Helper()
			for range 2 { // read, and kept
				if got, err := here.HasKeys(t.Context()); err != nil || got != want {
					t.Errorf("HasKeys = %v, %v, want %v", got, err, want)
				}
			}
		}
		lets := func(secret string, want bool) {
			t.Helper()
			for range 2 {
				if _, got, err := here.KeyBySecret(t.Context(), secret); err != nil || got != want {
					t.Errorf("KeyBySecret = %v, %v, want %v", got, err, want)
				}
			}
		}
		needs(false)
		lets("open sesame", false)
		k, err := there.AddKey(t.Context(), souvenir.Key{Tenant: "default", Name: "ada"}, "open sesame")
		if err != nil {
			t.Fatal(err)
		}
		needs(true)
		lets("open sesame", true)
		here.ReadAhead(t.Context(), "a model")
		if err := there.RevokeKey(t.Context(), "default", k.ID); err != nil {
			t.Fatal(err)
		}
		needs(true)
		lets("open sesame", false)
	})
}

func TestAConversationThatAnotherProcessMakesPrivateIsPrivateAtOnce(t *testing.T) {
	t.Parallel()
	path := storetest.SQLite(t)
	here, there := storetest.Open(t, path), storetest.Open(t, path)
	for _, private := range []bool{false, true, false} {
		if _, err := there.Describe(t.Context(), alice, nil, &private); err != nil {
			t.Fatal(err)
		}
		ctx, err := here.Look(t.Context(), alice, "a model")
		if err != nil {
			t.Fatal(err)
		}
		other := alice
		other.Conversation = "another"
		for sc, want := range map[souvenir.Scope]bool{alice: private, other: false} {
			if got, err := here.Private(ctx, sc); err != nil || got != want {
				t.Errorf("Private(%s) = %v, %v, want %v", sc.Conversation, got, err, want)
			}
		}
	}
}
