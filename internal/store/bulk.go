package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir/internal/vector"
)

// everything reads a whole table, row by row, as values that mean the same in
// both dialects.
func (q session) everything(table listed, do func(row []any) error) error {
	rows, err := q.db.QueryContext(q.ctx, "select "+table.columns+" from "+table.name+" order by 1")
	if err != nil {
		return err
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return err
	}
	for rows.Next() {
		row, into := make([]any, len(types)), make([]any, len(types))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, t := range types {
			if row[i], err = q.plain(table, t, row[i]); err != nil {
				return fmt.Errorf("%s %v: %w", t.Name(), row[0], err)
			}
		}
		if err := do(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// plain is a value as Go knows it, where a dialect has its own way with it.
func (q session) plain(table listed, t *sql.ColumnType, value any) (any, error) {
	if t.Name() == table.vector {
		return q.dialect.vectorOf(value)
	}
	// SQLite knows no booleans, only columns that call themselves so.
	if n, ok := value.(int64); ok && t.DatabaseTypeName() == "BOOLEAN" {
		return n != 0, nil
	}
	return value, nil
}

// fill writes rows that everything has read, numbers and all.
func (t tx) fill(table listed, rows [][]any) error {
	params := make([]string, strings.Count(table.columns, ",")+1)
	for i := range params {
		params[i] = fmt.Sprint("$", i+1)
	}
	if table.vector != "" {
		rows = t.withVectors(rows)
	}
	return t.insertMany(fmt.Sprintf("insert into %s (%s) values (%s)", table.name, table.columns, strings.Join(params, ", ")), rows)
}

// withVectors gives the rows with their vectors as the dialect writes them.
func (t tx) withVectors(rows [][]any) [][]any {
	out := make([][]any, len(rows))
	for i, row := range rows {
		out[i] = slices.Clone(row)
		for j, value := range row {
			if v, ok := value.([]float32); ok {
				out[i][j] = t.dialect.vector(v)
			}
		}
	}
	return out
}

func (q session) count(from string) (n int64, err error) {
	err = q.db.QueryRowContext(q.ctx, "select count(*) from "+from).Scan(&n)
	return n, err
}

// hold keeps others from writing to some tables until the transaction ends.
func (t tx) hold(tables []listed) error {
	if t.dialect.hold == "" {
		return nil
	}
	names := make([]string, len(tables))
	for i, table := range tables {
		names[i] = table.name
	}
	_, err := t.db.ExecContext(t.ctx, fmt.Sprintf(t.dialect.hold, strings.Join(names, ", ")))
	return err
}

// renumber lets the next row continue the numbers that came with the rows.
func (t tx) renumber(table listed) error {
	if t.dialect.renumber == "" || !strings.HasPrefix(table.columns, "n, ") {
		return nil
	}
	_, err := t.db.ExecContext(t.ctx, fmt.Sprintf(t.dialect.renumber, table.name))
	return err
}

func sqliteVector(value any) ([]float32, error) {
	b, ok := value.([]byte)
	if !ok {
		return nil, fmt.Errorf("a vector is a %T", value)
	}
	return vector.Decode(nil, b)
}

// postgresVector reads what pgVector writes; JSON happens to look the same.
func postgresVector(value any) (v []float32, err error) {
	text, ok := value.(string)
	if !ok {
		return nil, fmt.Errorf("a vector is a %T", value)
	}
	err = json.Unmarshal([]byte(text), &v)
	return v, err
}
