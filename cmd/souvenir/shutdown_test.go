//go:build unix

package main_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/client"
)

// A server that is told to stop does so within two seconds, whoever still holds
// a connection to it and however much is left to do, and nothing is lost.
func (s binary) stops(t *testing.T, db string) {
	l := newLoad(4, 5, 200)
	p := s.serving(t, db)
	c := p.client()
	must(t)(c.Pause(t.Context()))
	l.post(t, func() *client.Client { return c })

	var took time.Duration
	for range 6 { // a busy machine can only make it slower, so one good try is enough
		took = p.stopWhilePeopleWait(l.another())
		p = s.serving(t, db)
		if took < 2*time.Second {
			break
		}
	}
	t.Logf("stopped in %v with open connections and %d queued jobs", took, len(l.all()))
	if took >= 2*time.Second {
		t.Errorf("stopping took %v, want less than 2s", took)
	}

	c = p.client()
	q, err := c.Queue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !q.Paused || int(q.Queued) != len(l.all()) {
		t.Errorf("after a restart the queue is %+v, want it paused with %d jobs", q, len(l.all()))
	}
	must(t)(c.Resume(t.Context()))
	until(t, "work has begun", func() bool {
		stats, err := c.Stats(t.Context(), 30)
		return err == nil && stats.Jobs["done"] > 0
	})
	t.Logf("stopped in %v in the middle of work", p.stop())
	p = s.serving(t, db)
	drained(t, p.client())
	rememberedOnce(t, p.client(), l.all())
}

// stopWhilePeopleWait stops the server while one connection is idle, one sends a
// request only by half, one listens for events, and one waits for an outcome that does not come.
func (p *process) stopWhilePeopleWait(f fact) time.Duration {
	p.t.Helper()
	idle := p.client()
	if !idle.Healthy(p.t.Context()) {
		p.t.Fatal("the server is not healthy")
	}
	address := strings.TrimPrefix(p.url, "http://")
	half, err := net.Dial("tcp", address)
	if err != nil {
		p.t.Fatal(err)
	}
	defer half.Close()
	fmt.Fprintf(half, "POST /api/v1/recall HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{", address)

	listening, err := http.Get(p.url + "/api/v1/events")
	if err != nil {
		p.t.Fatal(err)
	}
	defer listening.Body.Close()

	ctx, cancel := context.WithCancel(p.t.Context())
	var waiting sync.WaitGroup
	defer waiting.Wait()
	defer cancel()
	patient := p.client()
	waiting.Go(func() { patient.Remember(ctx, f.conversation, f.talk(), time.Minute) })
	until(p.t, "somebody waits for an outcome", func() bool {
		c, err := idle.Conversation(ctx, f.user, f.conversation)
		return err == nil && c.Messages == 1
	})
	return p.stop()
}

// stop asks the server to stop and says how long that took.
func (p *process) stop() time.Duration {
	p.t.Helper()
	asked := time.Now()
	p.signal(syscall.SIGTERM)
	if code := p.wait(); code != 0 {
		p.t.Errorf("exit code %d after SIGTERM, want 0", code)
	}
	return time.Since(asked)
}
