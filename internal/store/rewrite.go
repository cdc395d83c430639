package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// owed is the note of the tables from which something was erased and which are
// still to be written anew. It is made in the transaction that erases, so that a
// crash in between is made good later.
const owed = "erase.owed"

func (e *erasing) owe() error {
	names := map[string]bool{}
	for _, rows := range []map[string]int64{e.erased, e.cleaned} {
		for name := range rows {
			names[name] = true
		}
	}
	var before string
	if _, err := e.one("setting", []any{everybody, owed}, &before); err != nil {
		return err
	}
	for _, name := range tablesOwed(before) {
		names[name] = true
	}
	text, err := json.Marshal(slices.Sorted(maps.Keys(names)))
	if err != nil {
		return err
	}
	_, err = e.exec("set_setting", everybody, owed, string(text), e.now.UnixMicro())
	return err
}

// tablesOwed reads the note; what is no table of ours is no table.
func tablesOwed(note string) []string {
	var names []string
	if json.Unmarshal([]byte(note), &names) != nil {
		return nil
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return !slices.ContainsFunc(slices.Concat(tables, derived), func(t listed) bool { return t.name == name })
	})
}

// Rewrite writes those parts of the database anew from which something was
// erased, so that no bytes of it are left in its files. Others may have to wait
// meanwhile. There is nothing to do when nothing was erased.
func (s *Store) Rewrite(ctx context.Context) error {
	note, _, err := s.Setting(ctx, owed)
	if err != nil {
		return err
	}
	names := tablesOwed(note)
	if len(names) == 0 {
		return nil
	}
	if err := s.dialect.rewrite(ctx, s, names); err != nil {
		return fmt.Errorf("rewrite: %w", err)
	}
	return s.SetSetting(ctx, owed, "[]")
}

// SettingOnce notes something unless it is noted already, and gives what is noted.
func (s *Store) SettingOnce(ctx context.Context, name, value string) (noted string, err error) {
	err = s.update(ctx, func(t tx) error {
		if _, err := t.exec("setting_once", everybody, name, value, t.now.UnixMicro()); err != nil {
			return err
		}
		_, err := t.one("setting", []any{everybody, name}, &noted)
		return err
	})
	return noted, err
}

// sqliteRewrite copies what is left into a new file in the place of the old one.
// The full-text index is merged first, because until then it keeps the words of
// deleted texts beside the note that they are deleted. The temporary copy goes to
// a file: in memory a large database would not fit.
func sqliteRewrite(ctx context.Context, s *Store, _ []string) error {
	c, err := s.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	defer c.ExecContext(context.WithoutCancel(ctx), "pragma temp_store = memory")
	for _, do := range []string{
		"insert into message_words (message_words) values ('optimize')",
		"insert into memory_words (memory_words) values ('optimize')",
		"pragma temp_store = file",
		"vacuum",
	} {
		if _, err := c.ExecContext(ctx, do); err != nil {
			return fmt.Errorf("%s: %w", do, err)
		}
	}
	return emptyLog(ctx, c)
}

var errStillRead = souvenir.Errorf(souvenir.Conflict, "Somebody still reads an older state of the database, so the files cannot be written anew yet.")

// emptyLog moves the write-ahead log into the file and cuts it to nothing. Whoever
// still reads from it is waited for.
func emptyLog(ctx context.Context, c *sql.Conn) error {
	for range 40 {
		var busy, pages, moved int64
		if err := c.QueryRowContext(ctx, "pragma wal_checkpoint(truncate)").Scan(&busy, &pages, &moved); err != nil {
			return fmt.Errorf("empty the log: %w", err)
		}
		if busy == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return errStillRead
}

// postgresRewrite writes each table and its indexes anew. A vector is no text, and
// its index takes long to build: what is deleted of it is only made to be overwritten.
func postgresRewrite(ctx context.Context, s *Store, names []string) error {
	c, err := s.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := c.ExecContext(ctx, "set lock_timeout = '30s'"); err != nil {
		return err
	}
	defer c.ExecContext(context.WithoutCancel(ctx), "reset lock_timeout")
	if err := outlive(ctx, c); err != nil {
		return err
	}
	var failed []error
	for _, name := range names {
		how := "vacuum (full, analyze) "
		if name == "vectors" {
			how = "vacuum (analyze) "
		}
		if _, err := c.ExecContext(ctx, how+name); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(failed...)
}

// outlive waits until nobody can see any more what was deleted before: until then
// PostgreSQL copies it along. A transaction in another database of the server
// counts too, because a snapshot begins with the oldest that is running anywhere.
func outlive(ctx context.Context, c *sql.Conn) error {
	var now string
	if err := c.QueryRowContext(ctx, "select cast(pg_current_xact_id() as text)").Scan(&now); err != nil {
		return err
	}
	for range 600 {
		var over bool
		err := c.QueryRowContext(ctx, `select pg_snapshot_xmin(pg_current_snapshot()) > cast($1 as xid8) and not exists (
			select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
			and age(backend_xmin) > age(cast(cast($1 as xid8) as xid)))`, now).Scan(&over)
		if err != nil {
			return err
		}
		if over {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return errStillRead
}

// forget drops a user's shelf.
func (x *shelves) forget(of ownerOf) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.users, of)
}
