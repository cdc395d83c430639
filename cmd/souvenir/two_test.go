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
	c := p.first.client()
	must(t)(c.Pause(t.Context()))
	p.load.post(t, func() *client.Client { return c })
	p.letThemWork = lock(t, db, "agents")
	must(t)(c.Resume(t.Context()))
	p.held = running(t, c, 4)
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
func lock(t *testing.T, url, table string) (unlock func()) {
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
	if _, err := tx.Exec("lock table " + table + " in access exclusive mode"); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := tx.Rollback(); err != nil {
			t.Error(err)
		}
	}
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
