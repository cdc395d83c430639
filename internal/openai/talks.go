package openai

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/souvenir-memory/souvenir/internal/engine"
)

// talks remember what each conversation was told, so that the next turn, or the
// same one again while it uses tools, is told the same to the byte. Losing it costs
// a prompt cache and nothing else.
type talks struct {
	mu        sync.Mutex
	told      map[string]talk
	postfixes map[string]bool // digests of those we wrote: they bear no mark
}

type talk struct {
	told engine.Told
	seen time.Time

	conversation string // of a response, which the next one goes on with
}

const (
	mostTalks = 10_000
	talksHold = time.Hour // no provider keeps a prompt for longer
)

func newTalks() *talks { return &talks{told: map[string]talk{}, postfixes: map[string]bool{}} }

// talkOf names a conversation with whatever changes what it is told.
func talkOf(ctx context.Context, t turn, s Settings) string {
	return digest(engine.Tenant(ctx), t.user, t.agent, t.conversation, s.Place, s.Format)
}

// responseOf names a response of the upstream.
func responseOf(ctx context.Context, user, id string) string {
	return digest("response", engine.Tenant(ctx), user, id)
}

func (ts *talks) of(id string, now time.Time) (talk, bool) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t, ok := ts.told[id]
	return t, ok && now.Sub(t.seen) < talksHold
}

func (ts *talks) keep(id string, t talk) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if _, known := ts.told[id]; !known && len(ts.told) >= mostTalks {
		ts.forget()
	}
	ts.told[id] = t
}

// wrote notes a postfix, so that it is known when it comes back.
func (ts *talks) wrote(postfix string) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if len(ts.postfixes) >= mostTalks {
		clear(ts.postfixes)
	}
	ts.postfixes[digest(postfix)] = true
}

// made recognises a postfix of ours, to the byte.
func (ts *talks) made(postfix string) bool {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return ts.postfixes[digest(postfix)]
}

// drop forgets all of them: something was erased, and may have been told.
func (ts *talks) drop() {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	clear(ts.told)
	clear(ts.postfixes)
}

// forget drops the older half.
func (ts *talks) forget() {
	var times []time.Time
	for _, t := range ts.told {
		times = append(times, t.seen)
	}
	slices.SortFunc(times, time.Time.Compare)
	middle := times[len(times)/2]
	for id, t := range ts.told {
		if t.seen.Before(middle) {
			delete(ts.told, id)
		}
	}
}
