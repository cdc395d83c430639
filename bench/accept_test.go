// Package bench measures the program from the outside, over HTTP.
package bench

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
)

// BenchmarkAccept is what it takes to have messages acknowledged: one operation
// is one post, from the first byte of the request to the last of the answer.
// The floor is measured in the same run with the same posts, and x-floor says
// how many times as long Souvenir takes in the middle: it is the number to
// compare between machines, and between a quiet and a busy hour.
func BenchmarkAccept(b *testing.B) {
	for _, s := range []shape{{messages: 1, clients: 1}, {messages: 1, clients: 8}, {messages: 10, clients: 8}} {
		b.Run(fmt.Sprintf("messages=%d/clients=%d", s.messages, s.clients), s.compare)
	}
}

// compare measures the floor, and then Souvenir while its worker is busy with
// jobs like those that are posted, and with the large ones of an import.
func (s shape) compare(b *testing.B) {
	least := startFloor(b)
	var floor time.Duration
	b.Run("floor", func(b *testing.B) { floor = s.measure(b, least) })
	for _, w := range []busyness{{"chats", s.messages, 1500}, {"import", 1000, 20}} {
		ours := startSouvenir(b)
		b.Run("busy="+w.name, func(b *testing.B) {
			w.prepare(b, ours)
			median := s.measure(b, ours)
			b.ReportMetric(float64(median)/float64(floor), "x-floor")
			w.check(b, ours)
		})
	}
}

// shape is how many clients post at the same time, and how much each at once.
type shape struct{ messages, clients int }

// measure posts b.N times, reports what is worth knowing and gives the median.
func (s shape) measure(b *testing.B, c *client.Client) time.Duration {
	b.Helper()
	took := make([]time.Duration, b.N)
	var next atomic.Int64
	var posting sync.WaitGroup
	b.ResetTimer()
	for n := range s.clients {
		posting.Go(func() {
			conversation := fmt.Sprint("talk-", n)
			for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
				talk := talk("alice", s.messages)
				begun := time.Now()
				if _, err := c.Remember(context.Background(), conversation, talk, 0); err != nil {
					b.Error(err)
					return
				}
				took[i] = time.Since(begun)
			}
		})
	}
	posting.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(b.N*s.messages)/b.Elapsed().Seconds(), "messages/s")
	b.ReportMetric(milliseconds(took[len(took)/2]), "p50-ms")
	b.ReportMetric(milliseconds(took[len(took)*95/100]), "p95-ms")
	return took[len(took)/2]
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

var facts atomic.Int64

// talk is some messages of which each asks to remember something new.
func talk(user string, messages int) souvenir.Talk {
	t := souvenir.Talk{User: user}
	for range messages {
		n := facts.Add(1)
		t.Messages = append(t.Messages, souvenir.Said{ID: fmt.Sprint("m-", n), Role: souvenir.User, At: time.Now().UTC(),
			Content: fmt.Sprintf("Remember that box %d is in the cellar, behind the shelf where my sister keeps the jars of honey.", n)})
	}
	return t
}

// busyness is what keeps the worker busy: posts that wait when the measuring
// begins, more than it can work on meanwhile. A post of up to 20 messages is one job.
type busyness struct {
	name     string
	messages int // of one post
	posts    int
}

// prepare fills the queue and lets the worker begin.
func (w busyness) prepare(b *testing.B, c *client.Client) {
	b.Helper()
	if _, err := c.Pause(b.Context()); err != nil {
		b.Fatal(err)
	}
	var posting sync.WaitGroup
	var next atomic.Int64
	for range 8 {
		posting.Go(func() {
			for i := next.Add(1); i <= int64(w.posts); i = next.Add(1) {
				if _, err := c.Remember(b.Context(), fmt.Sprint("busy-", i%100), talk("bob", w.messages), 0); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	posting.Wait()
	if _, err := c.Resume(b.Context()); err != nil {
		b.Fatal(err)
	}
}

// check says how many jobs were left in the end, and warns when there were none:
// then the worker rested while we measured.
func (w busyness) check(b *testing.B, c *client.Client) {
	b.Helper()
	q, err := c.Queue(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(q.Queued), "jobs-left")
	if q.Queued == 0 {
		b.Log("the worker had nothing left to do: take a shorter -benchtime")
	}
}
