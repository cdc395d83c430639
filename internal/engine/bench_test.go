package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// BenchmarkRecall is the whole of recall, from the query to the block, in one
// user's memories. SOUVENIR_BENCH_MILLION=1 adds the largest size, which takes
// minutes to fill.
func BenchmarkRecall(b *testing.B) {
	sizes := []int{1_000, 10_000, 100_000}
	if os.Getenv("SOUVENIR_BENCH_MILLION") != "" {
		sizes = append(sizes, 1_000_000)
	}
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := storetest.Open(b, storetest.SQLite(b))
			e := New(s, Options{})
			fill(b, s, n)
			for {
				done, err := e.EmbedNew(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				if done == 0 {
					break
				}
			}
			opened := time.Now()
			ask(b, e, 0)
			b.ReportMetric(time.Since(opened).Seconds(), "first-s")
			var took []time.Duration
			i := 0
			for b.Loop() {
				i++
				started := time.Now()
				ask(b, e, i)
				took = append(took, time.Since(started))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapAlloc)/1e6, "heap-MB")
		})
	}
}

func ask(b *testing.B, e *Engine, seed int) {
	b.Helper()
	in := &struct{ Body souvenir.Query }{souvenir.Query{User: "alice", Query: sentence(rand.New(rand.NewPCG(7, uint64(seed))), 4), Limit: 10, Turns: new(0), Budget: 1000}}
	out, err := e.Recall(context.Background(), in)
	if err != nil || len(out.Body.Memories) == 0 {
		b.Fatalf("Recall(%q) = %+v, %v", in.Body.Query, out, err)
	}
}

var (
	verbs   = strings.Fields("likes hates visited bought sold built painted cooked repaired studied lost found planned started finished")
	objects = strings.Fields("guitar piano garden bicycle kitchen novel recipe mountain river museum concert marathon language sailing pottery camera telescope puzzle blanket lantern bakery orchard harbour tunnel castle bridge meadow forest desert island")
	extras  = strings.Fields("yesterday quickly with friends in spring during winter near the old town for a month under pressure without help beside the lake on holiday")
)

func sentence(r *rand.Rand, words int) string {
	out := []string{verbs[r.IntN(len(verbs))], objects[r.IntN(len(objects))]}
	for len(out) < words {
		out = append(out, extras[r.IntN(len(extras))])
	}
	return strings.Join(out, " ")
}

func fill(b *testing.B, s *store.Store, n int) {
	b.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for from := 0; from < n; from += 1000 {
		var p souvenir.Plan
		for i := from; i < min(n, from+1000); i++ {
			m := souvenir.Memory{
				ID: fmt.Sprint(i), User: "alice", Style: "verbatim", Origin: souvenir.Explicit, Type: "fact", Content: fmt.Sprintf("User %s number%d", sentence(r, 9), i),
				Priority: 80, Reach: souvenir.UserGlobal, Expiry: souvenir.Permanent, Status: souvenir.Active, Trust: souvenir.FromUser, SaidAt: time.Now(), Confirmations: 1,
			}
			m.ContentHash = m.Hash()
			p.Steps = append(p.Steps, souvenir.Step{Operation: souvenir.Add, Memory: m})
		}
		if _, err := s.Apply(b.Context(), souvenir.DefaultTenant, p, souvenir.Cause{}); err != nil {
			b.Fatal(err)
		}
	}
}
