// Package peers measures recall beside other ways of doing it, in one run, so
// that the ratio means something on a noisy machine. It is a module of its own:
// nothing that it needs for comparison becomes a dependency of the product.
package peers

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/philippgille/chromem-go"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/embed/static"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/vector"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// BenchmarkRecall asks the same questions of the same memories of one user:
//
//	souvenir  the whole of recall: words, vectors, ranking, rows, block
//	fts5      SQLite's full text alone, with its rows
//	chromem   chromem-go, vectors alone
//
// SOUVENIR_BENCH_SIZES=1000000 measures a million memories, which take minutes to
// store; chromem is left out there.
func BenchmarkRecall(b *testing.B) {
	for _, n := range sizes() {
		texts := corpus(n)
		e, s := souvenirWith(b, texts)
		ways := map[string]func(query string) error{
			"souvenir": func(q string) error { return recall(e, q) },
			"fts5": func(q string) error {
				_, err := s.SearchMemories(context.Background(), store.Reach{Scope: ada, Now: time.Now()}, words.Query(q), 10)
				return err
			},
		}
		if n <= 100_000 {
			c := chromemWith(b, texts)
			ways["chromem"] = func(q string) error {
				_, err := c.QueryEmbedding(context.Background(), static.Default().Embed(q), 10, nil, nil)
				return err
			}
		}
		for _, name := range []string{"souvenir", "fts5", "chromem"} {
			if ask, ok := ways[name]; ok {
				b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) { measure(b, ask) })
			}
		}
	}
}

func sizes() (out []int) {
	for size := range strings.SplitSeq(cmp.Or(os.Getenv("SOUVENIR_BENCH_SIZES"), "1000,10000,100000"), ",") {
		if n, err := strconv.Atoi(size); err == nil {
			out = append(out, n)
		}
	}
	return out
}

var ada = souvenir.Scope{Tenant: souvenir.DefaultTenant, User: "ada"}

func measure(b *testing.B, ask func(string) error) {
	r := rand.New(rand.NewPCG(3, 4))
	var took []time.Duration
	for b.Loop() {
		q := question(r)
		started := time.Now()
		if err := ask(q); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(started))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

func recall(e *engine.Engine, query string) error {
	in := &struct{ Body souvenir.Query }{souvenir.Query{User: ada.User, Query: query, Limit: 10, Turns: new(0), Budget: 1000}}
	_, err := e.Recall(context.Background(), in)
	return err
}

func souvenirWith(b *testing.B, texts []string) (*engine.Engine, *store.Store) {
	b.Helper()
	path := b.TempDir() + "/bench.db"
	s, err := store.Open(b.Context(), path, store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	if len(texts) > 100_000 {
		bulk(b, path, texts)
	}
	for from := 0; from < len(texts) && len(texts) <= 100_000; from += 1000 {
		var p souvenir.Plan
		for i := from; i < min(len(texts), from+1000); i++ {
			m := souvenir.Memory{
				ID: fmt.Sprint(i), User: ada.User, Style: "verbatim", Origin: souvenir.Explicit, Type: "fact", Content: texts[i], Priority: 80,
				Reach: souvenir.UserGlobal, Expiry: souvenir.Permanent, Status: souvenir.Active, Trust: souvenir.FromUser, SaidAt: time.Now(), Confirmations: 1,
			}
			m.ContentHash = m.Hash()
			p.Steps = append(p.Steps, souvenir.Step{Operation: souvenir.Add, Memory: m})
		}
		if _, err := s.Apply(b.Context(), ada.Tenant, p, souvenir.Cause{}); err != nil {
			b.Fatal(err)
		}
	}
	e := engine.New(s, engine.Options{})
	for {
		done, err := e.EmbedNew(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		if done == 0 {
			break
		}
	}
	started := time.Now()
	if err := recall(e, "warm up"); err != nil {
		b.Fatal(err)
	}
	took := time.Since(started)
	debug.FreeOSMemory()
	fmt.Printf("%d memories: the first recall, which reads them all, took %v; the process has %s\n", len(texts), took.Round(time.Millisecond), resident())
	return e, s
}

// bulk stores a great many memories with their vectors by SQL, because one by one
// with history and full text they would take an hour.
func bulk(b *testing.B, path string, texts []string) {
	b.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	t, err := db.Begin()
	if err != nil {
		b.Fatal(err)
	}
	memory, err1 := t.Prepare(`insert into memories (n, tenant, id, user_id, style, origin, type, content, content_hash, embedding_model, said_at, created_at, updated_at)
		values (?, ?, ?, ?, 'verbatim', 'explicit', 'fact', ?, ?, ?, 1, 1, 1)`)
	vec, err2 := t.Prepare(`insert into vectors (owner, kind, ref, model, v) values (?, 'memory', ?, ?, ?)`)
	if err := errors.Join(err1, err2); err != nil {
		b.Fatal(err)
	}
	sum := sha256.Sum256([]byte(ada.Tenant + "\x00" + ada.User))
	owner := "o" + hex.EncodeToString(sum[:10])
	for i, text := range texts {
		_, err1 := memory.Exec(i+1, ada.Tenant, fmt.Sprint(i), ada.User, text, fmt.Sprint(i), static.Name)
		_, err2 := vec.Exec(owner, i+1, static.Name, vector.Encode(static.Default().Embed(text)))
		if err := errors.Join(err1, err2); err != nil {
			b.Fatal(err)
		}
	}
	if err := t.Commit(); err != nil {
		b.Fatal(err)
	}
}

// resident is how much memory the process holds, where the system tells.
func resident() string {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if rss, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			return strings.TrimSpace(rss)
		}
	}
	return "an unknown amount of memory"
}

func chromemWith(b *testing.B, texts []string) *chromem.Collection {
	b.Helper()
	c, err := chromem.NewDB().CreateCollection("ada", nil, func(context.Context, string) ([]float32, error) { return nil, nil })
	if err != nil {
		b.Fatal(err)
	}
	docs := make([]chromem.Document, len(texts))
	for i, t := range texts {
		docs[i] = chromem.Document{ID: fmt.Sprint(i), Content: t, Embedding: static.Default().Embed(t)}
	}
	if err := c.AddDocuments(b.Context(), docs, 2); err != nil {
		b.Fatal(err)
	}
	return c
}

var (
	verbs  = strings.Fields("likes hates visited bought sold built painted cooked repaired studied lost found planned started finished wrote read sang drew grew")
	things = strings.Fields("guitar piano garden bicycle kitchen novel recipe mountain river museum concert marathon language boat pottery camera telescope puzzle blanket lantern bakery orchard harbour tunnel castle bridge meadow forest desert island violin carpet window ladder engine compass basket mirror candle hammer")
	times  = strings.Fields("yesterday today spring summer autumn winter january february march april june july monday friday sunday morning evening")
	people = strings.Fields("anna ben carla david emma frank greta hugo ines jonas karla leo mara nils olga paul rosa simon tina ulf")
)

func corpus(n int) []string {
	r := rand.New(rand.NewPCG(1, 2))
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("User %s a %s with %s in %s near %s place%d", pick(r, verbs), pick(r, things), pick(r, people), pick(r, times), pick(r, things), i)
	}
	return texts
}

func question(r *rand.Rand) string {
	return fmt.Sprintf("what %s %s did the user %s in %s?", pick(r, things), pick(r, people), pick(r, verbs), pick(r, times))
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }
