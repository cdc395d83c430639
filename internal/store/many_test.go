package store_test

import (
	"testing"

	"github.com/souvenir-memory/souvenir/internal/store"
)

func TestMany(t *testing.T) {
	t.Parallel()
	text := "insert into t (a, b, c) values ($1, cast($2 || ' ' || $3 as tsvector), $2)"
	for rows, want := range map[int]string{
		1: text,
		2: text + ", ($4, cast($5 || ' ' || $6 as tsvector), $5)",
	} {
		if got := store.Many(text, rows, 3); got != want {
			t.Errorf("Many(%q, %d) = %q, want %q", text, rows, got, want)
		}
	}
}
