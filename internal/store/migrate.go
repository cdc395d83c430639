package store

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// migration is one numbered step of the schema: the shared file, then the
// dialect's own part of it, if it has one.
type migration struct {
	version int
	name    string
	texts   []string
}

// migrate applies the migrations that are missing, all in one transaction that
// only one process at a time can hold.
func (s *Store) migrate(ctx context.Context) error {
	migrations, err := s.dialect.migrations()
	if err != nil {
		return err
	}
	return s.migrateWith(ctx, migrations)
}

func (s *Store) migrateWith(ctx context.Context, migrations []migration) error {
	t, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer t.Rollback()
	if s.dialect.lock != "" {
		if _, err := t.ExecContext(ctx, s.dialect.lock); err != nil {
			return fmt.Errorf("wait for other migrations: %w", err)
		}
	}
	have, err := schemaVersion(ctx, t)
	if err != nil {
		return err
	}
	if newest := migrations[len(migrations)-1].version; have > newest {
		return souvenir.Errorf(souvenir.Conflict,
			"The database has schema %d and this program knows only %d. It was last used by a newer Souvenir: use that one.", have, newest)
	}
	for _, m := range migrations {
		if m.version <= have {
			continue
		}
		if err := s.apply(ctx, t, m); err != nil {
			return fmt.Errorf("migration %d (%s): %w", m.version, m.name, err)
		}
	}
	return t.Commit()
}

func (s *Store) apply(ctx context.Context, t *sql.Tx, m migration) error {
	for _, text := range m.texts {
		if _, err := t.ExecContext(ctx, strings.ReplaceAll(text, "{{identity}}", s.dialect.identity)); err != nil {
			return err
		}
	}
	_, err := t.ExecContext(ctx, "insert into schema_versions (version, name, applied_at) values ($1, $2, $3)",
		m.version, m.name, s.now().UnixMicro())
	return err
}

func schemaVersion(ctx context.Context, t *sql.Tx) (int, error) {
	_, err := t.ExecContext(ctx, "create table if not exists schema_versions (version bigint primary key, name text not null, applied_at bigint not null)")
	if err != nil {
		return 0, fmt.Errorf("schema versions: %w", err)
	}
	var version int
	err = t.QueryRowContext(ctx, "select coalesce(max(version), 0) from schema_versions").Scan(&version)
	return version, err
}

// migrations lists the files in order: 0001_first.sql, 0001_first.sqlite.sql, ...
func (d dialect) migrations() ([]migration, error) {
	paths, err := fs.Glob(files, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	var out []migration
	for _, p := range paths {
		parts := strings.Split(path.Base(p), ".")
		number, name, _ := strings.Cut(parts[0], "_")
		version, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("%s: the file name must begin with a number", p)
		}
		if len(parts) == 3 && parts[1] != d.name {
			continue
		}
		text, err := files.ReadFile(p)
		if err != nil {
			return nil, err
		}
		if len(out) == 0 || out[len(out)-1].version != version {
			out = append(out, migration{version: version, name: name})
		}
		last := &out[len(out)-1]
		// The shared part comes first: "0001_first.sql" sorts after "0001_first.sqlite.sql".
		if len(parts) == 2 {
			last.texts = append([]string{string(text)}, last.texts...)
		} else {
			last.texts = append(last.texts, string(text))
		}
	}
	return out, nil
}
