package store

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"sync"
)

// stream is walk for a great many rows: it takes them as the driver gives them,
// because database/sql spends longer on a row than SQLite does.
func stream[T any](q session, t table[T], do func(T) error, name string, args ...any) error {
	conn, err := q.read.Conn(q.ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(c any) error {
		rows, err := c.(driver.QueryerContext).QueryContext(q.ctx, q.sql.get(name), numberedArgs(args))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		defer rows.Close()
		if err := each(rows, t, do); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
}

func each[T any](rows driver.Rows, t table[T], do func(T) error) error {
	var row T
	fields := t.fields(&row)
	values := make([]driver.Value, len(fields))
	for {
		err := rows.Next(values)
		if errors.Is(err, io.EOF) {
			return nil
		}
		for i := 0; i < len(fields) && err == nil; i++ {
			err = assign(fields[i], values[i])
		}
		if err == nil {
			err = do(row)
		}
		if err != nil {
			return err
		}
	}
}

// assign puts a value of the driver where it belongs.
func assign(field any, v driver.Value) error {
	switch v := v.(type) {
	case int64:
		switch f := field.(type) {
		case *int64:
			*f = v
			return nil
		case *uint32:
			*f = uint32(v)
			return nil
		case *uint8:
			*f = uint8(v)
			return nil
		}
	case string:
		if f, ok := field.(*string); ok {
			*f = v
			return nil
		}
	case []byte:
		if f, ok := field.(*[]byte); ok {
			*f = v
			return nil
		}
	}
	if f, ok := field.(sql.Scanner); ok {
		return f.Scan(v)
	}
	return fmt.Errorf("a column is %T, want %T", v, field)
}

func numberedArgs(args []any) []driver.NamedValue {
	out := make([]driver.NamedValue, len(args))
	for i, a := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(a)
		if err != nil {
			panic(err) // a mistake of ours that the first test run shows
		}
		out[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	return out
}

// aside works on rows in a goroutine of its own while the next ones are read.
func aside[T any](read func(do func(T) error) error, work func(T)) error {
	const many = 256
	batches := make(chan []T, 4)
	var working sync.WaitGroup
	working.Go(func() {
		for batch := range batches {
			for _, row := range batch {
				work(row)
			}
		}
	})
	batch := make([]T, 0, many)
	err := read(func(row T) error {
		if batch = append(batch, row); len(batch) == many {
			batches <- batch
			batch = make([]T, 0, many)
		}
		return nil
	})
	batches <- batch
	close(batches)
	working.Wait()
	return err
}
