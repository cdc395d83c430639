// Package store keeps everything in one SQL database: SQLite in a file, or
// PostgreSQL. There is one store and two dialects; the SQL is in sql/, and a
// dialect overrides only the statements that differ.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/walindex"
)

// Store is safe for use by many goroutines, and PostgreSQL's by many processes.
type Store struct {
	dialect dialect
	read    *sql.DB // several connections
	write   *sql.DB // SQLite: exactly one, because it has one writer at a time anyway
	sql     statements
	now     func() time.Time
	newID   func() string

	reader   handle // read, with what it has parsed before
	find     finder
	recent   recent
	group    group           // SQLite: transactions that wait share one commit
	prepared prepared        // SQLite: the writer's statements
	index    *walindex.Index // SQLite in a file: tells of commits
	released sync.Once       // the index

	commits chan struct{} // holds a value when something was committed; nobody has to take it
	wrote   atomic.Int64  // when something was last written, in microseconds; 0 since a write failed
}

// Options are for tests; the zero value is what the program uses.
type Options struct {
	Now   func() time.Time // nil means time.Now
	NewID func() string    // nil means UUIDv7
}

// Open opens the database at url, a file path or a postgres:// URL, and brings
// its schema up to date. Several processes may do so at once.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	d := dialectOf(url)
	s := &Store{dialect: d, now: o.Now, newID: o.NewID, prepared: newPrepared(), recent: newRecent(), commits: make(chan struct{}, 1)}
	if s.now == nil {
		s.now = time.Now
	}
	if s.newID == nil {
		s.newID = func() string { return uuid.Must(uuid.NewV7()).String() }
	}
	var err error
	if s.sql, err = d.statements(); err != nil {
		return nil, err
	}
	if err := s.connect(url); err != nil {
		return nil, fmt.Errorf("open %s: %w", Redact(url), err)
	}
	s.reader = s.read
	if s.dialect.grouped {
		s.reader = &preparedReads{DB: s.read, known: map[string]*sql.Stmt{}}
	}
	s.find = s.dialect.finder(s)
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", Redact(url), err), s.Close())
	}
	return s, nil
}

// Embedded says that the database works in this process, as SQLite does.
func (s *Store) Embedded() bool { return s.dialect.grouped }

// Close closes the database, and waits a while for those who still use it.
func (s *Store) Close() error {
	err := errors.Join(s.find.close(), s.read.Close())
	if s.write != s.read {
		err = errors.Join(err, s.write.Close())
	}
	if s.index != nil && s.unused() {
		s.released.Do(func() { err = errors.Join(err, s.index.Release()) })
	}
	return err
}

// unused waits until no connection is in use any more. Where one stays so, the index of
// commits must be held to the end of the process: letting go would take its locks away.
func (s *Store) unused() bool {
	for range 200 {
		if s.read.Stats().OpenConnections+s.write.Stats().OpenConnections == 0 {
			return true
		}
		time.Sleep(5 * time.Millisecond)
	}
	return false
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.read.PingContext(ctx) }

// Writable reports why nothing can be stored, if so: a full disk, a database that
// may only be read. Others' writes tell it for a while.
func (s *Store) Writable(ctx context.Context) error {
	if at := s.wrote.Load(); s.now().Sub(time.UnixMicro(at)) < stillWritable {
		return s.Ping(ctx)
	}
	return s.SetSetting(ctx, "ready", strings.Repeat(".", 16<<10)) // about as much as a message takes
}

// stillWritable is for how long a write tells that the next one would work.
const stillWritable = 5 * time.Second

// Dialect is "sqlite" or "postgres".
func (s *Store) Dialect() string { return s.dialect.name }

func (s *Store) connect(url string) (err error) {
	if s.dialect.name == postgres.name {
		config, err := pgx.ParseConfig(url)
		if err != nil {
			return err
		}
		s.read = stdlib.OpenDB(*config, stdlib.OptionAfterConnect(searchOn))
		s.read.SetMaxOpenConns(16)
		s.read.SetMaxIdleConns(8)
		s.write = s.read
		return nil
	}
	if url == ":memory:" { // for trying things out: one connection, gone when closed
		if s.write, err = sql.Open(s.dialect.driver, url); err != nil {
			return err
		}
		s.write.SetMaxOpenConns(1)
		s.read = s.write
		return nil
	}
	if dir := filepath.Dir(url); dir != "." {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return souvenir.Errorf(souvenir.Unavailable, "The data directory cannot be made: %v. Choose another with SOUVENIR_DB.", err)
		}
	}
	if s.index, err = walindex.Hold(url); err != nil {
		return err
	}
	if s.write, err = sql.Open(s.dialect.driver, sqliteDSN(url, "&_txlock=immediate")); err != nil {
		return errors.Join(err, s.index.Release())
	}
	s.write.SetMaxOpenConns(1)
	if s.read, err = sql.Open(s.dialect.driver, sqliteDSN(url, "&_pragma=query_only(1)")); err != nil {
		return errors.Join(err, s.write.Close(), s.index.Release())
	}
	s.read.SetMaxOpenConns(4)
	s.read.SetMaxIdleConns(4)
	return nil
}

// searchOn lets pgvector go on looking when a filter leaves too little of what it
// found. Before version 0.8 it cannot, and says so; then the list is shorter.
func searchOn(ctx context.Context, c *pgx.Conn) error {
	if _, err := c.Exec(ctx, "set hnsw.iterative_scan = strict_order"); err != nil && c.IsClosed() {
		return err
	}
	return nil
}

// sqliteDSN asks for a write-ahead log, so that readers never wait for the
// writer, and for a sync at every commit: what was acknowledged survives even a
// power cut. Commits are grouped to pay for it.
func sqliteDSN(path, more string) string {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file:" + escaped + "?_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=synchronous(full)" +
		"&_pragma=foreign_keys(1)&_pragma=temp_store(memory)&_pragma=cache_size(-16000)" + more
}

// Redact hides the password of a database URL, for messages and logs.
func Redact(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		return url
	}
	at := strings.LastIndex(rest, "@")
	if at < 0 {
		return url
	}
	user, _, _ := strings.Cut(rest[:at], ":")
	return scheme + "://" + user + ":***" + rest[at:]
}
