package main

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// openStore opens a database. What keeps it from opening is told as it is.
func openStore(ctx context.Context, url string) (*store.Store, error) {
	s, err := store.Open(ctx, url, store.Options{})
	if err != nil && souvenir.CodeOf(err) == souvenir.Internal {
		err = souvenir.Errorf(souvenir.Unavailable, "Cannot %s", oneLine(err.Error()))
	}
	return s, err
}

// missing says that there is no such SQLite file. Opening it would make one.
func missing(url string) bool {
	if store.IsPostgres(url) {
		return false
	}
	_, err := os.Stat(url)
	return errors.Is(err, fs.ErrNotExist)
}
