package store_test

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/vector"
)

// column is one column as the database itself describes it.
type column struct {
	Name, Type string
	Nullable   bool
	Default    string
	Numbers    bool // the database gives it its values
}

// schema is what a database says about itself.
type schema struct {
	Tables  map[string][]column
	Indexes map[string]string
}

// The questions differ, the answers have the same columns: table, column, type,
// nullable, default, numbers; and index, definition.
var questions = map[string]struct{ columns, indexes string }{
	"sqlite": {
		`select t.name, c.name, lower(c.type), c."notnull" = 0, coalesce(c.dflt_value, ''), c.pk = 1 and lower(c.type) = 'integer'
		from pragma_table_list t, pragma_table_xinfo(t.name) c
		where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' order by t.name, c.cid`,
		`select name, coalesce(sql, tbl_name) from sqlite_master where type = 'index'`,
	},
	"postgres": {
		`select table_name, column_name, data_type, is_nullable = 'YES', coalesce(column_default, ''), is_identity = 'YES'
		from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position`,
		`select indexname, replace(indexdef, current_schema() || '.', '') from pg_indexes where schemaname = current_schema()`,
	},
}

func schemaOf(t *testing.T, s *store.Store) schema {
	t.Helper()
	out := schema{map[string][]column{}, map[string]string{}}
	q := questions[s.Dialect()]
	scan(t, s.DB(), q.columns, func(rows *sql.Rows) error {
		var table string
		var c column
		err := rows.Scan(&table, &c.Name, &c.Type, &c.Nullable, &c.Default, &c.Numbers)
		out.Tables[table] = append(out.Tables[table], c)
		return err
	})
	scan(t, s.DB(), q.indexes, func(rows *sql.Rows) error {
		var name, definition string
		err := rows.Scan(&name, &definition)
		out.Indexes[name] = definition
		return err
	})
	return out
}

func scan(t *testing.T, db *sql.DB, query string, row func(*sql.Rows) error) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// fill puts two rows into every table there is, whoever added it: one with a
// value in every column, and one with as many NULLs as are allowed.
func fill(t *testing.T, s *store.Store) {
	t.Helper()
	tables := schemaOf(t, s).Tables
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		if slices.Contains(store.Derived(), name) {
			continue
		}
		insert(t, s, name, tables[name], 1, func(column) bool { return true })
		insert(t, s, name, tables[name], 2, func(c column) bool { return !c.Nullable })
	}
}

func insert(t *testing.T, s *store.Store, table string, columns []column, number int, wanted func(column) bool) {
	t.Helper()
	var names, params []string
	var args []any
	for _, c := range columns {
		if c.Numbers || !wanted(c) {
			continue
		}
		names, args = append(names, c.Name), append(args, sample(t, c, number))
		params = append(params, fmt.Sprint("$", len(args)))
	}
	query := fmt.Sprintf("insert into %s (%s) values (%s)", table, strings.Join(names, ", "), strings.Join(params, ", "))
	if _, err := s.DB().ExecContext(t.Context(), query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// sample is a value that a careless conversion would spoil.
func sample(t *testing.T, c column, number int) any {
	t.Helper()
	switch {
	case strings.HasPrefix(c.Default, "'[]'"):
		return `["a", "绿茶"]`
	case strings.HasPrefix(c.Default, "'{}'"):
		return `{"é":true}`
	case c.Type == "text":
		return fmt.Sprintf("%s %d: 用户喜欢喝绿茶 🍵 'O\"Brien\\' %%s\n\t", c.Name, number)
	case c.Type == "bigint":
		return int64(1)<<60 + int64(number)
	case c.Type == "boolean":
		return number == 1
	case c.Type == "double precision":
		return 0.1 + 0.2
	case c.Type == "blob": // SQLite's vectors
		return vector.Encode([]float32{0.1, -2, 1.2e-7, float32(number)})
	case c.Type == "USER-DEFINED": // PostgreSQL's
		return fmt.Sprintf("[0.1,-2,1.2e-7,%d]", number)
	}
	t.Fatalf("no sample for a column of type %q; teach it here, and see whether store.Copy keeps it", c.Type)
	return nil
}

// dump is the answer to a query, a line for each row.
func dump(t *testing.T, s *store.Store, query string) []string {
	t.Helper()
	var out []string
	scan(t, s.DB(), query, func(rows *sql.Rows) error {
		names, err := rows.Columns()
		if err != nil {
			return err
		}
		row, into := make([]any, len(names)), make([]any, len(names))
		for i := range row {
			into[i] = &row[i]
		}
		err = rows.Scan(into...)
		out = append(out, fmt.Sprintf("%#v", row))
		return err
	})
	return out
}
