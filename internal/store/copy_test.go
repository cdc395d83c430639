package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
	"github.com/souvenir-memory/souvenir/internal/words"
)

func TestCopyThereAndBack(t *testing.T) {
	t.Parallel()
	home := storetest.Open(t, storetest.SQLite(t))
	away := storetest.Open(t, storetest.Postgres(t))
	back := storetest.Open(t, storetest.SQLite(t))
	inhabit(t, home)

	for _, trip := range []struct{ from, to *store.Store }{{home, away}, {away, back}} {
		start := time.Now()
		report, err := store.Copy(t.Context(), trip.from, trip.to, rising(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s to %s took %v", trip.from.Dialect(), trip.to.Dialect(), time.Since(start))
		for _, c := range report.Tables {
			if !c.OK || c.Rows == 0 {
				t.Errorf("report: %+v, want rows in every table, and the same ones", c)
			}
		}
		if want := len(store.Listed()) + 2; len(report.Tables) != want {
			t.Errorf("%d tables are reported, want the %d with rows and the two of words", len(report.Tables), want)
		}
		sameEverywhere(t, trip.from, trip.to)
		livesOn(t, trip.to)
	}
}

// inhabit fills a store with everything that could be lost on the way.
func inhabit(t *testing.T, s *store.Store) {
	t.Helper()
	fill(t, s)
	for i := range 20 {
		p := store.Post{Scope: souvenir.Scope{Tenant: "default", User: "alice", Conversation: fmt.Sprint("c", i)}, Source: "web"}
		for j := range manyMessages / 20 {
			p.Messages = append(p.Messages, souvenir.Message{ID: fmt.Sprint("m", j), Role: souvenir.User, Name: "Ана", Content: said[j%len(said)], At: time.Now()})
		}
		accept(t, s, p)
	}
	private := post("secret")
	private.Scope.Conversation, private.Messages[0].Content = "private", "my zebra"
	if _, err := s.Describe(t.Context(), private.Scope, nil, new(true)); err != nil {
		t.Fatal(err)
	}
	accept(t, s, private)
	if _, err := s.Describe(t.Context(), private.Scope, nil, new(false)); err != nil {
		t.Fatal(err)
	}
	add(t, s, newMemory("kept", "User lives in 里昂 🦁"))
	add(t, s, newMemory("ended", "User owns a giraffe"))
	_, err := s.Edit(t.Context(), "default", "ended", "delete", souvenir.Cause{}, func(m *souvenir.Memory) error {
		m.Status = souvenir.Deleted
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	add(t, s, newMemory("wrong", "User owns a zebra"))
	if _, err := s.Retire(t.Context(), "default", "wrong", souvenir.Cause{Reason: "it was a horse"}); err != nil {
		t.Fatal(err)
	}
	texts, err := s.Unembedded(t.Context(), store.MemoryText, "model", 10)
	if err != nil || len(texts) != 1 {
		t.Fatalf("Unembedded = %+v, %v, want the memory that was kept", texts, err)
	}
	if err := s.PutVectors(t.Context(), store.MemoryText, "model", texts, [][]float32{direction}); err != nil {
		t.Fatal(err)
	}
	if running := take(t, s, 3); len(running) != 3 {
		t.Fatalf("Take gave %d jobs, want 3 to be running", len(running))
	}
}

// direction is a vector whose numbers do not look the same in every notation.
var direction = []float32{0.1, -0.7, 1.2e-7, 1}

// rising is a progress that complains when it does not rise from none to all.
func rising(t *testing.T) func(string, int64, int64) {
	var current string
	var last, of int64
	finished := map[string]bool{}
	return func(table string, done, total int64) {
		if table != current {
			if last != of {
				t.Errorf("%s stopped at %d of %d", current, last, of)
			}
			if finished[table] {
				t.Errorf("%s comes a second time", table)
			}
			current, last, of = table, 0, total
			finished[table] = true
		}
		if done < last || done > total || total != of {
			t.Errorf("%s went from %d of %d to %d of %d", table, last, of, done, total)
		}
		last = done
	}
}

// sameEverywhere compares all rows. Only what says who works on a job may differ.
func sameEverywhere(t *testing.T, from, to *store.Store) {
	t.Helper()
	for table, columns := range store.Listed() {
		want, got := everything(t, from, table), everything(t, to, table)
		for i, name := range strings.Split(columns, ", ") {
			for j := range want {
				switch {
				case table == "jobs" && want[j][i] == "running":
					want[j][i] = "queued"
				case table == "lanes" && name == "lease":
					want[j][i] = ""
				case table == "lanes" && name == "leased_until":
					want[j][i] = int64(0)
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s before (-) and after (+):\n%s", table, diff)
		}
	}
}

func everything(t *testing.T, s *store.Store, table string) [][]any {
	t.Helper()
	rows, err := s.Everything(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// livesOn uses a copy as if it had always been there.
func livesOn(t *testing.T, s *store.Store) {
	t.Helper()
	for query, want := range map[string]struct{ memories, turns bool }{
		"里昂": {memories: true}, "东京": {turns: true}, "choir": {turns: true}, "ана": {turns: true},
		"zebra": {}, "giraffe": {},
	} {
		ms, err1 := s.SearchMemories(t.Context(), store.Reach{Scope: alice, Now: time.Now()}, words.Query(query), 5)
		turns, err2 := s.SearchMessages(t.Context(), alice, words.Query(query), 5)
		if err := errors.Join(err1, err2); err != nil || (len(ms) > 0) != want.memories || (len(turns) > 0) != want.turns {
			t.Errorf("search %q found %d memories and %d turns (%v), want %+v", query, len(ms), len(turns), err, want)
		}
	}
	near, err := s.FindMemories(t.Context(), store.Search{Reach: store.Reach{Scope: alice, Now: time.Now()}, Vector: direction, Model: "model", Limit: 5})
	if err != nil || len(near) != 1 || near[0].Match.Near < 0.999 {
		t.Errorf("by its vector %+v is found (%v), want the memory that was kept", near, err)
	}
	last := everything(t, s, "messages")
	scope := souvenir.Scope{Tenant: "default", User: "bob", Conversation: "new"}
	p := post("m1")
	p.Scope = scope
	accept(t, s, p)
	now := everything(t, s, "messages")
	if want, got := last[len(last)-1][0].(int64)+1, now[len(now)-1][0]; got != want {
		t.Errorf("the next message has number %v, want %v", got, want)
	}
	if _, err := s.DeleteConversation(t.Context(), scope, false, souvenir.Cause{}); err != nil {
		t.Fatal(err)
	}
	if taken := take(t, s, 30); len(taken) != 20 {
		t.Errorf("Take gave %d jobs, want all 20 conversations free to be worked on", len(taken))
	}
}

func TestCopyRefusesADestinationThatIsNotEmpty(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, to *store.Store) {
		from := storetest.Open(t, storetest.SQLite(t))
		accept(t, from, post("m1"))
		if err := to.Pause(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		_, err := store.Copy(t.Context(), from, to, nil)
		if souvenir.CodeOf(err) != souvenir.Conflict || !strings.Contains(err.Error(), `"settings"`) {
			t.Errorf("Copy = %v, want a conflict that names the table", err)
		}
		if rows := everything(t, to, "messages"); len(rows) != 0 {
			t.Errorf("%d messages were copied nevertheless", len(rows))
		}
	})
}

func TestACopyThatEndsHalfwayLeavesNothing(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, to *store.Store) {
		from := storetest.Open(t, storetest.SQLite(t))
		fill(t, from)
		var ids []string
		for i := range 250 {
			ids = append(ids, fmt.Sprint("m", i))
		}
		accept(t, from, post(ids...))

		ctx, cancel := context.WithCancel(t.Context())
		_, err := store.Copy(ctx, from, to, func(table string, done, total int64) {
			if table == "messages" && done > 0 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Copy = %v, want it cancelled", err)
		}
		for table := range store.Listed() {
			if rows := everything(t, to, table); len(rows) != 0 {
				t.Errorf("%d rows were left in %s", len(rows), table)
			}
		}
		if _, err := store.Copy(t.Context(), from, to, nil); err != nil {
			t.Errorf("Copy = %v when made again", err)
		}
		sameEverywhere(t, from, to)
	})
}

func TestACopyIsOneMomentOfTheSource(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, from *store.Store) {
		accept(t, from, post("m1"))
		to := storetest.Open(t, storetest.SQLite(t))
		_, err := store.Copy(t.Context(), from, to, func(table string, done, total int64) {
			if table == "conversations" && done == total {
				accept(t, from, post("m2"))
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		c, err := to.Conversation(t.Context(), alice)
		if rows := everything(t, to, "messages"); err != nil || c.Messages != 1 || len(rows) != 1 {
			t.Errorf("the copy counts %d messages and has %d, want m1 only (%v)", c.Messages, len(rows), err)
		}
	})
}

func TestACopyThatDiffersIsNotKept(t *testing.T) {
	t.Parallel()
	from, to := storetest.Open(t, storetest.SQLite(t)), storetest.Open(t, storetest.SQLite(t))
	accept(t, from, post("m1"))
	spoil := "create trigger spoil after insert on messages begin update messages set content = 'other' where n = new.n; end"
	if _, err := to.DB().ExecContext(t.Context(), spoil); err != nil {
		t.Fatal(err)
	}
	report, err := store.Copy(t.Context(), from, to, nil)
	if err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("Copy = %v, want it to notice that a message changed", err)
	}
	if last := report.Tables[len(report.Tables)-1]; last.Table != "messages" || last.OK {
		t.Errorf("the report ends with %+v, want the messages, not OK", last)
	}
	if rows := everything(t, to, "conversations"); len(rows) != 0 {
		t.Errorf("a copy that differs was kept: %v", rows)
	}
}
