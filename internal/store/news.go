package store

import (
	"context"
	"maps"
	"slices"

	"github.com/souvenir-memory/souvenir"
)

// News is an event with the tenant whose it is.
type News struct {
	Tenant string
	souvenir.Event
}

// Reporter notices what is written, by whomever, by looking at the rows that are
// newer than those it saw. One goroutine uses it.
type Reporter struct {
	store  *Store
	epoch  int64
	tables []following
	queues map[string]queueLook // by tenant
}

// following is how far one table was read.
type following struct {
	statement string
	kinds     []string
	last      int64
	seen      map[int64]bool // of the rows below last that are looked at again
	more      bool           // not everything was read
}

// queueLook is how a tenant's queue stood. Rows of jobs change, so that their
// numbers do not tell.
type queueLook struct {
	paused bool
	counts map[string]int64
	jobs   map[int64]unfinished
}

type unfinished struct {
	n, updated                        int64
	tenant, user, conversation, state string
}

// So many rows are read at a time. Of the jobs that wait so many are followed, the
// oldest, which are those that are worked on.
const mostNews, mostFollowed = 1000, 500

// lateRows is how far PostgreSQL's transactions may overtake each other: a row may
// show up after one with a higher number.
const lateRows = 300

// Report begins at what there is now.
func (s *Store) Report(ctx context.Context) (*Reporter, error) {
	r := &Reporter{store: s, epoch: unknown, queues: map[string]queueLook{}, tables: []following{
		{statement: "news_of_changes", kinds: []string{souvenir.MemoriesChanged, souvenir.ReviewChanged}},
		{statement: "news_of_messages", kinds: []string{souvenir.MessagesChanged}},
		{statement: "news_of_rejections", kinds: []string{souvenir.ReviewChanged}},
		{statement: "news_of_episodes", kinds: []string{souvenir.EpisodesChanged}},
		{statement: "news_of_jobs", kinds: []string{souvenir.QueueChanged}},
	}}
	var rows []any
	for i := range r.tables {
		rows = append(rows, &r.tables[i].last)
	}
	if _, err := s.view(ctx).one("newest_rows", nil, rows...); err != nil {
		return nil, err
	}
	_, err := r.rows(ctx) // what is already there may be seen again, and is not news
	return r, err
}

// Commits gets a value when this process has committed something since the last one.
func (r *Reporter) Commits() <-chan struct{} { return r.store.commits }

// Next is what was written since the last call, each thing once. Only the queues of
// the given tenants are looked at.
func (r *Reporter) Next(ctx context.Context, tenants []string) ([]News, error) {
	epoch, err := r.store.find.look(ctx)
	if err != nil || epoch != unknown && epoch == r.epoch && r.follows(tenants) {
		return nil, err
	}
	news, err := r.rows(ctx)
	if err != nil {
		return nil, err
	}
	for _, tenant := range tenants {
		of, err := r.queue(ctx, tenant)
		if err != nil {
			return nil, err
		}
		news = append(news, of...)
	}
	if r.epoch = epoch; slices.ContainsFunc(r.tables, func(f following) bool { return f.more }) {
		r.epoch = unknown
	}
	return eachOnce(news), nil
}

func (r *Reporter) follows(tenants []string) bool {
	for _, tenant := range tenants {
		if _, ok := r.queues[tenant]; !ok {
			return false
		}
	}
	return true
}

// rows reads what is new in every table.
func (r *Reporter) rows(ctx context.Context) (news []News, err error) {
	for i := range r.tables {
		of, err := r.tables[i].next(r.store.view(ctx))
		if err != nil {
			return nil, err
		}
		news = append(news, of...)
	}
	return news, nil
}

type newRow struct {
	n                          int64
	tenant, user, conversation string
	second                     bool // it is news of the second kind too
}

var newRows = table[newRow]{fields: func(r *newRow) []any {
	return []any{&r.n, &r.tenant, &r.user, &r.conversation, &r.second}
}}

func (f *following) next(q session) (news []News, err error) {
	late := int64(lateRows)
	if q.dialect.grouped { // one writer: rows come in order
		late = 0
	}
	rows, err := all(q, newRows, f.statement, f.last-late, mostNews)
	if err != nil {
		return nil, err
	}
	seen := map[int64]bool{}
	for _, row := range rows {
		seen[row.n] = true
		f.last = max(f.last, row.n)
		if f.seen[row.n] {
			continue
		}
		for i, kind := range f.kinds {
			if i == 0 || row.second {
				news = append(news, News{row.tenant, souvenir.Event{Kind: kind, User: row.user, Conversation: row.conversation}})
			}
		}
	}
	f.seen, f.more = seen, len(rows) == mostNews
	return news, nil
}

// queue compares a tenant's queue with how it stood. A job that moved is news of the
// queue; one that ended is news of its messages too, which now have their outcomes.
func (r *Reporter) queue(ctx context.Context, tenant string) (news []News, err error) {
	now := queueLook{jobs: map[int64]unfinished{}}
	q := r.store.view(ctx)
	if now.paused, err = r.store.Paused(ctx); err != nil {
		return nil, err
	}
	if now.counts, err = counts(q, "count_unfinished", tenant); err != nil {
		return nil, err
	}
	followed := table[unfinished]{fields: func(j *unfinished) []any {
		return []any{&j.n, &j.tenant, &j.user, &j.conversation, &j.state, &j.updated}
	}}
	jobs, err := all(q, followed, "unfinished_jobs", tenant, mostFollowed)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		now.jobs[j.n] = j
	}
	was, known := r.queues[tenant]
	r.queues[tenant] = now
	if !known {
		return nil, nil
	}
	return was.compare(tenant, now), nil
}

func (was queueLook) compare(tenant string, now queueLook) (news []News) {
	if was.paused != now.paused || !maps.Equal(was.counts, now.counts) {
		news = append(news, News{tenant, souvenir.Event{Kind: souvenir.QueueChanged}})
	}
	for n, j := range was.jobs {
		if after, still := now.jobs[n]; !still {
			news = append(news, News{tenant, souvenir.Event{Kind: souvenir.MessagesChanged, User: j.user, Conversation: j.conversation}})
			news = append(news, News{tenant, souvenir.Event{Kind: souvenir.QueueChanged, User: j.user}})
		} else if after != j {
			news = append(news, News{tenant, souvenir.Event{Kind: souvenir.QueueChanged, User: j.user}})
		}
	}
	return news
}

func eachOnce(news []News) (out []News) {
	seen := map[News]bool{}
	for _, n := range news {
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}
