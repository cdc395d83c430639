package store

import (
	"context"
	"database/sql"
	"sync"
)

// glance is view for what is looked up by its key. From SQLite that takes less time
// than the two goroutines that would wait for the caller to go away.
func (s *Store) glance(ctx context.Context) session {
	if s.dialect.grouped {
		ctx = context.WithoutCancel(ctx)
	}
	return s.view(ctx)
}

// preparedReads are SQLite's readers with the statements they have parsed before.
type preparedReads struct {
	*sql.DB

	mu    sync.RWMutex
	known map[string]*sql.Stmt
}

func (p *preparedReads) find(ctx context.Context, query string) (*sql.Stmt, error) {
	p.mu.RLock()
	stmt := p.known[query]
	p.mu.RUnlock()
	if stmt != nil {
		return stmt, nil
	}
	stmt, err := p.PrepareContext(context.WithoutCancel(ctx), query)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if other := p.known[query]; other != nil {
		return other, stmt.Close()
	}
	p.known[query] = stmt
	return stmt, nil
}

func (p *preparedReads) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := p.find(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

func (p *preparedReads) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	stmt, err := p.find(ctx, query)
	if err != nil {
		return p.DB.QueryRowContext(ctx, query, args...) // which reports the error
	}
	return stmt.QueryRowContext(ctx, args...)
}
