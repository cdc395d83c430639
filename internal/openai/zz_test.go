package openai

import (
	"fmt"
	"os"
	"runtime/pprof"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

func TestZZ(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	e := engine.New(s, engine.Options{})
	ctx := t.Context()
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := g; i < 10000; i += 8 {
				in := &engine.AddMemory{Body: souvenir.Statement{User: "ada", Content: fmt.Sprintf("User thinks that topic %d goes well with hobby %d and place %d", i, i%89, i%211)}}
				if i < 20 {
					in.Body.Key = fmt.Sprintf("fact_%d", i)
				}
				if _, err := e.AddMemory(ctx, in); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	start := time.Now()
	wg.Wait()
	t.Log("seeded", time.Since(start))
	go e.RunEmbedding(ctx)
	for {
		st, err := e.Embedding(ctx, nil)
		if err == nil && st.Body.Pending == 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Log("embedded", time.Since(start))
	n := 0
	var told *engine.Told
	bg := func() {
		n++
		b, err := e.Background(ctx, engine.Chat{User: "ada", Conversation: "c", Query: fmt.Sprintf("What do I think of topic %d and hobby %d?", n%997, n%89), Told: told, ProfileBudget: 500, Budget: 1000})
		if err != nil {
			t.Fatal(err)
		}
		told = &b.Told
	}
	hear := func() {
		n++
		if err := e.Hear(ctx, engine.Side{User: "ada", Conversation: fmt.Sprint("c", n), Said: souvenir.Said{ID: fmt.Sprint(n), Role: souvenir.User, Content: "What do I think of topic 7?"}}); err != nil {
			t.Fatal(err)
		}
	}
	measure := func(what string, do func()) {
		var ds []time.Duration
		for range 100 {
			a := time.Now()
			do()
			ds = append(ds, time.Since(a))
		}
		slices.Sort(ds)
		t.Log(what, ds[50], ds[95])
	}
	bg()
	measure("background warm", bg)
	measure("hear", hear)
	f, _ := os.Create("/tmp/zz.prof")
	pprof.StartCPUProfile(f)
	measure("hear then background", func() { hear(); bg() })
	pprof.StopCPUProfile()
	f.Close()
	var after []time.Duration
	for range 100 {
		hear()
		a := time.Now()
		bg()
		after = append(after, time.Since(a))
	}
	slices.Sort(after)
	t.Log("background after hear", after[50], after[95])
	time.Sleep(time.Second)
	f, _ = os.Create("/tmp/zz2.prof")
	pprof.StartCPUProfile(f)
	measure("both", func() {
		var w sync.WaitGroup
		w.Go(hear)
		w.Go(bg)
		w.Wait()
	})
	pprof.StopCPUProfile()
	var paused []time.Duration
	for range 60 {
		time.Sleep(60 * time.Millisecond)
		a := time.Now()
		var w sync.WaitGroup
		w.Go(hear)
		w.Go(bg)
		w.Wait()
		paused = append(paused, time.Since(a))
	}
	slices.Sort(paused)
	t.Log("both paused", paused[30], paused[56])
	paused = nil
	for range 60 {
		time.Sleep(60 * time.Millisecond)
		a := time.Now()
		bg()
		paused = append(paused, time.Since(a))
	}
	slices.Sort(paused)
	t.Log("background paused", paused[30], paused[56])
}
