package store

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// parameters is how many a statement for many rows has at most. The databases
// allow more, but SQLite then takes longer over their names than over the rows.
const parameters = 200

// execMany runs a statement that ends in the values of one row for many rows.
func (q session) execMany(name string, rows [][]any) error {
	if err := q.insertMany(q.sql.get(name), rows); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// insertMany takes the rows in powers of two, so that there are few different
// statements to be prepared.
func (q session) insertMany(text string, rows [][]any) error {
	for len(rows) > 0 {
		width := len(rows[0])
		fit := max(1, min(len(rows), parameters/width))
		take := 1 << (bits.Len(uint(fit)) - 1)
		if _, err := q.db.ExecContext(q.ctx, many(text, take, width), slices.Concat(rows[:take]...)...); err != nil {
			return err
		}
		rows = rows[take:]
	}
	return nil
}

var parameter = regexp.MustCompile(`\$\d+`)

// many repeats the values of a statement for rows of some width: "values ($1)"
// becomes "values ($1), ($2)".
func many(text string, rows, width int) string {
	if rows == 1 {
		return text
	}
	head, row, _ := strings.Cut(text, "values ")
	all := make([]string, rows)
	for i := range all {
		all[i] = parameter.ReplaceAllStringFunc(row, func(p string) string {
			n, _ := strconv.Atoi(p[1:])
			return "$" + strconv.Itoa(n+i*width)
		})
	}
	return head + "values " + strings.Join(all, ", ")
}
