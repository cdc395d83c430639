package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/souvenir-memory/souvenir"
)

// handle is what a *sql.DB and a *sql.Tx have in common.
type handle interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// session runs named statements, inside a transaction or outside of one.
type session struct {
	ctx context.Context
	*Store
	db handle
}

func (s *Store) view(ctx context.Context) session { return session{ctx, s, s.reader} }

func (q session) exec(name string, args ...any) (changed int64, err error) {
	res, err := q.db.ExecContext(q.ctx, q.sql.get(name), args...)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return res.RowsAffected()
}

// one scans the first row and reports whether there was any.
func (q session) one(name string, args []any, dest ...any) (found bool, err error) {
	err = q.db.QueryRowContext(q.ctx, q.sql.get(name), args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, outage(fmt.Errorf("%s: %w", name, err))
	}
	return true, nil
}

// all scans every row of a statement whose columns are those of table t.
func all[T any](q session, t table[T], name string, args ...any) ([]T, error) {
	var out []T
	err := walk(q, t, func(row T) error {
		out = append(out, row)
		return nil
	}, name, args...)
	return out, err
}

// walk is all without keeping the rows.
func walk[T any](q session, t table[T], do func(T) error, name string, args ...any) error {
	rows, err := q.db.QueryContext(q.ctx, q.sql.get(name), args...)
	if err != nil {
		return outage(fmt.Errorf("%s: %w", name, err))
	}
	defer rows.Close()
	for rows.Next() {
		var row T
		if err := rows.Scan(t.fields(&row)...); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := do(row); err != nil {
			return err
		}
	}
	return outage(rows.Err())
}

// first is all's first row.
func first[T any](q session, t table[T], name string, args ...any) (row T, found bool, err error) {
	found, err = q.one(name, args, t.fields(&row)...)
	return row, found, err
}

// tx is a write transaction. It carries the clock, so that everything written
// together bears the same time.
type tx struct {
	session
	now   time.Time
	texts map[int64]document // memories to be made findable in the end
	step  string             // what the changes that are written have in common; empty means that each stands for itself
}

type transaction struct {
	ctx  context.Context
	do   func(tx) error
	lead chan bool  // it is this one's turn to commit
	done chan error // it was committed

	patient bool // nobody waits for it
}

// update runs do in a write transaction. It may run do again when PostgreSQL
// asks for it, so do must not touch anything but the transaction.
func (s *Store) update(ctx context.Context, do func(tx) error) error {
	return s.updateAs(ctx, false, do)
}

// updatePatiently is update for work in the background, which lets others go first.
func (s *Store) updatePatiently(ctx context.Context, do func(tx) error) error {
	return s.updateAs(ctx, true, do)
}

func (s *Store) updateAs(ctx context.Context, patient bool, do func(tx) error) error {
	err := s.updateTrying(ctx, patient, do)
	switch {
	case err == nil:
		s.wrote.Store(s.now().UnixMicro())
	case souvenir.CodeOf(err) == souvenir.Unavailable:
		s.wrote.Store(0)
	}
	return err
}

func (s *Store) updateTrying(ctx context.Context, patient bool, do func(tx) error) error {
	if s.dialect.grouped {
		return outage(s.updateTogether(ctx, patient, do))
	}
	for {
		err := s.updateAlone(ctx, do)
		if !isTransient(err) || ctx.Err() != nil {
			return outage(err)
		}
	}
}

func (s *Store) updateAlone(ctx context.Context, do func(tx) error) error {
	t, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer t.Rollback()
	if err := s.in(ctx, t).run(do); err != nil {
		return err
	}
	err = t.Commit()
	s.committed()
	return err
}

// committed tells whoever follows what is written to look.
func (s *Store) committed() {
	select {
	case s.commits <- struct{}{}:
	default: // told already
	}
}

func (s *Store) in(ctx context.Context, db handle) tx {
	return tx{session: session{ctx, s, db}, now: s.now().UTC().Truncate(time.Microsecond), texts: map[int64]document{}}
}

func (t tx) run(do func(tx) error) error {
	if err := do(t); err != nil {
		return err
	}
	return t.indexMemories()
}

// isTransient reports a deadlock or serialization failure, which PostgreSQL
// expects us to answer by trying again.
func isTransient(err error) bool {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pg.Code == "40P01" || pg.Code == "40001")
}

// updateTogether commits every transaction that waits in one go. Whoever finds
// nobody at work leads: does the work for all who wait by then, and leaves the
// lead to one of those who came in the meantime. So nobody works for ever.
func (s *Store) updateTogether(ctx context.Context, patient bool, do func(tx) error) error {
	mine := &transaction{ctx: ctx, do: do, patient: patient, lead: make(chan bool, 1), done: make(chan error, 1)}
	s.group.join(mine)
	for {
		select {
		case <-mine.lead:
			s.commitWaiting()
		case err := <-mine.done:
			return err
		}
	}
}

func (s *Store) commitWaiting() {
	batch := s.group.take()
	results := s.commitTogether(&batch)
	s.group.pass()
	for i, t := range batch {
		t.done <- results[i]
	}
}

// commitTogether gives each transaction a savepoint of its own within one real
// transaction: one that fails takes back only its own writes. A caller that goes
// away cannot interrupt it, because SQLite would roll back its neighbours too.
// A batch of patient transactions grows while there is time for more of them.
func (s *Store) commitTogether(batch *[]*transaction) (results []error) {
	fail := func(err error) []error {
		results = append(results, make([]error, len(*batch)-len(results))...)
		for i := range results {
			if results[i] == nil {
				results[i] = err
			}
		}
		return results
	}
	ctx, since, patient := context.Background(), time.Now(), (*batch)[0].patient
	if err := s.durable(ctx, !patient); err != nil {
		return fail(fmt.Errorf("choose durability: %w", err))
	}
	t, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fail(fmt.Errorf("begin: %w", err))
	}
	defer t.Rollback()
	db := s.prepared.in(t)
	for i := 0; i < len(*batch); i++ {
		w := (*batch)[i]
		results = append(results, s.savepoint(context.WithoutCancel(w.ctx), db, w))
		if patient {
			*batch = append(*batch, s.group.more(since)...)
		}
	}
	if err := t.Commit(); err != nil {
		return fail(fmt.Errorf("commit: %w", err))
	}
	s.committed()
	s.prepared.learn(ctx, s.write)
	return results
}

// durable chooses whether the next commit waits for the disk. What the worker
// and the embedder write need not: after a power cut they find the same job in
// the queue and do it again. A killed process loses nothing either way.
func (s *Store) durable(ctx context.Context, yes bool) error {
	level := "pragma synchronous = normal"
	if yes {
		level = "pragma synchronous = full"
	}
	_, err := s.write.ExecContext(ctx, level)
	return err
}

func (s *Store) savepoint(ctx context.Context, t handle, w *transaction) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, "savepoint one"); err != nil {
		return err
	}
	err := protect(func() error { return s.in(ctx, t).run(w.do) })
	if err != nil {
		_, back := t.ExecContext(ctx, "rollback to one")
		_, release := t.ExecContext(ctx, "release one")
		return errors.Join(err, back, release)
	}
	_, err = t.ExecContext(ctx, "release one")
	return err
}

// protect keeps a panic in one transaction from leaving the others waiting.
func protect(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack())
		}
	}()
	return do()
}
