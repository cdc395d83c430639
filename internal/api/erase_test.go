package api_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

func TestErasing(t *testing.T) {
	t.Parallel()
	storetest.EachAlone(t, func(t *testing.T, url string) {
		s := start(t, storetest.Open(t, url), engine.Settings{Extraction: true, MaxTurns: 20, Styles: []string{"verbatim"}})
		remember(t, s, "alice", "c1", "Remember that I am allergic to peanuts")
		remember(t, s, "alice", "c2", "Remember that I like tea")
		remember(t, s, "bob", "c1", "Remember that I like trains")

		dry, err := s.EraseUser(t.Context(), "alice", true)
		if err != nil || !dry.DryRun || dry.Erased["messages"] != 2 || dry.Signature != "" {
			t.Fatalf("dry run = %+v, %v", dry, err)
		}
		if got := memoriesOf(t, s, "alice"); len(got) != 2 {
			t.Fatalf("after the dry run: %v", got)
		}

		r, err := s.Erase(t.Context(), souvenir.Erasure{User: "alice", Conversation: "c1"})
		if err != nil || r.What != "conversation" || r.Erased["messages"] != 1 || r.Erased["memories"] != 1 || !rewritten(r) || len(r.Left) > 0 {
			t.Fatalf("receipt = %+v, %v", r, err)
		}
		if got := memoriesOf(t, s, "alice"); len(got) != 1 || !strings.Contains(got[0], "tea") {
			t.Errorf("alice's memories: %v", got)
		}
		if _, err := s.Conversation(t.Context(), "alice", "c1"); souvenir.CodeOf(err) != souvenir.NotFound {
			t.Errorf("the conversation: %v, want not found", err)
		}

		if r, err = s.EraseUser(t.Context(), "alice", false); err != nil || r.What != "user" {
			t.Fatalf("receipt = %+v, %v", r, err)
		}
		found, err := s.Recall(t.Context(), souvenir.Query{User: "alice", Query: "tea peanuts"})
		if err != nil || len(found.Memories)+len(found.Turns)+len(found.Facts) > 0 {
			t.Errorf("recalled %+v, %v", found, err)
		}
		if got := memoriesOf(t, s, "bob"); len(got) != 1 {
			t.Errorf("bob's memories: %v", got)
		}
		receiptHolds(t, s, r)

		remember(t, s, "alice", "c1", "Remember that I like cake") // whoever comes back begins anew
		if got := memoriesOf(t, s, "alice"); len(got) != 1 {
			t.Errorf("alice's new memories: %v", got)
		}
	})
}

// receiptHolds checks that a receipt says nothing in words, and that a change of
// it is noticed.
func receiptHolds(t *testing.T, s *server, r souvenir.Receipt) {
	t.Helper()
	text, _ := json.Marshal(r)
	for _, word := range []string{"alice", "c1", "tea", "peanuts"} {
		if strings.Contains(string(text), `"`+word) {
			t.Errorf("the receipt says %q: %s", word, text)
		}
	}
	verify := func(r souvenir.Receipt, user string) souvenir.Verification {
		v, err := s.VerifyReceipt(t.Context(), souvenir.VerifyReceipt{Receipt: r, User: user})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if v := verify(r, "alice"); !v.Valid || !v.Ours || !*v.About {
		t.Errorf("verification = %+v", v)
	}
	if v := verify(r, "bob"); *v.About {
		t.Error("the receipt is about bob")
	}
	forged := r
	forged.At = forged.At.Add(time.Hour)
	if v := verify(forged, ""); v.Valid {
		t.Error("a changed receipt is valid")
	}
	other := start(t, storetest.Open(t, storetest.SQLite(t)), engine.Settings{})
	v, err := other.VerifyReceipt(t.Context(), souvenir.VerifyReceipt{Receipt: r})
	if err != nil || !v.Valid || v.Ours {
		t.Errorf("in another database: %+v, %v", v, err)
	}
}

func remember(t *testing.T, s *server, user, conversation, text string) {
	t.Helper()
	got, err := s.Remember(t.Context(), conversation, say(user, text), 50*time.Second)
	if err != nil || len(got.Messages) != 1 || got.Messages[0].Outcome.State != souvenir.Remembered {
		t.Fatalf("remember %q: %+v, %v", text, got, err)
	}
}

func memoriesOf(t *testing.T, s *server, user string) (out []string) {
	t.Helper()
	l, err := s.Memories(t.Context(), client.Filter{User: user})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range l.Items {
		out = append(out, m.Content)
	}
	return out
}

func TestWhatCannotBeErased(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		for name, e := range map[string]souvenir.Erasure{
			"nobody":     {},
			"two things": {User: "alice", Conversation: "c", Site: "example.org"},
			"no site":    {User: "alice", Site: "http://"},
			"backwards":  {User: "alice", Since: time.Now(), Until: time.Now().Add(-time.Hour)},
		} {
			if _, err := s.Erase(t.Context(), e); souvenir.CodeOf(err) != souvenir.Invalid {
				t.Errorf("%s: %v, want it to be invalid", name, err)
			}
		}
	})
}

func TestOnlyWhoMayActForAUserMayErase(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		if _, err := s.AddKey(t.Context(), souvenir.KeyRequest{Name: "admin", Admin: true}); err != nil {
			t.Fatal(err)
		}
		k, err := s.store.AddKey(context.Background(), souvenir.Key{Tenant: "default", Name: "bob"}, "bobs-secret")
		if err != nil {
			t.Fatal(err)
		}
		c := client.New(client.Options{URL: s.url, Key: "bobs-secret", HTTP: s.http})
		if _, err := c.Erase(t.Context(), souvenir.Erasure{User: "alice"}); souvenir.CodeOf(err) != souvenir.Denied {
			t.Errorf("%s erases alice: %v, want it to be denied", k.Name, err)
		}
		if r, err := c.Erase(t.Context(), souvenir.Erasure{DryRun: true}); err != nil || r.By != "the user" {
			t.Errorf("bob looks at himself: %+v, %v", r, err)
		}
		if a, err := c.Audit(t.Context(), "alice", 0); souvenir.CodeOf(err) != souvenir.Denied {
			t.Errorf("bob audits alice: %+v, %v, want it to be denied", a, err)
		}
	})
}

// rewritten says whether the files were written anew. Other tests use the same
// server: while a transaction of theirs lasts, the receipt says that it waits.
func rewritten(r souvenir.Receipt) bool {
	return r.Rewritten || strings.Contains(r.Note, "Somebody still reads an older state")
}
