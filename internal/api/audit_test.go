package api_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// known puts memories into the store as they are, past every rule, and gives them
// vectors.
func known(t testing.TB, s *store.Store, ms ...souvenir.Memory) {
	t.Helper()
	for some := range slices.Chunk(ms, 500) {
		var p souvenir.Plan
		for _, m := range some {
			p.Steps = append(p.Steps, souvenir.Step{Operation: souvenir.Add, Memory: m})
		}
		if _, err := s.Apply(t.Context(), "default", p, souvenir.Cause{By: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	e := engine.New(s, engine.Options{})
	for {
		n, err := e.EmbedNew(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

func plainMemory(id, content string, change ...func(*souvenir.Memory)) souvenir.Memory {
	m := souvenir.Memory{
		ID: id, User: "alice", Style: "rules", Origin: souvenir.Explicit, Type: "fact", Content: content, Priority: 80, Reach: souvenir.UserGlobal,
		Expiry: souvenir.Permanent, Status: souvenir.Active, Trust: souvenir.FromUser, SaidAt: time.Now().UTC().Truncate(time.Microsecond), Confirmations: 1,
	}
	for _, c := range change {
		c(&m)
	}
	m.ContentHash = m.Hash()
	return m
}

func implicit(m *souvenir.Memory) { m.Origin = souvenir.Implicit }

func bad(t *testing.T, s *server) {
	before := func(m *souvenir.Memory) { m.SaidAt = m.SaidAt.Add(-time.Hour) }
	known(t, s.store,
		plainMemory("narration", "The assistant ran the tests and they passed", implicit),
		plainMemory("unfounded", "User was born in Oslo", implicit),
		plainMemory("stale", "User is waiting for a parcel", func(m *souvenir.Memory) {
			m.ExpiresAt = new(time.Now().Add(-time.Hour).UTC().Truncate(time.Microsecond))
		}),
		plainMemory("lyon", "User lives in Lyon", before),
		plainMemory("paris", "User lives in Paris"),
		plainMemory("dup1", "User enjoys hiking", before, func(m *souvenir.Memory) { m.Tags = []string{"sport"} }),
		plainMemory("dup2", "User likes hiking", func(m *souvenir.Memory) { m.Confirmations = 3 }),
		plainMemory("fine", "User has a sister named Anna"),
		plainMemory("pinned", "The assistant should never have said that", implicit, func(m *souvenir.Memory) { m.Priority = 100 }),
	)
}

func TestAuditAndItsFixes(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		bad(t, s)
		a, err := s.Audit(t.Context(), "alice", 0)
		if err != nil {
			t.Fatal(err)
		}
		if a.Memories != 9 {
			t.Errorf("looked at %d memories, want 9", a.Memories)
		}
		got := map[string]string{}
		for _, f := range a.Findings {
			got[f.Check+" "+f.Memory] = string(f.Fix)
		}
		for finding, fix := range map[string]string{
			"junk narration": "end", "unfounded unfounded": "review", "stale stale": "expire", "contradictions lyon": "review", "duplicates dup1": "merge", "junk pinned": "none",
		} {
			if got[finding] != fix {
				t.Errorf("%s: fix %q, want %q; all: %v", finding, got[finding], fix, got)
			}
		}
		for name := range got {
			if name == "contradictions fine" || name == "duplicates fine" || name == "junk fine" {
				t.Errorf("there is nothing wrong with it: %s", name)
			}
		}
		if everybody, err := s.Audit(t.Context(), "", 1); err != nil || everybody.Memories != 9 || len(everybody.Findings) != 1 || everybody.Checks[0].Findings != a.Checks[0].Findings {
			t.Errorf("of everybody, one finding: %+v, %v", everybody, err)
		}
		fixed(t, s)
	})
}

func fixed(t *testing.T, s *server) {
	dry, err := s.FixAudit(t.Context(), souvenir.AuditFix{User: "alice", DryRun: true})
	if err != nil || !dry.DryRun || len(dry.Items) == 0 {
		t.Fatalf("dry run = %+v, %v", dry, err)
	}
	if got := memoriesOf(t, s, "alice"); len(got) != 9 {
		t.Errorf("after the dry run: %v", got)
	}
	done, err := s.FixAudit(t.Context(), souvenir.AuditFix{User: "alice"})
	if err != nil || len(done.Failed) > 0 || len(done.Items) != len(dry.Items) {
		t.Fatalf("fixed = %+v, %v, want as planned: %+v", done, err, dry)
	}
	for id, want := range map[string]souvenir.Status{
		"narration": souvenir.Deleted, "unfounded": souvenir.Waiting, "stale": souvenir.Expired, "lyon": souvenir.Waiting, "paris": souvenir.Active,
		"dup1": souvenir.Superseded, "dup2": souvenir.Active, "fine": souvenir.Active, "pinned": souvenir.Active,
	} {
		m, err := s.Memory(t.Context(), id)
		if err != nil || m.Status != want {
			t.Errorf("%s is %s, %v, want %s", id, m.Status, err, want)
		}
		h, err := s.History(t.Context(), id)
		if err != nil || want != souvenir.Active && len(h.Items) < 2 {
			t.Errorf("%s's history: %+v, %v", id, h.Items, err)
		}
	}
	if again, err := s.FixAudit(t.Context(), souvenir.AuditFix{User: "alice"}); err != nil || len(again.Items) != 0 {
		t.Errorf("a second time: %+v, %v, want nothing", again, err)
	}
	if _, err := s.FixAudit(t.Context(), souvenir.AuditFix{User: "alice", Checks: []string{"odd"}}); souvenir.CodeOf(err) != souvenir.Invalid {
		t.Errorf("an unknown check: %v", err)
	}
}

func TestConsolidation(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		bad(t, s)
		dry, err := s.Consolidate(t.Context(), souvenir.ConsolidateRequest{DryRun: true})
		if err != nil || len(dry.Merges) != 1 || dry.Merges[0].Keeper != "dup2" || len(dry.Merges[0].Others) != 1 {
			t.Fatalf("dry run = %+v, %v", dry, err)
		}
		done, err := s.Consolidate(t.Context(), souvenir.ConsolidateRequest{User: "alice"})
		if err != nil || len(done.Merges) != 1 {
			t.Fatalf("consolidation = %+v, %v", done, err)
		}
		old, err := s.Memory(t.Context(), "dup1")
		if err != nil || old.Status != souvenir.Superseded || old.SupersededBy != "dup2" {
			t.Errorf("dup1 = %+v, %v", old, err)
		}
		kept, err := s.Memory(t.Context(), "dup2")
		if err != nil || kept.Confirmations != 4 || !slices.Equal(kept.Tags, []string{"sport"}) || kept.CreatedAt.After(old.CreatedAt) {
			t.Errorf("dup2 = %+v, %v", kept, err)
		}
		again, err := s.Consolidate(t.Context(), souvenir.ConsolidateRequest{User: "alice"})
		if err != nil || len(again.Merges) != 0 {
			t.Errorf("again = %+v, %v", again, err)
		}
		known(t, s.store) // what was changed gets its vectors
		if _, err := s.Consolidate(t.Context(), souvenir.ConsolidateRequest{User: "alice"}); err != nil {
			t.Fatal(err)
		}
		if again, err = s.Consolidate(t.Context(), souvenir.ConsolidateRequest{User: "alice"}); err != nil || again.Skipped != 1 || again.Users != 0 {
			t.Errorf("where nothing changed: %+v, %v", again, err)
		}
	})
}

func BenchmarkAudit(b *testing.B) {
	s := storetest.Open(b, storetest.SQLite(b))
	things := []string{"tea", "coffee", "hiking", "chess", "jazz", "sailing", "pottery", "football", "baking", "running"}
	verbs := []string{"likes", "dislikes", "talked about", "read a book on", "is learning", "wrote about", "has a friend who loves", "bought something for", "dreams of", "gave up"}
	var ms []souvenir.Memory
	for i := range 10_000 {
		content := fmt.Sprintf("User %s %s in place number %d with person %c%c", verbs[i/10%10], things[i%10], i/100, 'A'+i%26, 'a'+i/26%26)
		ms = append(ms, plainMemory(fmt.Sprint("m", i), content))
	}
	known(b, s, ms...)
	for b.Loop() {
		a, err := engine.New(s, engine.Options{}).Audit(b.Context(), &engine.AuditWanted{User: "alice", Limit: 10})
		if err != nil || a.Body.Memories != 10_000 {
			b.Fatalf("audit = %+v, %v", a, err)
		}
	}
}
