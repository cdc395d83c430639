package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/api"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

func contents(t *testing.T, s *server, user string) []string {
	t.Helper()
	l, err := s.Memories(t.Context(), client.Filter{User: user})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range l.Items {
		out = append(out, m.Content)
	}
	slices.Sort(out)
	return out
}

func TestChangesAreUndone(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		d, err := s.State(ctx, souvenir.Statement{User: "alice", Content: "User owns a zebra called Tom"})
		if err != nil {
			t.Fatal(err)
		}
		id := d.Memory.ID
		if _, err := s.Edit(ctx, id, souvenir.MemoryEdit{Content: new("User owns a zebra called Tim")}); err != nil {
			t.Fatal(err)
		}
		if err := s.Forget(ctx, id); err != nil {
			t.Fatal(err)
		}
		h, _ := s.History(ctx, id)
		if _, err := s.UndoChange(ctx, h.Items[1].ID); souvenir.CodeOf(err) != souvenir.Conflict || !strings.Contains(err.Error(), h.Items[2].ID) {
			t.Errorf("undoing the edit = %v, want a conflict that names the deletion", err)
		}
		for i, want := range []string{"User owns a zebra called Tim", "User owns a zebra called Tom", ""} {
			u, err := s.UndoMemory(ctx, id)
			if err != nil || u.Change != h.Items[2-i].ID || len(u.Changes) != 1 || u.Changes[0].Cause.Undoes != u.Change {
				t.Fatalf("UndoMemory %d = %+v, %v", i, u, err)
			}
			if got := strings.Join(contents(t, s, "alice"), ""); got != want {
				t.Errorf("after %d undos there is %q, want %q", i+1, got, want)
			}
			if r, _ := s.Recall(ctx, souvenir.Query{User: "alice", Query: "zebra"}); len(r.Memories) > 0 != (want != "") {
				t.Errorf("after %d undos, Recall = %+v", i+1, r.Memories)
			}
		}
		if _, err := s.UndoMemory(ctx, id); souvenir.CodeOf(err) != souvenir.Conflict {
			t.Errorf("a fourth undo = %v, want a conflict", err)
		}
		all, err := s.Changes(ctx, "alice", "")
		if err != nil || len(all.Items) != 6 || all.Items[0].Operation != "undo" {
			t.Errorf("Changes = %+v, %v, want six, newest first", all, err)
		}
		if _, err := s.UndoChange(ctx, "nope"); souvenir.CodeOf(err) != souvenir.NotFound {
			t.Errorf("undoing nothing = %v", err)
		}
	})
}

func TestAFactThatWasSupersededComesBack(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		old, err := s.SetFact(ctx, "steve", "home", "Texas")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.SetFact(ctx, "steve", "home", "Ohio"); err != nil {
			t.Fatal(err)
		}
		u, err := s.UndoMemory(ctx, old.Memory.ID)
		if err != nil || len(u.Changes) != 2 || u.Changes[0].Step != u.Changes[1].Step {
			t.Fatalf("UndoMemory = %+v, %v, want two changes of one step", u, err)
		}
		if f, err := s.Fact(ctx, "steve", "home"); err != nil || f.Value != "Texas" {
			t.Errorf("Fact = %+v, %v, want Texas", f, err)
		}
	})
}

func TestRestore(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		var then time.Time
		for i, what := range []string{"User owns a zebra", "User plays the oboe", "User studies Icelandic"} {
			d, err := s.State(ctx, souvenir.Statement{User: "alice", Content: what})
			if err != nil {
				t.Fatal(err)
			}
			if i == 1 {
				then = d.Memory.CreatedAt
				if err := s.Forget(ctx, d.Memory.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		dry, err := s.Restore(ctx, "alice", then, true)
		if err != nil || !dry.DryRun || len(dry.Items) != 2 {
			t.Fatalf("dry run = %+v, %v, want one revived and one ended", dry, err)
		}
		if got := contents(t, s, "alice"); !slices.Equal(got, []string{"User owns a zebra", "User studies Icelandic"}) {
			t.Errorf("the dry run left %v", got)
		}
		did, err := s.Restore(ctx, "alice", then, false)
		if err != nil || len(did.Items) != 2 {
			t.Fatalf("Restore = %+v, %v", did, err)
		}
		if got := contents(t, s, "alice"); !slices.Equal(got, []string{"User owns a zebra", "User plays the oboe"}) {
			t.Errorf("restored to %v", got)
		}
		if again, err := s.Restore(ctx, "alice", then, false); err != nil || len(again.Items) != 0 {
			t.Errorf("Restore again = %+v, %v, want nothing to do", again, err)
		}
		h, _ := s.History(ctx, did.Items[0].Memory)
		if c := h.Items[len(h.Items)-1]; c.Operation != "restore" || !strings.Contains(c.Cause.Reason, "Restored to") {
			t.Errorf("the history ends in %+v, want a restore", c)
		}
		if _, err := s.Restore(ctx, "alice", time.Now().Add(time.Hour), false); souvenir.CodeOf(err) != souvenir.Invalid {
			t.Errorf("restoring the future = %v", err)
		}
	})
}

// inhabit gives a user something of everything.
func inhabit(t *testing.T, s *server, user string) {
	t.Helper()
	ctx := t.Context()
	if _, err := s.Remember(ctx, "c/1", say(user, "Remember that I own a <zebra> & 你好", "hello", "Remember that I am allergic to peanuts"), 50*time.Second); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Describe(ctx, user, "secret", souvenir.ConversationEdit{Private: new(true), Title: new("Hidden")}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Remember(ctx, "secret", say(user, "Remember that I own a giraffe"), 50*time.Second); err != nil {
		t.Fatal(err)
	}
	for _, city := range []string{"Lyon", "Paris"} {
		if _, err := s.SetFact(ctx, user, "city", city); err != nil {
			t.Fatal(err)
		}
	}
	l, err := s.Memories(ctx, client.Filter{User: user, Words: "peanuts"})
	if err != nil || len(l.Items) != 1 {
		t.Fatalf("Memories = %+v, %v", l, err)
	}
	if _, err := s.Edit(ctx, l.Items[0].ID, souvenir.MemoryEdit{Tags: []string{"health"}, Importance: new(9)}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PutRoleCard(ctx, user, souvenir.RoleCard{Core: &souvenir.CoreLayer{BasicIdentity: &souvenir.Identity{Name: "Ada"}}}); err != nil {
		t.Fatal(err)
	}
}

func exported(t *testing.T, c *client.Client, user string) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Export(t.Context(), user, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAnExportIsImportedElsewhere(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, from *server) {
		ctx := t.Context()
		inhabit(t, from, "alice")
		file := exported(t, from.Client, "alice")
		if from.store.Dialect() == "postgres" && strings.Count(file, "\n") < 10 {
			t.Fatalf("the export is %s", file)
		}
		for name, url := range map[string]func(testing.TB) string{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
			t.Run("into "+name, func(t *testing.T) {
				to := start(t, storetest.Open(t, url(t)), engine.Settings{Extraction: true})
				for _, user := range []string{"", "bob"} {
					if user == "bob" {
						to = start(t, storetest.Open(t, url(t)), engine.Settings{Extraction: true})
					}
					first, err := to.Import(ctx, user, strings.NewReader(file))
					if err != nil || first.Bad != 0 || first.Counts["memory"].New == 0 || first.Counts["memory"].Known != 0 {
						t.Fatalf("Import = %+v, %v", first, err)
					}
					want := strings.ReplaceAll(file, `"user":"alice"`, `"user":"`+first.User+`"`)
					if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(exported(t, to.Client, first.User), "\n")); diff != "" {
						t.Errorf("the export of the import differs:\n%s", diff)
					}
					again, err := to.Import(ctx, user, strings.NewReader(file))
					if err != nil || again.Bad != 0 || again.Counts["memory"].New+again.Counts["change"].New+again.Counts["message"].New != 0 {
						t.Errorf("Import again = %+v, %v, want nothing new", again, err)
					}
					if diff := cmp.Diff(want, exported(t, to.Client, first.User)); diff != "" {
						t.Errorf("importing again changed something:\n%s", diff)
					}
					livesOnAfterImport(t, to, first.User)
				}
			})
		}
	})
}

// livesOnAfterImport checks that what was imported is found and goes on.
func livesOnAfterImport(t *testing.T, s *server, user string) {
	t.Helper()
	ctx := t.Context()
	r, err := s.Recall(ctx, souvenir.Query{User: user, Query: "peanuts"})
	if err != nil || len(r.Memories) == 0 || len(r.Turns) == 0 || len(r.Facts) != 1 || r.Facts[0].Value != "Paris" {
		t.Errorf("Recall = %+v, %v, want what was imported", r, err)
	}
	if r, _ := s.Recall(ctx, souvenir.Query{User: user, Query: "giraffe"}); len(r.Turns) != 0 && strings.Contains(fmt.Sprint(r.Turns), "giraffe") {
		t.Errorf("Recall = %+v, want nothing private", r)
	}
	more := say(user, "Remember that I play the oboe")
	more.Messages[0].ID = "m9"
	if got, err := s.Remember(ctx, "c/1", more, 50*time.Second); err != nil || got.Messages[0].Outcome.State != souvenir.Remembered {
		t.Errorf("Remember = %+v, %v", got, err)
	}
	if _, err := s.UndoMemory(ctx, r.Facts[0].Memory); err != nil {
		t.Errorf("undoing what was imported: %v", err)
	}
	if f, err := s.Fact(ctx, user, "city"); err != nil || f.Value != "Lyon" {
		t.Errorf("Fact = %+v, %v, want Lyon again", f, err)
	}
}

func TestBadLinesAreToldAndTheOthersImported(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		file := strings.Join([]string{
			`{"type":"souvenir","data":{"version":1,"user":"alice","counts":{"conversation":1,"memory":2}}}`,
			`{"type":"conversation","data":{"id":"c1","source":"web","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}}`,
			`{"type":"conversation","data":{"id":"c2"`,
			``,
			`{"type":"elephant","data":{}}`,
			`{"type":"message","data":{"conversation":"nowhere","id":"m1","role":"user","content":"x","at":"2026-01-01T00:00:00Z"}}`,
			`{"type":"memory","data":{"id":"1","content":"x","status":"odd"}}`,
			`{"type":"conversation","data":{"id":"a\u0000b","source":"web","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}}`,
			`{"hello":"world"}`,
			`{"type":"change","data":{"id":"c","memory":"m","operation":"create","at":"2026-01-01T00:00:00Z"}}`,
			`{"type":"message","data":{"conversation":"c1","id":"m1","role":"user","content":"hi","at":"2026-01-01T00:00:00Z"}}`,
		}, "\n")
		r, err := s.Import(t.Context(), "", strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		var lines []int64
		for _, p := range r.Problems {
			lines = append(lines, p.Line)
		}
		slices.Sort(lines)
		if want := []int64{3, 5, 6, 7, 8, 9, 10, 11}; !slices.Equal(lines, want) || r.Bad != int64(len(want)) {
			t.Errorf("bad lines are %v, want %v (the last says that a memory is missing): %+v", lines, want, r.Problems)
		}
		if o, err := s.Outcomes(t.Context(), "alice", "c1", ""); err != nil || len(o.Items) != 1 || o.Items[0].State != souvenir.Skipped {
			t.Errorf("Outcomes = %+v, %v, want one that says it was imported", o, err)
		}
		for name, body := range map[string]string{
			"nothing": "", "another version": `{"type":"souvenir","data":{"version":99,"user":"alice"}}`, "nobody": `{"type":"souvenir","data":{"version":1,"user":"unknown"}}`,
			"no user": `{"memory":"x"}`,
		} {
			if _, err := s.Import(t.Context(), "", strings.NewReader(body)); souvenir.CodeOf(err) != souvenir.Invalid {
				t.Errorf("%s: Import = %v, want invalid", name, err)
			}
		}
	})
}

func TestPlainListsAreImported(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		file := strings.Join([]string{
			`{"id":"x1","memory":"User owns a zebra called Tom","user_id":"somebody","categories":["pets"],"created_at":"2024-07-26T08:29:36.084962-07:00","metadata":{"a":1}}`,
			`{"memory":"User plays the oboe"}`,
			`{"role":"user","content":"Remember that I studied Icelandic","at":"2023-01-02T03:04:05Z"}`,
			`{"role":"assistant","content":"yes"}`,
			`{"role":"assistant","content":"yes"}`,
			`{"role":"king","content":"yes"}`,
		}, "\n")
		r, err := s.Import(ctx, "alice", strings.NewReader(file))
		if err != nil || r.Bad != 1 || r.Problems[0].Line != 6 || r.Counts["memory"].New != 2 || r.Counts["message"].New != 3 {
			t.Fatalf("Import = %+v, %v", r, err)
		}
		l, _ := s.Memories(ctx, client.Filter{User: "alice", Words: "zebra"})
		if len(l.Items) != 1 || l.Items[0].Origin != souvenir.Imported || l.Items[0].Trust != souvenir.FromImport || l.Items[0].Category != "pets" || l.Items[0].SaidAt.Year() != 2024 {
			t.Errorf("the memory is %+v", l.Items)
		}
		eventually(t, func() bool { return !strings.Contains(exported(t, s.Client, "alice"), `"state":"queued"`) })
		before := exported(t, s.Client, "alice")
		again, err := s.Import(ctx, "alice", strings.NewReader(file))
		if err != nil || again.Counts["memory"].Known != 2 || again.Counts["message"].Known != 3 {
			t.Errorf("Import again = %+v, %v, want all known", again, err)
		}
		after := exported(t, s.Client, "alice")
		if linesOf(before, "memory") != linesOf(after, "memory") || linesOf(before, "message") != linesOf(after, "message") {
			t.Errorf("importing again changed something:\n%s", cmp.Diff(before, after))
		}
	})
}

func linesOf(export, kind string) (n int) {
	for line := range strings.Lines(export) {
		var l souvenir.Line
		if json.Unmarshal([]byte(line), &l) == nil && l.Type == kind {
			n++
		}
	}
	return n
}

func TestKeysGuardExportAndUndo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		d, err := s.State(ctx, souvenir.Statement{User: "alice", Content: "User owns a zebra"})
		if err != nil {
			t.Fatal(err)
		}
		h, _ := s.History(ctx, d.Memory.ID)
		file := exported(t, s.Client, "alice")
		k, err := s.AddKey(ctx, souvenir.KeyRequest{Name: "bob"})
		if err != nil {
			t.Fatal(err)
		}
		bob := client.New(client.Options{URL: s.url, Key: k.Secret, HTTP: s.http})
		for name, try := range map[string]func() error{
			"export":  func() error { return bob.Export(ctx, "alice", &bytes.Buffer{}) },
			"import":  func() error { _, err := bob.Import(ctx, "", strings.NewReader(file)); return err },
			"undo":    func() error { _, err := bob.UndoChange(ctx, h.Items[0].ID); return err },
			"restore": func() error { _, err := bob.Restore(ctx, "alice", d.Memory.CreatedAt, false); return err },
			"changes": func() error { _, err := bob.Changes(ctx, "alice", ""); return err },
		} {
			if code := souvenir.CodeOf(try()); code != souvenir.Denied && code != souvenir.NotFound {
				t.Errorf("%s: %s, want denied or not found", name, code)
			}
		}
		r, err := bob.Import(ctx, "bob", strings.NewReader(file))
		if err != nil || r.Bad != 0 || r.Counts["memory"].New != 1 {
			t.Errorf("importing alice's memory as bob = %+v, %v, want it under ids of its own", r, err)
		}
		again, err := bob.Import(ctx, "bob", strings.NewReader(file))
		if err != nil || again.Bad != 0 || again.Counts["memory"].New+again.Counts["change"].New != 0 {
			t.Errorf("importing it again = %+v, %v, want nothing new", again, err)
		}
		own, err := bob.Memories(ctx, client.Filter{User: "bob"})
		if err != nil || len(own.Items) != 1 || own.Items[0].ID == d.Memory.ID {
			t.Errorf("bob has %+v, %v", own.Items, err)
		}
		if h, err := bob.History(ctx, own.Items[0].ID); err != nil || len(h.Items) == 0 || h.Items[0].Memory != own.Items[0].ID {
			t.Errorf("its history is %+v, %v", h, err)
		}
	})
}

// FuzzImport: whatever is sent, it is our caller's mistake or an import, and never
// our fault.
func FuzzImport(f *testing.F) {
	f.Add([]byte(`{"type":"souvenir","data":{"version":1,"user":"ada","counts":{}}}` + "\n" + `{"type":"memory","data":{}}`))
	f.Add([]byte(`{"memory":"User likes tea"}` + "\n" + `{"role":"user","content":"hello","conversation":"c"}`))
	f.Add([]byte("\ufeff{}\n[]\n\"\\u0000\"\n{\"type\":\"change\",\"data\":{\"id\":\"1\",\"memory\":\"2\",\"after\":{\"id\":\"2\"}}}"))
	f.Add([]byte(`{"type":"message","data":{"conversation":"c","id":"m","role":"user","content":"x","at":"2026-01-01T00:00:00Z","seq":-1}}`))
	s := storetest.Open(f, storetest.SQLite(f))
	h := api.New(engine.New(s, engine.Options{}), api.Options{Trusted: true})
	f.Fuzz(func(t *testing.T, body []byte) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/api/v1/import?user=ada", bytes.NewReader(body)))
		if w.Code >= 500 {
			t.Errorf("POST %q: %d %s", body, w.Code, w.Body)
		}
	})
}
