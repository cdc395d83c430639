package queue_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/queue"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// enqueue posts one message, and so one job, to a conversation.
func enqueue(t *testing.T, s *store.Store, conversation, message string) {
	t.Helper()
	_, err := s.Accept(t.Context(), store.Post{
		Scope:    souvenir.Scope{Tenant: "default", User: "alice", Conversation: conversation},
		Messages: []souvenir.Message{{ID: message, Role: souvenir.User, Content: message, At: time.Now()}},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// running starts a runner and gives the function that stops it.
func running(r *queue.Runner) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { r.Run(ctx) })
	return func() { cancel(); wg.Wait() }
}

// bubble runs a test with a clock of its own over a real SQLite file.
func bubble(t *testing.T, run func(t *testing.T, s *store.Store)) {
	file := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		s, err := store.Open(t.Context(), file, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		run(t, s)
	})
}

var away = souvenir.Errorf(souvenir.Unavailable, "The model is away.")

func jobs(t *testing.T, s *store.Store, state souvenir.JobState) []souvenir.Job {
	t.Helper()
	p, err := s.Jobs(t.Context(), "default", state, "", 100)
	if err != nil {
		t.Fatal(err)
	}
	return p.Items
}

func TestAJobIsTriedAgainAtTheInterval(t *testing.T) {
	bubble(t, func(t *testing.T, s *store.Store) {
		enqueue(t, s, "c", "m1")
		started := time.Now()
		var at []time.Duration
		stop := running(queue.NewRunner(s, func(ctx context.Context, l store.Lease) error {
			at = append(at, time.Since(started).Round(time.Second))
			if len(at) < 4 {
				return away
			}
			return s.Finish(ctx, l, store.Verdict{})
		}, queue.Options{}))
		time.Sleep(time.Minute)
		stop()
		if want := []time.Duration{0, 5 * time.Second, 10 * time.Second, 15 * time.Second}; !slices.EqualFunc(at, want, near) {
			t.Errorf("attempts at %v, want about %v", at, want)
		}
		if done := jobs(t, s, souvenir.JobDone); len(done) != 1 || done[0].Attempts != 4 {
			t.Errorf("done jobs: %+v, want one after four attempts", done)
		}
	})
}

func near(a, b time.Duration) bool { return (a - b).Abs() <= 3*time.Second }

func TestAShorterIntervalTakesEffectAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, s *store.Store) {
		enqueue(t, s, "c", "m1")
		var interval atomic.Int64
		interval.Store(int64(time.Minute))
		var attempts atomic.Int64
		stop := running(queue.NewRunner(s, func(ctx context.Context, l store.Lease) error {
			attempts.Add(1)
			return away
		}, queue.Options{RetryInterval: func() time.Duration { return time.Duration(interval.Load()) }}))
		defer stop()
		time.Sleep(10 * time.Second)
		if n := attempts.Load(); n != 1 {
			t.Fatalf("%d attempts in ten seconds at an interval of a minute, want 1", n)
		}
		interval.Store(int64(time.Second))
		time.Sleep(2 * time.Second)
		if n := attempts.Load(); n < 2 {
			t.Errorf("%d attempts two seconds after the interval became a second, want another", n)
		}
	})
}

func TestAFailureIsVisibleAndDoesNotBlock(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		enqueue(t, s, "c", "bad")
		enqueue(t, s, "c", "panics")
		enqueue(t, s, "c", "good")
		done := make(chan struct{})
		stop := running(queue.NewRunner(s, func(ctx context.Context, l store.Lease) error {
			switch l.Job.Messages[0] {
			case "bad":
				return errors.New("401 unauthorized")
			case "panics":
				panic("oh no")
			}
			defer close(done)
			return s.Finish(ctx, l, store.Verdict{})
		}, queue.Options{}))
		<-done
		stop()
		failed := jobs(t, s, souvenir.JobFailed)
		if len(failed) != 2 || failed[0].Reason != "401 unauthorized" {
			t.Errorf("failed jobs: %+v, want two with their reasons", failed)
		}
		if n := len(jobs(t, s, souvenir.JobDone)); n != 1 {
			t.Errorf("%d jobs done, want the third to be done", n)
		}
	})
}

func TestPauseIsNoticedAndKeepsEverything(t *testing.T) {
	bubble(t, func(t *testing.T, s *store.Store) {
		if err := s.Pause(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		var order []string
		stop := running(queue.NewRunner(s, func(ctx context.Context, l store.Lease) error {
			order = append(order, l.Job.Messages[0])
			return s.Finish(ctx, l, store.Verdict{})
		}, queue.Options{}))
		defer stop()
		for i := range 3 {
			enqueue(t, s, "c", fmt.Sprint("m", i))
		}
		time.Sleep(10 * time.Second)
		if len(order) != 0 {
			t.Fatalf("%v were worked on while paused", order)
		}
		if err := s.Pause(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		time.Sleep(600 * time.Millisecond) // nobody woke it: it looks by itself
		synctest.Wait()
		if want := []string{"m0", "m1", "m2"}; !slices.Equal(order, want) {
			t.Errorf("after resuming %v, want %v within half a second and in order", order, want)
		}
	})
}

func TestShutdownIsPromptAndLosesNothing(t *testing.T) {
	for name, work := range map[string]queue.Work{
		"a hanging call":         func(ctx context.Context, l store.Lease) error { <-ctx.Done(); return ctx.Err() },
		"a call that is retried": func(context.Context, store.Lease) error { return away },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *store.Store) {
				enqueue(t, s, "c", "m1")
				stop := running(queue.NewRunner(s, work, queue.Options{}))
				time.Sleep(time.Second)
				asked := time.Now()
				stop()
				if took := time.Since(asked); took > 2*time.Second {
					t.Errorf("shutdown took %v, want less than two seconds", took)
				}
				if queued := jobs(t, s, souvenir.JobQueued); len(queued) != 1 {
					t.Errorf("queued after shutdown: %+v, want the job", queued)
				}
			})
		})
	}
}

func TestAJobThatDoesNotListenLosesItsLease(t *testing.T) {
	bubble(t, func(t *testing.T, s *store.Store) {
		enqueue(t, s, "c", "m1")
		release := make(chan struct{})
		stop := running(queue.NewRunner(s, func(context.Context, store.Lease) error { <-release; return nil }, queue.Options{}))
		time.Sleep(time.Second)
		asked := time.Now()
		stop()
		if took := time.Since(asked); took > 2*time.Second {
			t.Errorf("shutdown took %v, want less than two seconds", took)
		}
		time.Sleep(30 * time.Second)
		if again, err := s.Take(t.Context(), 1, time.Minute, 0); err != nil || len(again) != 1 {
			t.Errorf("Take after the lease = %+v, %v, want the job", again, err)
		}
		close(release)
	})
}

func TestALongJobKeepsItsLease(t *testing.T) {
	bubble(t, func(t *testing.T, s *store.Store) {
		enqueue(t, s, "c", "m1")
		var attempts int
		stop := running(queue.NewRunner(s, func(ctx context.Context, l store.Lease) error {
			attempts++
			time.Sleep(5 * time.Minute)
			return s.Finish(ctx, l, store.Verdict{})
		}, queue.Options{}))
		time.Sleep(6 * time.Minute)
		stop()
		if attempts != 1 || len(jobs(t, s, souvenir.JobDone)) != 1 {
			t.Errorf("%d attempts at a job longer than its lease, want one that is done", attempts)
		}
	})
}

func TestTwoRunnersShareTheWorkInOrder(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		const lanes, each = 4, 10
		one := storetest.Open(t, url)
		for i := range each {
			for lane := range lanes {
				enqueue(t, one, fmt.Sprint("c", lane), fmt.Sprintf("m%02d", i))
			}
		}
		var mu sync.Mutex
		seen := map[string][]string{}
		var left sync.WaitGroup
		left.Add(lanes * each)
		work := func(s *store.Store) queue.Work {
			return func(ctx context.Context, l store.Lease) error {
				mu.Lock()
				seen[l.Job.Conversation] = append(seen[l.Job.Conversation], l.Job.Messages[0])
				mu.Unlock()
				err := s.Finish(ctx, l, store.Verdict{})
				if err == nil {
					left.Done()
				}
				return err
			}
		}
		two := storetest.Open(t, url)
		stopOne := running(queue.NewRunner(one, work(one), queue.Options{Workers: 2}))
		stopTwo := running(queue.NewRunner(two, work(two), queue.Options{Workers: 2}))
		left.Wait()
		stopOne()
		stopTwo()
		for lane, ids := range seen {
			if len(ids) != each || !slices.IsSorted(ids) {
				t.Errorf("%s was worked on as %v, want each once and in order", lane, ids)
			}
		}
	})
}
