package llm_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/souvenir-memory/souvenir/internal/llm"
)

func TestLimitLetsOnlySoManyThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var now, most atomic.Int64
		model := llm.Limit(llm.Func(func(context.Context, llm.Request) (llm.Reply, error) {
			most.Store(max(most.Load(), now.Add(1)))
			time.Sleep(time.Second)
			now.Add(-1)
			return llm.Reply{}, nil
		}), 2)
		began := time.Now()
		var asking sync.WaitGroup
		for range 6 {
			asking.Go(func() { model.Chat(t.Context(), llm.Request{}) })
		}
		asking.Wait()
		if most.Load() != 2 || time.Since(began) != 3*time.Second {
			t.Errorf("%d at a time in %v, want 2 in 3s", most.Load(), time.Since(began))
		}
	})
}

func TestWhoWaitsForAModelMayGoAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hold := make(chan struct{})
		model := llm.Limit(llm.Func(func(context.Context, llm.Request) (llm.Reply, error) { <-hold; return llm.Reply{}, nil }), 1)
		go model.Chat(t.Context(), llm.Request{})
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := model.Chat(ctx, llm.Request{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want the deadline", err)
		}
		close(hold)
	})
}

func TestMeterCountsRepliesOnly(t *testing.T) {
	fails := errors.New("no")
	reply, err := llm.Reply{Usage: llm.Usage{Model: "m", In: 3, Out: 2}}, error(nil)
	var got []llm.Usage
	model := llm.Meter(llm.Func(func(context.Context, llm.Request) (llm.Reply, error) { return reply, err }), func(u llm.Usage) { got = append(got, u) })
	model.Chat(t.Context(), llm.Request{})
	err = fails
	if _, e := model.Chat(t.Context(), llm.Request{}); e != fails {
		t.Errorf("error %v, want it as it was", e)
	}
	if len(got) != 1 || got[0] != reply.Usage {
		t.Errorf("counted %v", got)
	}
}
