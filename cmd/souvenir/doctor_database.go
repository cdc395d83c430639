package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir/internal/store"
)

// vitals are what a database says about itself. They are read without the
// store, which would bring the schema up to date first: a doctor only looks.
type vitals struct {
	version  string // of the database system
	schema   int
	size     uint64
	messages int64
	memories int64
	damage   []string      // SQLite: what its own check complains of
	pgvector string        // PostgreSQL: empty when the database does not have it
	reached  bool          // PostgreSQL: its type is found by its name
	skew     time.Duration // PostgreSQL: how far its clock is ahead of ours
}

func examine(ctx context.Context, db string) (vitals, error) {
	if store.IsPostgres(db) {
		return examinePostgres(ctx, db)
	}
	return examineSQLite(ctx, db)
}

func examineSQLite(ctx context.Context, path string) (v vitals, err error) {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		return v, err
	}
	defer db.Close()
	if err := db.QueryRowContext(ctx, "select 'SQLite ' || sqlite_version()").Scan(&v.version); err != nil {
		return v, err
	}
	if err := v.contents(ctx, db); err != nil {
		return v, err
	}
	for _, file := range []string{path, path + "-wal"} {
		if info, err := os.Stat(file); err == nil {
			v.size += uint64(info.Size())
		}
	}
	v.damage, err = integrity(ctx, db)
	return v, err
}

// integrity asks SQLite to read everything; it says "ok" or what is damaged.
func integrity(ctx context.Context, db *sql.DB) (damage []string, err error) {
	rows, err := db.QueryContext(ctx, "pragma integrity_check(5)")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, err
		}
		if line != "ok" {
			damage = append(damage, line)
		}
	}
	return damage, rows.Err()
}

func examinePostgres(ctx context.Context, url string) (v vitals, err error) {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return v, err
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var now time.Time
	err = db.QueryRowContext(ctx, `select 'PostgreSQL ' || current_setting('server_version'), clock_timestamp(),
		coalesce((select sum(pg_total_relation_size(c.oid)) from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace), 0),
		coalesce((select extversion from pg_extension where extname = 'vector'), ''), to_regtype('vector') is not null`).
		Scan(&v.version, &now, &v.size, &v.pgvector, &v.reached)
	if err != nil {
		return v, errors.New(strings.Join(strings.Fields(err.Error()), " "))
	}
	v.skew = time.Until(now)
	var schema sql.NullString
	if err := db.QueryRowContext(ctx, "select to_regclass('schema_versions')::text").Scan(&schema); err != nil || !schema.Valid {
		return v, err
	}
	return v, v.contents(ctx, db)
}

// contents counts what is in it.
func (v *vitals) contents(ctx context.Context, db *sql.DB) error {
	err := db.QueryRowContext(ctx, "select coalesce(max(version), 0), (select count(*) from messages), (select count(*) from memories) from schema_versions").
		Scan(&v.schema, &v.messages, &v.memories)
	if err != nil {
		return fmt.Errorf("it is not a database of Souvenir: %w", err)
	}
	return nil
}

// vitals judges what was found.
func (e *examination) vitals(v vitals) {
	where := store.Redact(e.cfg.DB)
	switch {
	case v.schema == 0:
		e.none("database", fmt.Sprintf("%s at %s, empty; it is prepared at first use", v.version, where), "")
	case len(v.damage) > 0:
		e.bad("database", where+" is damaged: "+strings.Join(v.damage, "; "), "Stop the server, keep a copy of the file, and restore a backup; sqlite3's .recover may save more.")
	default:
		e.ok("database", "%s at %s, schema %d, %s\n%s, %s", v.version, where, v.schema, size(v.size),
			plural(v.messages, "message", "messages"), plural(v.memories, "memory", "memories"))
	}
	if store.IsPostgres(e.cfg.DB) {
		e.postgres(v)
	}
}

func (e *examination) postgres(v vitals) {
	switch {
	case v.pgvector == "":
		e.bad("pgvector", "not in this database", "Install pgvector 0.5 or newer on its server; then, as a superuser: create extension vector")
	case !v.reached:
		e.bad("pgvector", v.pgvector+", in a schema where it is not looked for", "Add its schema to the URL: search_path=yours,public")
	default:
		e.ok("pgvector", "%s", v.pgvector)
	}
	if skew := v.skew.Abs().Round(time.Second); skew > 5*time.Second {
		e.bad("clock", fmt.Sprintf("it differs by %v from PostgreSQL's", skew), "Let both machines keep time by NTP.")
	}
}
