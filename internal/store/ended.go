package store

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// JobsEnded counts a tenant's jobs that ended since a time, by minute. Those that were
// done more than a week ago are forgotten.
func (s *Store) JobsEnded(ctx context.Context, tenant string, since time.Time) (map[time.Time]souvenir.JobsEnded, error) {
	type row struct {
		minute, n int64
		state     souvenir.JobState
	}
	rows := table[row]{fields: func(r *row) []any { return []any{&r.minute, &r.state, &r.n} }}
	out := map[time.Time]souvenir.JobsEnded{}
	err := walk(s.view(ctx), rows, func(r row) error {
		at := time.Unix(r.minute*60, 0).UTC()
		e := out[at]
		if r.state == souvenir.JobDone {
			e.Done = r.n
		} else {
			e.Failed = r.n
		}
		out[at] = e
		return nil
	}, "jobs_ended", tenant, since.UnixMicro())
	return out, err
}

// Spent is what a tenant spent on models since a day, by day.
func (s *Store) Spent(ctx context.Context, tenant string, since time.Time) (map[string]souvenir.Usage, error) {
	type row struct {
		day, n int64
		what   string
	}
	rows := table[row]{fields: func(r *row) []any { return []any{&r.day, &r.what, &r.n} }}
	out := map[string]souvenir.Usage{}
	err := walk(s.view(ctx), rows, func(r row) error {
		day := time.Unix(r.day*24*60*60, 0).UTC().Format(time.DateOnly)
		u := out[day]
		switch r.what {
		case souvenir.ModelCalls:
			u.Calls = r.n
		case souvenir.TokensIn:
			u.In = r.n
		case souvenir.TokensCached:
			u.Cached = r.n
		case souvenir.TokensOut:
			u.Out = r.n
		}
		out[day] = u
		return nil
	}, "spent_by_day", tenant, day(since))
	return out, err
}
