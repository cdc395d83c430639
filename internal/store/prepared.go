package store

import (
	"context"
	"database/sql"
)

// prepared is SQLite's writer with the statements it has parsed before: parsing
// them each time would be a quarter of the cost of accepting a message.
// (PostgreSQL's driver does the same by itself.)
//
// It belongs to whoever holds the writer, so it needs no lock.
type prepared struct {
	known  map[string]*sql.Stmt
	wanted map[string]bool
}

func newPrepared() prepared { return prepared{map[string]*sql.Stmt{}, map[string]bool{}} }

// in gives a transaction the known statements. What it asks for besides them is
// noted for learn.
func (p prepared) in(t *sql.Tx) handle { return preparedTx{t, p} }

// learn prepares what was wanted, between two transactions: within one, the only
// connection is taken. One that cannot be prepared stays what it was.
func (p prepared) learn(ctx context.Context, db *sql.DB) {
	for query := range p.wanted {
		if stmt, err := db.PrepareContext(ctx, query); err == nil {
			p.known[query] = stmt
		}
	}
	clear(p.wanted)
}

type preparedTx struct {
	*sql.Tx
	prepared
}

func (t preparedTx) find(ctx context.Context, query string) (*sql.Stmt, bool) {
	stmt, ok := t.known[query]
	if !ok {
		t.wanted[query] = true
		return nil, false
	}
	return t.StmtContext(ctx, stmt), true
}

func (t preparedTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if stmt, ok := t.find(ctx, query); ok {
		return stmt.ExecContext(ctx, args...)
	}
	return t.Tx.ExecContext(ctx, query, args...)
}

func (t preparedTx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt, ok := t.find(ctx, query); ok {
		return stmt.QueryContext(ctx, args...)
	}
	return t.Tx.QueryContext(ctx, query, args...)
}

func (t preparedTx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt, ok := t.find(ctx, query); ok {
		return stmt.QueryRowContext(ctx, args...)
	}
	return t.Tx.QueryRowContext(ctx, query, args...)
}
