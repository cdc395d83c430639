//go:build unix

package main_test

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// Two servers on one PostgreSQL work on one queue. When the first falls silent
// while it holds leases, the second does its jobs too, and every job is applied
// once: also when the first was only asleep and comes back to finish them.
func (s binary) shareAQueue(t *testing.T) {
	t.Run("one is killed", func(t *testing.T) {
		two := s.twoAtWork(t)
		two.first.kill()
		two.letThemWork()
		two.secondFinishesAll()
	})
	t.Run("one falls asleep and wakes up too late", func(t *testing.T) {
		two := s.twoAtWork(t)
		two.first.signal(syscall.SIGSTOP)
		two.letThemWork()
		two.secondFinishesAll()
		two.first.signal(syscall.SIGCONT)
		until(t, "the first notices that its leases are gone", func() bool {
			return strings.Count(two.first.err.String(), "lease lost") == len(two.held)
		})
		rememberedOnce(t, two.second.client(), two.load.all())
	})
}

// A server that loses PostgreSQL in the middle of its jobs does them again, by
// itself.
func (s binary) survivesALostConnection(t *testing.T) {
	db := storetest.Postgres(t)
	l := newLoad(4, 10, 40)
	p := s.serving(t, db, "--set", "queue.lease=2s", "--set", "queue.retry_interval=100ms")
	agents := p.workOn(l, db)
	until(t, "every worker waits", func() bool { return agents.hangUp() > 0 })
	agents.unlock()
	drained(t, p.client())
	rememberedOnce(t, p.client(), l.all())
}

// pair is two servers on one database, each in the middle of as many jobs as it
// has workers, with many more waiting.
type pair struct {
	t             *testing.T
	first, second *process
	load          *load
	held          []string // jobs that the first has leased
	letThemWork   func()
}

// twoAtWork stops both servers in the middle of their jobs: nobody can read
// agents until letThemWork is called.
func (s binary) twoAtWork(t *testing.T) pair {
	t.Helper()
	db := storetest.Postgres(t)
	settings := []string{"--set", "queue.lease=2s", "--set", "queue.workers=4"}
	p := pair{t: t, load: newLoad(4, 10, 200)}
	p.first = s.serving(t, db, settings...)
	held := p.first.workOn(p.load, db)
	p.held, p.letThemWork = held.jobs, held.unlock
	p.second = s.serving(t, db, settings...)
	running(t, p.second.client(), 8)
	return p
}

// secondFinishesAll waits for the leases of the first to run out, and for
// everything to be done.
func (p pair) secondFinishesAll() {
	p.t.Helper()
	c := p.second.client()
	drained(p.t, c)
	rememberedOnce(p.t, c, p.load.all())
	again := 0
	for _, j := range pages(p.t, func(cursor string) (souvenir.List[souvenir.Job], error) {
		return c.Jobs(p.t.Context(), souvenir.JobDone, cursor)
	}) {
		if slices.Contains(p.held, j.ID) && j.Attempts > 1 {
			again++
		}
	}
	if again != len(p.held) {
		p.t.Errorf("%d of the %d jobs that the first had were taken again, want all", again, len(p.held))
	}
}

// running waits until n jobs are at work, and gives their ids.
func running(t *testing.T, c *client.Client, n int) []string {
	t.Helper()
	var ids []string
	until(t, "workers have taken jobs", func() bool {
		ids = nil
		for _, j := range pages(t, func(cursor string) (souvenir.List[souvenir.Job], error) {
			return c.Jobs(t.Context(), souvenir.JobRunning, cursor)
		}) {
			ids = append(ids, j.ID)
		}
		return len(ids) == n
	})
	return ids
}

// lock keeps everybody from reading a table until it is unlocked.
type lock struct {
	t    *testing.T
	tx   *sql.Tx
	jobs []string // whose workers wait for it
}

// workOn gives the server a load and lets it begin, but no further than to four
// jobs that cannot read their agent.
func (p *process) workOn(l *load, db string) lock {
	p.t.Helper()
	c := p.client()
	must(p.t)(c.Pause(p.t.Context()))
	l.post(p.t, func() *client.Client { return c })
	agents := lockTable(p.t, db, "agents")
	must(p.t)(c.Resume(p.t.Context()))
	agents.jobs = running(p.t, c, 4)
	return agents
}

func lockTable(t *testing.T, url, table string) lock {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	tx, err := db.BeginTx(context.WithoutCancel(t.Context()), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tx.Rollback() })
	must(t)(tx.Exec("lock table " + table + " in access exclusive mode"))
	return lock{t: t, tx: tx}
}

func (l lock) unlock() {
	if err := l.tx.Rollback(); err != nil {
		l.t.Error(err)
	}
}

// hangUp breaks the connections of those who wait, as a restart of PostgreSQL
// or a failing network does, and says how many there were.
func (l lock) hangUp() (n int) {
	l.t.Helper()
	const waiters = "select count(pg_terminate_backend(pid)) from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))"
	if err := l.tx.QueryRow(waiters).Scan(&n); err != nil {
		l.t.Fatal(err)
	}
	return n
}

// must fails the test when a call did.
func must(t *testing.T) func(any, error) {
	return func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
}
