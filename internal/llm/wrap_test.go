package llm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
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

func TestRetryWaitsAndAsksAgain(t *testing.T) {
	away := souvenir.Errorf(souvenir.Unavailable, "Away.")
	for name, c := range map[string]struct {
		errors []error // of the attempts; then it works
		want   error
		asked  int
		took   time.Duration
	}{
		"works at once":       {nil, nil, 1, 0},
		"works in the end":    {[]error{away, away}, nil, 3, 2 * time.Second},
		"never works":         {[]error{away, away, away, away}, away, 3, 2 * time.Second},
		"will never work":     {[]error{context.Canceled}, context.Canceled, 1, 0},
		"one more than twice": {[]error{away, context.Canceled}, context.Canceled, 2, time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			asked, began := 0, time.Now()
			model := llm.Retry(llm.Func(func(context.Context, llm.Request) (llm.Reply, error) {
				asked++
				if asked <= len(c.errors) {
					return llm.Reply{}, c.errors[asked-1]
				}
				return llm.Reply{Text: "hi"}, nil
			}), 3, time.Second)
			if _, err := model.Chat(t.Context(), llm.Request{}); err != c.want || asked != c.asked || time.Since(began) != c.took {
				t.Errorf("%s: %v after %d attempts and %v, want %v, %d, %v", name, err, asked, time.Since(began), c.want, c.asked, c.took)
			}
		})
	}
}

func TestRetryIsPatientAndMayBeLeft(t *testing.T) {
	t.Parallel()
	soon := llmtest.Busy(0)
	soon.Header["Retry-After"] = "0.05"
	s := llmtest.New(t, soon, llmtest.Say("hi"), llmtest.Busy(time.Hour))
	model := llm.Retry(endpoint(t, s), 2, 0)
	began := time.Now()
	if got, err := model.Chat(t.Context(), llm.Request{Messages: llm.Ask("hi")}); err != nil || got.Text != "hi" || time.Since(began) < 50*time.Millisecond {
		t.Errorf("reply %q, %v after %v; want one after the wait that was asked for", got.Text, err, time.Since(began))
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(50*time.Millisecond, func() { cancel(errors.New("home time")) })
	if _, err := model.Chat(ctx, llm.Request{Messages: llm.Ask("hi")}); err == nil || time.Since(began) > 30*time.Second {
		t.Errorf("error %v after %v, want the caller's own", err, time.Since(began))
	}
}

func TestCapRefusesWithWhatItIsTold(t *testing.T) {
	spent := souvenir.Errorf(souvenir.Unavailable, "Enough for today.")
	var allowed error
	asked := 0
	model := llm.Cap(llm.Func(func(context.Context, llm.Request) (llm.Reply, error) { asked++; return llm.Reply{}, nil }),
		func(context.Context) error { return allowed })
	if _, err := model.Chat(t.Context(), llm.Request{}); err != nil || asked != 1 {
		t.Errorf("error %v after %d calls, want one", err, asked)
	}
	allowed = spent
	if _, err := model.Chat(t.Context(), llm.Request{}); err != spent || asked != 1 {
		t.Errorf("error %v after %d calls, want it refused", err, asked)
	}
}

func TestRecordWritesEveryCallDownAndNeverTheKey(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t, llmtest.Status(401, "Incorrect API key provided: "+secret))
	s.Otherwise(llmtest.Friendly)
	s.Key = secret
	var lines bytes.Buffer
	model := llm.Adapt(llm.Record(llm.Limit(endpoint(t, s), 2), &lines), llm.AdaptOptions{})
	if _, err := model.Chat(t.Context(), shaped()); souvenir.CodeOf(err) != souvenir.Denied {
		t.Errorf("error %v", err)
	}
	var asking sync.WaitGroup
	for range 10 {
		asking.Go(func() { model.Chat(t.Context(), shaped()) })
	}
	asking.Wait()
	if strings.Contains(lines.String(), "secret") {
		t.Errorf("the key is in\n%s", lines.String())
	}
	replies, failures := 0, 0
	for line := range strings.Lines(lines.String()) {
		var got struct {
			Time    time.Time
			Request llm.Request
			Reply   *llm.Reply
			Error   string
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil || got.Time.IsZero() || got.Request.Shape.Name != "places" {
			t.Fatalf("%s: %v", line, err)
		}
		if got.Reply != nil && got.Reply.Body() == `{"places":[]}` {
			replies++
		} else if strings.Contains(got.Error, "401") {
			failures++
		}
	}
	if replies != 10 || failures != 1 {
		t.Errorf("%d replies and %d failures in\n%s", replies, failures, lines.String())
	}
}
