package store_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// What people say to each other, long enough to have words worth indexing.
var said = []string{
	"I moved to Lyon last spring, and I am still looking for a good place to buy bread near the Croix-Rousse.",
	"My sister Ana visits me in October; she is allergic to nuts, so we need to find another bakery than last time.",
	"我下个月要去东京出差，想顺便去看看我的老朋友田中。",
	"Could you remind me what we decided about the database? I think we said SQLite first and PostgreSQL when it gets crowded.",
	"I used to play the cello, but since I hurt my wrist I mostly sing 🎶 in a choir on Thursday evenings.",
}

// BenchmarkAccept is what a post costs after HTTP: one operation is one post.
//
//	go test -run '^$' -bench Accept -benchtime 3s ./internal/store
func BenchmarkAccept(b *testing.B) {
	eachForBenchmark(b, func(b *testing.B, s *store.Store) {
		for _, messages := range []int{1, 10} {
			for _, clients := range []int{1, 8} {
				b.Run(fmt.Sprintf("batch=%d/clients=%d", messages, clients), func(b *testing.B) {
					benchmarkAccept(b, s, messages, clients)
				})
			}
		}
	})
}

func benchmarkAccept(b *testing.B, s *store.Store, messages, clients int) {
	var posted atomic.Int64
	run := time.Now().UnixNano() // the function is called again with a larger b.N
	took := work(b, clients, func(client int) error {
		_, err := s.Accept(context.Background(), conversationPost(fmt.Sprint("c", run, "-", client), posted.Add(1), messages))
		return err
	})
	report(b, took, messages, "messages/s")
}

func conversationPost(conversation string, number int64, messages int) store.Post {
	p := store.Post{Scope: souvenir.Scope{Tenant: "default", User: "alice", Conversation: conversation}, Source: "web"}
	for i := range messages {
		p.Messages = append(p.Messages, souvenir.Message{
			ID: fmt.Sprint("m", number, "-", i), Role: souvenir.User, Content: said[(int(number)+i)%len(said)], At: time.Now(),
		})
	}
	return p
}

// BenchmarkTakeFinish is what the queue itself costs: one operation is one job,
// taken and finished with a memory.
func BenchmarkTakeFinish(b *testing.B) {
	eachForBenchmark(b, func(b *testing.B, s *store.Store) {
		for _, workers := range []int{1, 8} {
			b.Run(fmt.Sprint("workers=", workers), func(b *testing.B) { benchmarkTakeFinish(b, s, workers) })
		}
	})
}

func benchmarkTakeFinish(b *testing.B, s *store.Store, workers int) {
	const lanes = 100
	run := time.Now().UnixNano()
	for lane := range lanes {
		p := conversationPost(fmt.Sprint("c", run, "-", lane), 1, b.N/lanes+1)
		p.MaxTurns = 1 // a job for each message
		if _, err := s.Accept(b.Context(), p); err != nil {
			b.Fatal(err)
		}
	}
	b.ResetTimer()
	var remembered atomic.Int64
	took := work(b, workers, func(int) error {
		leases, err := s.Take(context.Background(), 1, time.Minute, 0)
		if err != nil || len(leases) == 0 {
			return fmt.Errorf("take gave %d jobs: %w", len(leases), err)
		}
		n := remembered.Add(1)
		m := newMemory(fmt.Sprint(run, "-", n), fmt.Sprint(said[int(n)%len(said)], run, n))
		return s.Finish(context.Background(), leases[0], store.Verdict{
			Plan:     souvenir.Plan{Steps: []souvenir.Step{{Operation: souvenir.Add, Memory: m}}},
			Outcomes: []souvenir.Outcome{{Message: leases[0].Job.Messages[0], State: souvenir.Remembered, Memories: []string{m.ID}}},
		})
	})
	report(b, took, 1, "jobs/s")
}

// work does b.N operations from several goroutines and says how long each took.
func work(b *testing.B, goroutines int, do func(goroutine int) error) []time.Duration {
	took := make([]time.Duration, b.N)
	var next atomic.Int64
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
				start := time.Now()
				if err := do(g); err != nil {
					b.Error(err)
					return
				}
				took[i] = time.Since(start)
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	return took
}

func report(b *testing.B, took []time.Duration, each int, unit string) {
	slices.Sort(took)
	b.ReportMetric(float64(b.N*each)/b.Elapsed().Seconds(), unit)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "max-ms")
}

func eachForBenchmark(b *testing.B, run func(b *testing.B, s *store.Store)) {
	b.Run("sqlite", func(b *testing.B) { run(b, storetest.Open(b, storetest.SQLite(b))) })
	b.Run("postgres", func(b *testing.B) { run(b, storetest.Open(b, storetest.Postgres(b))) })
}
