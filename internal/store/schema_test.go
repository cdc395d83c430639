package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

func TestEveryStatementPrepares(t *testing.T) {
	t.Parallel()
	filled := strings.NewReplacer("{{dims}}", "3", "{{name}}", "vectors_of_a_model", "{{model}}", "'a model'")
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for name, text := range s.Statements() {
			stmt, err := s.DB().PrepareContext(t.Context(), filled.Replace(text))
			if err != nil {
				t.Errorf("%s: %v\n%s", name, err, text)
				continue
			}
			stmt.Close()
		}
	})
}

// TestStatementsEndWhereTheyEnd: SQLite's driver parses a statement anew each time
// when anything follows it, even a comment.
func TestStatementsEndWhereTheyEnd(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for name, text := range s.Statements() {
			lines := strings.Split(text, "\n")
			if last := lines[len(lines)-1]; strings.HasPrefix(last, "--") || strings.HasSuffix(last, ";") {
				t.Errorf("%s goes on after its end: %s", name, last)
			}
		}
	})
}

// Statements that code still to come will use. Delete a name when it does.
var awaited = []string{}

func TestEveryStatementIsUsed(t *testing.T) {
	t.Parallel()
	code := sourceCode(t)
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for name := range s.Statements() {
			if !strings.Contains(code, `"`+name+`"`) && !slices.Contains(awaited, name) {
				t.Errorf("no code uses the statement %s", name)
			}
		}
	})
}

func sourceCode(t *testing.T) string {
	t.Helper()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	return code.String()
}

func TestTheListOfTablesIsComplete(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		want := map[string][]string{}
		for table, columns := range schemaOf(t, s).Tables {
			if slices.Contains(store.Derived(), table) {
				continue
			}
			for _, c := range columns {
				want[table] = append(want[table], c.Name)
			}
			slices.Sort(want[table])
		}
		got := map[string][]string{}
		for table, columns := range store.Listed() {
			got[table] = strings.Split(columns, ", ")
			slices.Sort(got[table])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the schema (-) and the list in tables.go (+) differ; what is not listed is not copied:\n%s", diff)
		}
	})
}

func TestEveryOlderSchemaIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	for known := 1; known <= store.Migrations(); known++ {
		t.Run(fmt.Sprint("from ", known), func(t *testing.T) {
			t.Parallel()
			storetest.EachURL(t, func(t *testing.T, url string) { upgrade(t, url, known) })
		})
	}
}

func upgrade(t *testing.T, url string, known int) {
	old, err := store.OpenAt(t.Context(), url, known)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, old)
	tables := schemaOf(t, old).Tables
	before := contents(t, old, tables)
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	now := storetest.Open(t, url)
	if diff := cmp.Diff(before, contents(t, now, tables)); diff != "" {
		t.Errorf("rows before (-) and after (+):\n%s", diff)
	}
	fresh := storetest.Open(t, anotherURL(t, now))
	if diff := cmp.Diff(schemaOf(t, fresh), schemaOf(t, now)); diff != "" {
		t.Errorf("a fresh schema (-) and the upgraded one (+):\n%s", diff)
	}
}

func anotherURL(t *testing.T, s *store.Store) string {
	if s.Dialect() == "postgres" {
		return storetest.Postgres(t)
	}
	return storetest.SQLite(t)
}

// contents are the rows of some tables, in the columns they had at the time. A
// migration that changes values on purpose has to say so here.
func contents(t *testing.T, s *store.Store, tables map[string][]column) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for table, columns := range tables {
		if slices.Contains(store.Derived(), table) {
			continue
		}
		names := make([]string, len(columns))
		for i, c := range columns {
			names[i] = c.Name
		}
		out[table] = dump(t, s, fmt.Sprintf("select %s from %s order by 1", strings.Join(names, ", "), table))
	}
	return out
}

func TestManyOpenAFreshDatabaseAtOnce(t *testing.T) {
	t.Parallel()
	storetest.EachURL(t, func(t *testing.T, url string) {
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				s, err := store.Open(t.Context(), url, store.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				defer s.Close()
				if _, err := s.Accept(t.Context(), post("m1")); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		s := storetest.Open(t, url)
		if versions := dump(t, s, "select version from schema_versions"); len(versions) != store.Migrations() {
			t.Errorf("schema versions = %v, want each of %d once", versions, store.Migrations())
		}
		if p, err := s.Messages(t.Context(), alice, "", 10); err != nil || len(p.Items) != 1 {
			t.Errorf("Messages = %+v, %v, want the one that everybody posted", p, err)
		}
	})
}

func TestANewerDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	storetest.EachURL(t, func(t *testing.T, url string) {
		s := storetest.Open(t, url)
		if _, err := s.DB().ExecContext(t.Context(), "insert into schema_versions (version, name, applied_at) values (9999, 'from the future', 0)"); err != nil {
			t.Fatal(err)
		}
		again, err := store.Open(t.Context(), url, store.Options{})
		if err == nil {
			again.Close()
		}
		if souvenir.CodeOf(err) != souvenir.Conflict || !strings.Contains(err.Error(), "schema 9999") || !strings.Contains(err.Error(), "newer Souvenir") {
			t.Errorf("Open = %v, want a conflict that says what to do", err)
		}
	})
}

func TestOpeningAgainChangesNothing(t *testing.T) {
	t.Parallel()
	storetest.EachURL(t, func(t *testing.T, url string) {
		s := storetest.Open(t, url)
		fill(t, s)
		state := func(s *store.Store) any {
			of := schemaOf(t, s)
			return []any{of, contents(t, s, of.Tables), dump(t, s, "select * from schema_versions order by 1")}
		}
		if diff := cmp.Diff(state(s), state(storetest.Open(t, url))); diff != "" {
			t.Errorf("before (-) and after (+) opening again:\n%s", diff)
		}
	})
}

// What every chat reads must not take the longer, the more there is: each table is
// searched by an index, and by the one that was made for it.
func TestWhatChatsReadHasAnIndex(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.SQLite(t))
	for statement, index := range map[string]string{
		"glimpse":               "conversations_private",
		"stamp":                 "changes",
		"list_facts":            "facts_of_user",
		"list_standing":         "memories_standing",
		"list_ended":            "memories_ended",
		"memories_to_tell":      "INTEGER PRIMARY KEY",
		"turns_to_tell":         "INTEGER PRIMARY KEY",
		"turns_by_number":       "INTEGER PRIMARY KEY",
		"is_private":            "conversations",
		"key_by_hash":           "keys",
		"memories_begun":        "memories_begun",
		"vectors_of_owner":      "vectors",
		"count_active_memories": "memories_of_user",
	} {
		plan, err := s.Plan(t.Context(), statement)
		if err != nil {
			t.Errorf("%s: %v", statement, err)
		}
		scans := regexp.MustCompile(`SCAN (memories|messages|conversations|outcomes|vectors|changes|keys|forgettings|rolecards)\b`).MatchString(plan)
		if !strings.Contains(plan, index) || scans {
			t.Errorf("%s is not read by %s alone:\n%s", statement, index, plan)
		}
	}
}
