// Package storetest gives every test both databases.
package storetest

import (
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir/internal/store"
)

// Each runs a test on a fresh SQLite file and in a fresh PostgreSQL schema.
// Where there is no PostgreSQL, that half is skipped and says why.
func Each(t *testing.T, run func(t *testing.T, s *store.Store)) {
	t.Helper()
	EachURL(t, func(t *testing.T, url string) { run(t, Open(t, url)) })
}

// EachURL is Each for tests that open the database themselves.
func EachURL(t *testing.T, run func(t *testing.T, url string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { run(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { run(t, Postgres(t)) })
}

// Open opens a store and closes it when the test ends.
func Open(t testing.TB, url string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// SQLite names a database file that does not exist yet.
func SQLite(t testing.TB) string { return filepath.Join(t.TempDir(), "souvenir.db") }

// Postgres makes an empty schema and gives the URL that leads into it.
func Postgres(t testing.TB) string {
	t.Helper()
	base := os.Getenv("SOUVENIR_TEST_POSTGRES")
	if base == "" {
		reason := os.Getenv("SOUVENIR_TEST_POSTGRES_SKIP")
		if reason == "" {
			reason = "SOUVENIR_TEST_POSTGRES names no server; `make test` starts one"
		}
		t.Skip("PostgreSQL: " + reason)
	}
	db, err := sql.Open("pgx", base)
	if err != nil {
		t.Fatal(err)
	}
	schema := "test_" + strings.ToLower(rand.Text())
	if _, err := db.Exec("create schema " + schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer db.Close()
		if _, err := db.Exec("drop schema " + schema + " cascade"); err != nil {
			t.Error(err)
		}
	})
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", schema+",public")
	u.RawQuery = q.Encode()
	return u.String()
}

// EachAlone is EachURL with nobody else in the database: what PostgreSQL has
// deleted stays in its files for as long as anybody there might still look at it.
func EachAlone(t *testing.T, run func(t *testing.T, url string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { run(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { run(t, postgresAlone(t)) })
}

// postgresAlone makes an empty database and gives its URL.
func postgresAlone(t testing.TB) string {
	t.Helper()
	u, err := url.Parse(Postgres(t)) // which skips where there is none
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", os.Getenv("SOUVENIR_TEST_POSTGRES"))
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	if _, err := db.Exec("create database " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer db.Close()
		if _, err := db.Exec("drop database " + name + " with (force)"); err != nil {
			t.Error(err)
		}
	})
	u.Path, u.RawQuery = "/"+name, strings.Replace(u.RawQuery, "search_path", "application_name", 1)
	return u.String()
}
