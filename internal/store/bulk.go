package store

import (
	"fmt"
	"strings"
)

// everything reads a whole table, row by row, as the values that a driver knows.
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
			// SQLite knows no booleans, only columns that call themselves so.
			if n, ok := row[i].(int64); ok && t.DatabaseTypeName() == "BOOLEAN" {
				row[i] = n != 0
			}
		}
		if err := do(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// fill writes rows that everything has read, numbers and all.
func (t tx) fill(table listed, rows [][]any) error {
	params := make([]string, strings.Count(table.columns, ",")+1)
	for i := range params {
		params[i] = fmt.Sprint("$", i+1)
	}
	return t.insertMany(fmt.Sprintf("insert into %s (%s) values (%s)", table.name, table.columns, strings.Join(params, ", ")), rows)
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
