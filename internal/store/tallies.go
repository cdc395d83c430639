package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// day is the number of a day since 1970, in UTC.
func day(t time.Time) int64 { return t.Unix() / (24 * 60 * 60) }

func (t tx) tally(tenant string, ts []souvenir.Tally) error {
	byName := func(a, b souvenir.Tally) int {
		return cmp.Or(strings.Compare(a.Style, b.Style), strings.Compare(a.Model, b.Model), strings.Compare(a.What, b.What))
	}
	for _, c := range slices.SortedFunc(slices.Values(ts), byName) { // in one order, so that two writers never wait for each other
		if c.N == 0 {
			continue
		}
		if _, err := t.exec("tally", tenant, day(t.now), c.Style, c.Model, c.What, c.N); err != nil {
			return err
		}
	}
	return nil
}

// Tallies are what was counted since a time, by style, model and what it is.
func (s *Store) Tallies(ctx context.Context, tenant string, since time.Time) ([]souvenir.Tally, error) {
	t := table[souvenir.Tally]{fields: func(c *souvenir.Tally) []any { return []any{&c.Style, &c.Model, &c.What, &c.N} }}
	return all(s.view(ctx), t, "tallies", tenant, day(since))
}

// TokensToday is how many tokens a tenant has spent since midnight UTC.
func (s *Store) TokensToday(ctx context.Context, tenant string) (n int64, err error) {
	_, err = s.view(ctx).one("tokens_on_day", []any{tenant, day(s.now())}, &n)
	return n, err
}

// Importance counts active memories by importance.
func (s *Store) Importance(ctx context.Context, tenant string) (map[string]int64, error) {
	return counts(s.view(ctx), "count_importance", tenant)
}
