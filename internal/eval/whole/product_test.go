// Package whole_test measures the real product. It stands apart because fuzzing
// the readers would otherwise instrument a whole SQLite.
package whole_test

import (
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/api"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/eval"
	"github.com/souvenir-memory/souvenir/internal/queue"
	"github.com/souvenir-memory/souvenir/internal/store"
)

var _ eval.Product = (*client.Client)(nil)

// souvenirItself is the whole product over a fresh database.
func souvenirItself(t *testing.T) *client.Client {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "eval.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var runner *queue.Runner
	e := engine.New(s, engine.Options{Wake: func() { runner.Wake() }})
	runner = queue.NewRunner(s, e.Work, queue.Options{})
	server := httptest.NewServer(api.New(e, api.Options{Trusted: true}))
	ctx, stop := context.WithCancel(context.Background())
	var working sync.WaitGroup
	working.Go(func() { e.RunEmbedding(ctx) })
	working.Go(func() { runner.Run(ctx) })
	t.Cleanup(func() {
		server.Close()
		stop()
		working.Wait()
		s.Close()
	})
	return client.New(client.Options{URL: server.URL, HTTP: server.Client()})
}

func TestSouvenirFindsWhatWasSaid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		b       eval.Benchmark
		file    string
		atLeast float64 // of the evidence among the first five; a handful of turns leaves little room to err
	}{
		{eval.LoCoMo, "locomo.json", 1},
		{eval.LongMemEval, "longmemeval.json", 1},
		{eval.LongMemEval, "evidence.jsonl", 0.8},
	} {
		data, err := os.Open("../testdata/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		defer data.Close()
		got, err := eval.Run(t.Context(), c.b, data, souvenirItself(t), eval.Options{Patience: 20 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if got.Turns[0].Group != eval.Overall || got.Turns[0].Recall[5] < c.atLeast || got.Tokens == 0 || got.Latency.First == 0 || got.Embedding == "" {
			t.Errorf("%s: report = %+v", c.file, got)
		}
	}
}
