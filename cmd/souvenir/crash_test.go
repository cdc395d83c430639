//go:build unix

package main_test

import (
	"database/sql"
	"flag"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/store"
)

var seed = flag.Uint64("seed", 0, "when to kill, as an earlier run of the crash test printed it; 0 means another every time")

// A server that is killed again and again while clients post loses nothing that
// it acknowledged and does nothing twice. The moments of the kills are counted
// in acknowledged messages, later in finished jobs, so that they are as
// random on a slow machine as on a fast one.
func (s binary) survivesKills(t *testing.T, db string) {
	const messages = 1000
	random := seeded(t)
	l := newLoad(8, 5, messages)
	server := restartable{t: t, binary: s, db: db, random: random}
	server.start()
	var posting sync.WaitGroup
	posting.Go(func() { l.post(t, server.client) })
	defer posting.Wait()
	for _, at := range moments(random, 6, messages) {
		until(t, "so many messages are acknowledged", func() bool { return len(l.acknowledgedSoFar()) >= at })
		server.killAndRestart(l)
	}
	posting.Wait()
	for _, at := range moments(random, 2, messages) {
		until(t, "so many jobs are done", func() bool { return server.done() >= int64(at) })
		server.killAndRestart(l)
	}
	drained(t, server.client())
	stored(t, server.client(), l.all())
	rememberedOnce(t, server.client(), l.all())
	server.now.kill()
	intact(t, db)
}

// seeded is random, and says how to be random in the same way again.
func seeded(t *testing.T) *rand.Rand {
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("to kill at the same moments again: -seed %d", s)
	return rand.New(rand.NewPCG(s, s))
}

// moments are n numbers below max, in order.
func moments(random *rand.Rand, n, max int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = random.IntN(max)
	}
	slices.Sort(out)
	return out
}

// restartable is a server whose clients find it again after a restart, on
// whatever port it has then.
type restartable struct {
	t      *testing.T
	binary binary
	db     string
	random *rand.Rand
	now    *process
	to     atomic.Pointer[client.Client]
}

// start starts the server, sometimes after one that does not live to be ready.
// Leases run out soon: those of a killed server keep their conversations waiting.
func (r *restartable) start() {
	r.t.Helper()
	settings := []string{"--set", "queue.lease=1s", "--set", "log.level=warn"}
	if r.random.IntN(2) == 0 {
		short := r.binary.command(r.t, append([]string{"serve", "--listen", "127.0.0.1:0", "--db", r.db, "--set", "style=verbatim"}, settings...)...)
		short.begin()
		<-time.After(time.Duration(r.random.Int64N(int64(100 * time.Millisecond)))) // a random moment of its start
		short.kill()
	}
	r.now = r.binary.serving(r.t, r.db, settings...)
	r.to.Store(r.now.client())
}

func (r *restartable) client() *client.Client { return r.to.Load() }

// done counts finished jobs.
func (r *restartable) done() int64 {
	stats, err := r.client().Stats(r.t.Context(), 30)
	if err != nil {
		r.t.Error(err)
	}
	return stats.Jobs["done"]
}

func (r *restartable) killAndRestart(l *load) {
	safe := l.acknowledgedSoFar()
	r.now.kill()
	r.start()
	stored(r.t, r.client(), safe)
}

// intact checks a SQLite file; PostgreSQL was not killed.
func intact(t *testing.T, url string) {
	t.Helper()
	if store.IsPostgres(url) {
		return
	}
	db, err := sql.Open("sqlite", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRow("pragma integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("integrity check says %q, %v", verdict, err)
	}
}
