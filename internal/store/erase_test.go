package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
	"github.com/souvenir-memory/souvenir/internal/words"
)

func TestEveryTableHasARuleForErasing(t *testing.T) {
	t.Parallel()
	if none := store.Unruled(); len(none) > 0 {
		t.Errorf("nobody said how to erase a user from %v; say so in tables.go", none)
	}
	s := storetest.Open(t, storetest.SQLite(t))
	for table, columns := range schemaOf(t, s).Tables {
		for _, c := range columns {
			if c.Name == "user_id" && !store.ErasesFrom(table) {
				t.Errorf("%s has users, and nothing is erased from it", table)
			}
		}
	}
}

// secret is what must not be found again: no other text has its words.
const secret = "Zyxquorvath"

func TestErasingAUserLeavesNothingInAnyTable(t *testing.T) {
	t.Parallel()
	storetest.EachAlone(t, func(t *testing.T, url string) {
		s := storetest.Open(t, url)
		for table, columns := range schemaOf(t, s).Tables {
			if !store.ErasesFrom(table) || slices.Contains(store.Derived(), table) || table == "vectors" || table == "lanes" {
				continue
			}
			plant(t, s, table, columns)
		}
		before := found(t, s)
		for table := range schemaOf(t, s).Tables {
			if hasUser(schemaOf(t, s).Tables[table]) && !slices.Contains(before, table) {
				t.Errorf("the secret is not in %s to begin with", table)
			}
		}
		erase(t, s, store.Erasure{Scope: souvenir.Scope{Tenant: "default", User: "alice"}})
		if left := found(t, s); len(left) > 0 {
			t.Errorf("the secret is still in %v", left)
		}
	})
}

func hasUser(columns []column) bool {
	return slices.ContainsFunc(columns, func(c column) bool { return c.Name == "user_id" })
}

// plant puts a row with the secret in every text into a table, whoever added it.
func plant(t *testing.T, s *store.Store, table string, columns []column) {
	t.Helper()
	special := map[string]any{
		"tenant": "default", "user_id": "alice", "status": "active", "state": "done", "evidence": `[{"message":"m","quote":"` + secret + `"}]`,
		"before": nil, "after": `{"content":"` + secret + `"}`, "cause": `{"reason":"` + secret + `"}`, "usage": `{}`, "candidate": `{"content":"` + secret + `"}`,
		"body": `{"summary":"` + secret + `"}`, "card": `{"language":"` + secret + `"}`, "memory": "planted",
	}
	var names, params []string
	var args []any
	for _, c := range columns {
		if c.Numbers {
			continue
		}
		value, ok := special[c.Name]
		switch {
		case ok:
		case strings.HasPrefix(c.Default, "'[]'"):
			value = `["` + secret + `"]`
		case strings.HasPrefix(c.Default, "'{}'"):
			value = `{"` + secret + `":true}`
		case c.Type == "text":
			value = c.Name + " " + secret
		default:
			value = sample(t, c, 1)
			if c.Type == "bigint" {
				value = int64(1)
			}
		}
		names, args = append(names, c.Name), append(args, value)
		params = append(params, fmt.Sprint("$", len(args)))
	}
	query := fmt.Sprintf("insert into %s (%s) values (%s)", table, strings.Join(names, ", "), strings.Join(params, ", "))
	if _, err := s.DB().ExecContext(t.Context(), query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// found lists the tables that have the secret in any column.
func found(t *testing.T, s *store.Store) (tables []string) {
	t.Helper()
	for table, columns := range schemaOf(t, s).Tables {
		var any []string
		for _, c := range columns {
			any = append(any, fmt.Sprintf("lower(cast(%s as text)) like '%%%s%%'", c.Name, strings.ToLower(secret)))
		}
		scan(t, s.DB(), fmt.Sprintf("select count(*) from %s where %s", table, strings.Join(any, " or ")), func(rows *sql.Rows) error {
			var n int
			err := rows.Scan(&n)
			if n > 0 {
				tables = append(tables, table)
			}
			return err
		})
	}
	return tables
}

func erase(t *testing.T, s *store.Store, what store.Erasure) store.Erased {
	t.Helper()
	dry, err := s.Erase(t.Context(), what, true)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Erase(t.Context(), what, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"messages", "memories", "changes", "conversations", "episodes", "jobs"} {
		if dry.Rows[table] != got.Rows[table] {
			t.Errorf("a dry run counts %d in %s, and then %d are erased", dry.Rows[table], table, got.Rows[table])
		}
	}
	if len(got.Left) > 0 {
		t.Errorf("left: %v", got.Left)
	}
	rewrite(t, s)
	return got
}

func rewrite(t *testing.T, s *store.Store) {
	t.Helper()
	err := s.Rewrite(t.Context())
	for souvenir.CodeOf(err) == souvenir.Conflict { // a transaction of another test's, on the same server
		err = s.Rewrite(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// converse lets a user say something, and something come of it everywhere.
func converse(t *testing.T, s *store.Store, sc souvenir.Scope, url, text string, at time.Time) {
	t.Helper()
	accept(t, s, store.Post{Scope: sc, Source: "web", URL: url, Messages: []souvenir.Message{{ID: sc.Conversation + "-m1", Role: souvenir.User, Content: text, At: at}}})
	l := take(t, s, 1)[0]
	m := newMemory(sc.User+"-"+sc.Conversation, "The user says: "+text)
	m.User, m.Conversation, m.SaidAt = sc.User, sc.Conversation, at
	m.Evidence = []souvenir.Evidence{{Message: sc.Conversation + "-m1", Quote: text}}
	m.ContentHash = m.Hash()
	refused := m
	refused.Content = "Refused: " + text
	id := "episode-" + m.ID
	err := s.Finish(t.Context(), l, store.Verdict{
		Plan:       souvenir.Plan{Steps: []souvenir.Step{{Operation: souvenir.Add, Memory: m, Reason: text}}},
		Rejections: []souvenir.Rejection{{ID: "r-" + m.ID, User: sc.User, Conversation: sc.Conversation, Style: "x", Rule: "y", Reason: text, Candidate: souvenir.Candidate{Memory: refused}}},
		Outcomes:   []souvenir.Outcome{{Message: sc.Conversation + "-m1", State: souvenir.Remembered, Reason: text}},
		Episodes:   []souvenir.Episode{{ID: id, User: sc.User, Conversation: sc.Conversation, Style: "x", Messages: []string{sc.Conversation + "-m1"}, Body: []byte(`{"summary":"` + text + `"}`)}},
		Topics:     []souvenir.PendingTopic{{ID: "t-" + m.ID, User: sc.User, Topic: text, Episode: id, Conversation: sc.Conversation}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []store.Kind{store.MemoryText, store.MessageText} {
		texts, err := s.Unembedded(t.Context(), kind, "m", 100)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.PutVectors(t.Context(), kind, "m", texts, slices.Repeat([][]float32{direction}, len(texts))); err != nil {
			t.Fatal(err)
		}
	}
}

func TestErasingOneThingLeavesTheOthers(t *testing.T) {
	t.Parallel()
	now := time.Now().UTC()
	user := souvenir.Scope{Tenant: "default", User: "alice"}
	for name, what := range map[string]store.Erasure{
		"user":         {Scope: user},
		"conversation": {Scope: souvenir.Scope{Tenant: "default", User: "alice", Conversation: "secret"}},
		"site":         {Scope: user, Site: "bank.example"},
		"span":         {Scope: user, Since: now.Add(-50 * time.Hour), Until: now.Add(-40 * time.Hour)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.EachAlone(t, func(t *testing.T, url string) { eraseOne(t, url, name, what, now) })
		})
	}
}

func eraseOne(t *testing.T, url, name string, what store.Erasure, now time.Time) {
	s := storetest.Open(t, url)
	in := func(user, conversation string) souvenir.Scope {
		return souvenir.Scope{Tenant: "default", User: user, Conversation: conversation}
	}
	converse(t, s, in("alice", "secret"), "https://bank.example/account?x=1", "I owe "+secret+" money", now.Add(-45*time.Hour))
	converse(t, s, in("alice", "other"), "https://example.org", "I like bicycles", now.Add(-5*time.Hour))
	converse(t, s, in("bob", "secret"), "https://bank.example", "I like trains", now.Add(-45*time.Hour))
	if _, err := s.Edit(t.Context(), "default", "alice-other", "reinforce", souvenir.Cause{}, func(m *souvenir.Memory) error {
		m.Evidence = append(m.Evidence, souvenir.Evidence{Message: "secret-m1", Quote: "I owe " + secret + " money"})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if name == "span" { // what was heard just now is in no span that ended before
		backdate(t, s, now.Add(-45*time.Hour))
	}
	if !inFiles(t, s, url) {
		t.Fatal("the secret is in no file to begin with")
	}
	if _, err := s.FindMemories(t.Context(), store.Search{Reach: store.Reach{Scope: in("alice", "")}, Words: []string{"money"}, Limit: 5}); err != nil {
		t.Fatal(err)
	}
	got := erase(t, s, what)
	if left := found(t, s); len(left) > 0 {
		t.Errorf("the secret is still in %v", left)
	}
	if inFiles(t, s, url) {
		t.Error("the secret is still in the files of the database")
	}
	for _, table := range []string{"conversations", "messages", "outcomes", "memories", "changes", "rejections", "episodes", "topics", "jobs", "vectors", "message_words", "memory_words"} {
		if got.Rows[table] == 0 {
			t.Errorf("nothing erased from %s: %v", table, got.Rows)
		}
	}
	remains(t, s, in("bob", "secret"), "bob-secret", "trains")
	if name != "user" {
		remains(t, s, in("alice", "other"), "alice-other", "bicycles")
		if got.Cleaned["memories"] != 1 || got.Cleaned["changes"] == 0 {
			t.Errorf("cleaned %v, want the memory that was confirmed there", got.Cleaned)
		}
	}
	if hits, err := s.FindMemories(t.Context(), store.Search{Reach: store.Reach{Scope: in("alice", "")}, Words: []string{"money"}, Limit: 5}); err != nil || len(hits) > 0 {
		t.Errorf("found %v, %v after the erasure", hits, err)
	}
}

func backdate(t *testing.T, s *store.Store, to time.Time) {
	t.Helper()
	for _, do := range []string{"update messages set received_at = $1 where conversation = 'secret'", "update memories set created_at = $1 where conversation = 'secret'"} {
		if _, err := s.DB().ExecContext(t.Context(), do, to.UnixMicro()); err != nil {
			t.Fatal(err)
		}
	}
}

// remains checks that a conversation and its memory are as they were.
func remains(t *testing.T, s *store.Store, sc souvenir.Scope, memory, word string) {
	t.Helper()
	if p, err := s.Messages(t.Context(), sc, "", 10); err != nil || len(p.Items) != 1 {
		t.Errorf("%s's messages = %v, %v", sc.User, p.Items, err)
	}
	m, err := s.Memory(t.Context(), "default", memory)
	if err != nil || !strings.Contains(m.Content, word) || len(m.Evidence) != 1 {
		t.Errorf("memory = %+v, %v", m, err)
	}
	if cs, err := s.Changes(t.Context(), "default", memory); err != nil || len(cs) == 0 {
		t.Errorf("history = %v, %v", cs, err)
	}
	hits, err := s.SearchMemories(t.Context(), store.Reach{Scope: sc, Now: time.Now()}, words.Query(word), 5)
	if err != nil || len(hits) != 1 {
		t.Errorf("searching %q finds %v, %v", word, hits, err)
	}
}

// inFiles looks for the secret in the raw bytes of the database's files. Where
// they cannot be read, the tables must do.
func inFiles(t *testing.T, s *store.Store, url string) bool {
	t.Helper()
	var paths []string
	if s.Dialect() == "sqlite" {
		paths = []string{url, url + "-wal"}
	} else {
		paths = relationFiles(t, s)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Logf("files not searched: %v", err)
			return len(found(t, s)) > 0
		}
		if bytes.Contains(bytes.ToLower(text), []byte(strings.ToLower(secret))) {
			t.Logf("found in %s %s", filepath.Base(path), relation(t, s, path))
			return true
		}
	}
	return false
}

// relation names what a file of PostgreSQL holds.
func relation(t *testing.T, s *store.Store, path string) (name string) {
	if s.Dialect() == "postgres" {
		scan(t, s.DB(), "select relname from pg_class where pg_relation_filepath(oid) like '%/"+filepath.Base(path)+"'", func(rows *sql.Rows) error { return rows.Scan(&name) })
	}
	return name
}

// relationFiles are the files of all tables and indexes of the test's schema, and
// of what PostgreSQL keeps aside because it is long.
func relationFiles(t *testing.T, s *store.Store) (paths []string) {
	t.Helper()
	if _, err := s.DB().ExecContext(t.Context(), "checkpoint"); err != nil {
		t.Logf("no checkpoint: %v", err)
	}
	var dir string
	scan(t, s.DB(), "select setting from pg_settings where name = 'data_directory'", func(rows *sql.Rows) error { return rows.Scan(&dir) })
	files := map[string]bool{}
	scan(t, s.DB(), `select pg_relation_filepath(c.oid) from pg_class c where pg_relation_filepath(c.oid) is not null and (
		c.relnamespace = cast(current_schema() as regnamespace) or c.oid in (
			select reltoastrelid from pg_class where relnamespace = cast(current_schema() as regnamespace)))`, func(rows *sql.Rows) error {
		var path string
		err := rows.Scan(&path)
		files[filepath.Join(dir, path)] = true
		return err
	})
	return slices.Sorted(maps.Keys(files))
}

func TestAJobAtWorkOnErasedDataStoresNothing(t *testing.T) {
	t.Parallel()
	storetest.EachAlone(t, func(t *testing.T, url string) {
		s := storetest.Open(t, url)
		accept(t, s, post("m1"))
		l := take(t, s, 1)[0]
		erase(t, s, store.Erasure{Scope: alice})
		m := newMemory("late", "The user said "+secret)
		m.Conversation = alice.Conversation
		err := s.Finish(t.Context(), l, store.Verdict{Plan: souvenir.Plan{Steps: []souvenir.Step{{Operation: souvenir.Add, Memory: m}}}})
		if !errors.Is(err, store.ErrLeaseLost) {
			t.Errorf("Finish = %v, want the lease to be lost", err)
		}
		if err := s.Extend(t.Context(), l, time.Minute); !errors.Is(err, store.ErrLeaseLost) {
			t.Errorf("Extend = %v, want the lease to be lost", err)
		}
		if left := found(t, s); len(left) > 0 {
			t.Errorf("stored in %v", left)
		}
	})
}

func TestAJobWithOtherMessagesIsBegunAnew(t *testing.T) {
	t.Parallel()
	storetest.EachAlone(t, func(t *testing.T, url string) {
		s := storetest.Open(t, url)
		p := post("m1", "m2")
		p.Messages[0].At = time.Now().Add(-48 * time.Hour)
		accept(t, s, p)
		if _, err := s.DB().ExecContext(t.Context(), "update messages set received_at = at"); err != nil {
			t.Fatal(err)
		}
		l := take(t, s, 1)[0]
		erase(t, s, store.Erasure{Scope: souvenir.Scope{Tenant: "default", User: "alice"}, Until: time.Now().Add(-24 * time.Hour)})
		if err := s.Finish(t.Context(), l, store.Verdict{}); !errors.Is(err, store.ErrLeaseLost) {
			t.Errorf("Finish = %v, want the lease to be lost", err)
		}
		again := take(t, s, 1)
		if len(again) != 1 || !slices.Equal(again[0].Job.Messages, []string{"m2"}) {
			t.Fatalf("taken again: %+v, want the job with m2 only", again)
		}
		accept(t, s, post("m3"))
		if p, err := s.Messages(t.Context(), alice, "", 10); err != nil || len(p.Items) != 2 || p.Items[1].Seq != 3 {
			t.Errorf("messages = %+v, %v, want m2 and m3 at their places", p.Items, err)
		}
	})
}

func TestARewriteThatWasInterruptedIsMadeGood(t *testing.T) {
	t.Parallel()
	storetest.EachAlone(t, func(t *testing.T, url string) {
		s := storetest.Open(t, url)
		converse(t, s, alice, "", "I owe "+secret+" money", time.Now())
		if _, err := s.Erase(t.Context(), store.Erasure{Scope: alice}, false); err != nil {
			t.Fatal(err)
		}
		s.Close()
		again := storetest.Open(t, url)
		rewrite(t, again)
		if inFiles(t, again, url) {
			t.Error("the secret is still in the files of the database")
		}
	})
}
