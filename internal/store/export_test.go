package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Doors for this package's tests, which live outside of it because storetest
// imports it.

// OpenAt opens a database as a program did that knew only the first migrations.
func OpenAt(ctx context.Context, url string, migrations int) (*Store, error) {
	d := dialectOf(url)
	all, err := d.migrations()
	if err != nil {
		return nil, err
	}
	s := &Store{dialect: d, now: time.Now, prepared: newPrepared()}
	if s.sql, err = d.statements(); err != nil {
		return nil, err
	}
	if err := s.connect(url); err != nil {
		return nil, err
	}
	s.find = d.finder(s)
	return s, s.migrateWith(ctx, all[:migrations])
}

// Migrations is how many there are.
func Migrations() int {
	all, err := sqlite.migrations()
	if err != nil {
		panic(err)
	}
	return len(all)
}

// Many is a statement for several rows.
func Many(text string, rows, width int) string { return many(text, rows, width) }

// DB is the handle that may write.
func (s *Store) DB() *sql.DB { return s.write }

// Statements are the SQL texts by name.
func (s *Store) Statements() map[string]string { return s.sql }

// Listed are the tables that are copied, with their columns.
func Listed() map[string]string {
	out := map[string]string{}
	for _, table := range tables {
		out[table.name] = table.columns
	}
	return out
}

// Derived are the tables that are not.
func Derived() (names []string) {
	for _, table := range derived {
		names = append(names, table.name)
	}
	return names
}

// Everything reads a listed table.
func (s *Store) Everything(ctx context.Context, name string) (rows [][]any, err error) {
	for _, table := range tables {
		if table.name != name {
			continue
		}
		err = s.view(ctx).everything(table, func(row []any) error {
			rows = append(rows, row)
			return nil
		})
	}
	return rows, err
}

// NearPlan stores vectors of a user and tells how PostgreSQL would look for the
// nearest of them.
func NearPlan(ctx context.Context, s *Store, model string, vectors [][]float32) (string, error) {
	who := owner("default", "alice")
	err := s.update(ctx, func(t tx) error {
		for i, v := range vectors {
			if _, err := t.exec("insert_vector", who, MemoryText, i, model, pgVector(v)); err != nil {
				return err
			}
		}
		_, err := t.db.ExecContext(ctx, "analyze vectors")
		return err
	})
	if err != nil {
		return "", err
	}
	text := "explain " + ofModel(s.sql.get("memories_near"), model, len(vectors[0]))
	lines, err := table[string]{fields: func(l *string) []any { return []any{l} }}.
		rows(s.view(ctx), text, "default", "alice", "", "", "", 0, who, pgVector(vectors[0]), 10, []string(nil), "")
	return strings.Join(lines, "\n"), err
}

// Unruled are the tables of which nobody said how they are erased.
func Unruled() (names []string) {
	for _, table := range slices.Concat(tables, derived) {
		if table.erase.rows == nil && table.erase.kept == "" {
			names = append(names, table.name)
		}
	}
	return names
}

// ErasesFrom says whether rows of a table are erased.
func ErasesFrom(name string) bool {
	return slices.ContainsFunc(slices.Concat(tables, derived), func(t listed) bool { return t.name == name && t.erase.rows != nil })
}

// Shelved is how many of a user's texts are in memory, without a look for new ones.
func (s *Store) Shelved(sc souvenir.Scope) int64 {
	x := s.find.(*shelves)
	x.mu.Lock()
	defer x.mu.Unlock()
	if shelf := x.users[ownerOf{sc.Tenant, sc.User}]; shelf != nil {
		return shelf.texts.Load()
	}
	return 0
}

// ReadFor is what is kept of a user for the next chat and still holds.
func (s *Store) ReadFor(sc souvenir.Scope, model string) (what []string) {
	epoch, _ := s.find.look(context.Background())
	kept, _ := s.recent.glimpses.known(epoch, sc.Tenant, []glimpseOf{{sc.User, model}})
	for _, g := range kept {
		of := ownerOf{sc.Tenant, sc.User}
		standing, _ := s.recent.standing.known(of, g.stamp, []struct{}{{}})
		ended, _ := s.recent.ended.known(of, g.stamp, []struct{}{{}})
		turns, _ := s.recent.turns.known(of, g.stamp, []int64{g.newest.message})
		what = slices.Concat([]string{"glimpse"}, slices.Repeat([]string{"standing"}, len(standing)), slices.Repeat([]string{"ended"}, len(ended)), slices.Repeat([]string{"turn"}, len(turns)))
	}
	return what
}

// Plan is how SQLite carries a statement out.
func (s *Store) Plan(ctx context.Context, name string) (string, error) {
	text, numbers := s.sql.get(name), 0
	for numbers < 99 && strings.Contains(text, fmt.Sprintf("$%d", numbers+1)) {
		numbers++
	}
	rows, err := s.read.QueryContext(ctx, "explain query plan "+text, make([]any, numbers)...)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var plan []string
	for rows.Next() {
		var a, b, c int
		var line string
		if err := rows.Scan(&a, &b, &c, &line); err != nil {
			return "", err
		}
		plan = append(plan, line)
	}
	return strings.Join(plan, "\n"), rows.Err()
}

// Hold begins to write, and does not end it.
func (s *Store) Hold(ctx context.Context) (*sql.Tx, error) { return s.write.BeginTx(ctx, nil) }
