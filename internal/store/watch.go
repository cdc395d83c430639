package store

import (
	"context"
	"errors"
	"fmt"
)

// close gives the connection back that keeps the index of commits.
func (x *shelves) close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.watch == nil {
		return nil
	}
	watch := x.watch
	x.watch = nil
	return watch.Close()
}

// look tells whether anything was committed since the last look, by whomever. That
// is unknown of a database in memory, and on systems where its files do not tell.
func (x *shelves) look(ctx context.Context) (int64, error) {
	if x.store.index == nil {
		return unknown, nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.watch == nil {
		if err := x.startWatching(context.WithoutCancel(ctx)); err != nil { // a caller that goes away must not take the connection with it
			return unknown, fmt.Errorf("look for changes: %w", err)
		}
	}
	return x.store.index.Epoch(), nil
}

func (x *shelves) startWatching(ctx context.Context) error {
	watch, err := x.store.read.Conn(ctx)
	if err != nil {
		return err
	}
	var version int64
	if err := watch.QueryRowContext(ctx, "pragma data_version").Scan(&version); err != nil {
		return errors.Join(err, watch.Close())
	}
	x.watch = watch
	_ = x.store.index.Watch() // where it cannot, every epoch is unknown
	return nil
}
