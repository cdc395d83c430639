package store

import (
	"strconv"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// numbered is a row with its place in the table, by which lists are paged.
type numbered[T any] struct {
	n   int64
	row T
}

func withNumber[T any](t table[T]) table[numbered[T]] {
	return table[numbered[T]]{fields: func(r *numbered[T]) []any { return t.values(&r.row, &r.n) }}
}

// Page is a part of a list. Next is the cursor of the following part, or empty.
type Page[T any] struct {
	Items []T
	Next  string
}

// page cuts rows to size. One row more than size was asked for, which tells
// whether there is a next page.
func page[T any](rows []numbered[T], size int) Page[T] {
	p := Page[T]{Items: make([]T, 0, min(len(rows), size))}
	for i, r := range rows {
		if i == size {
			p.Next = cursorMark + strconv.FormatInt(rows[i-1].n, 10)
			break
		}
		p.Items = append(p.Items, r.row)
	}
	return p
}

// cursorMark tells a cursor from any other number or word.
const cursorMark = "after-"

// position reads a cursor that page made.
func position(cursor string) (int64, error) {
	if cursor == "" {
		return 0, nil
	}
	digits, marked := strings.CutPrefix(cursor, cursorMark)
	n, err := strconv.ParseInt(digits, 10, 64)
	if !marked || err != nil || n < 0 {
		return 0, souvenir.Errorf(souvenir.Invalid, "%q is not a cursor. Use the value of \"next\" from the page before.", cursor)
	}
	return n, nil
}

// list runs a paged statement whose last two arguments are position and limit.
func list[T any](q session, t table[T], name, cursor string, size int, args ...any) (Page[T], error) {
	at, err := position(cursor)
	if err != nil {
		return Page[T]{}, err
	}
	rows, err := all(q, withNumber(t), name, append(args, at, size+1)...)
	if err != nil {
		return Page[T]{}, err
	}
	return page(rows, size), nil
}

// counts runs a statement of names and numbers.
func counts(q session, name string, args ...any) (map[string]int64, error) {
	type count struct {
		name string
		n    int64
	}
	rows, err := all(q, table[count]{fields: func(c *count) []any { return []any{&c.name, &c.n} }}, name, args...)
	if err != nil {
		return nil, err
	}
	out := make(map[string]int64, len(rows))
	for _, r := range rows {
		out[r.name] = r.n
	}
	return out, nil
}
