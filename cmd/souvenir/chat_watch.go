package main

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// watch looks at what becomes of what was said, and tells what is new.
type watch struct {
	c    *connection
	tell func([]learning)
	wake chan struct{}

	mu    sync.Mutex
	talks []*listened
}

// listened is a conversation of which something is to be read.
type listened struct {
	conversation string
	expected     int             // messages that will have been accepted
	told         map[string]bool // messages of which it was told what became of them
	settled      bool            // nothing is to be read
}

func newWatch(c *connection, tell func([]learning)) *watch {
	return &watch{c: c, tell: tell, wake: make(chan struct{}, 1)}
}

func (w *watch) talk(conversation string) *listened {
	i := slices.IndexFunc(w.talks, func(h *listened) bool { return h.conversation == conversation })
	if i < 0 {
		w.talks = append(w.talks, &listened{conversation: conversation, told: map[string]bool{}, settled: true})
		i = len(w.talks) - 1
	}
	return w.talks[i]
}

// skip takes what became of a conversation until now for told.
func (w *watch) skip(ctx context.Context, conversation string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	all, err := w.c.outcomes(ctx, conversation)
	if err != nil && souvenir.CodeOf(err) != souvenir.NotFound {
		return err
	}
	h := w.talk(conversation)
	h.expected = len(all.Items)
	for _, o := range all.Items {
		h.told[o.Message] = o.State.Final()
	}
	return nil
}

// expect says that something was said, and answered or not.
func (w *watch) expect(conversation string, answered bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := w.talk(conversation)
	h.settled = false
	h.expected++
	if answered {
		h.expected++
	}
	select {
	case w.wake <- struct{}{}:
	default: // it is awake
	}
}

// heard says that something of a conversation was kept.
func (w *watch) heard(conversation string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.talk(conversation).expected > 0
}

// How often it is looked: at first soon, later now and then.
const (
	soon     = 200 * time.Millisecond
	nowAgain = 5 * time.Second
)

// run looks until ctx is done.
func (w *watch) run(ctx context.Context) error {
	for ctx.Err() == nil {
		select {
		case <-w.wake:
			w.until(ctx, w.look)
		case <-ctx.Done():
		}
	}
	return nil
}

// until repeats something until it is done, more and more slowly. Somebody who says
// more makes it soon again.
func (w *watch) until(ctx context.Context, done func(context.Context) bool) {
	for pause := soon; !done(ctx); pause = min(pause*5/4, nowAgain) {
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-w.wake:
			pause = soon
		case <-ctx.Done():
			timer.Stop()
			return
		}
		timer.Stop()
	}
}

// look tells what is new, and says whether everything was read.
func (w *watch) look(ctx context.Context) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := true
	for _, h := range w.talks {
		if !h.settled {
			h.settled = w.lookAt(ctx, h)
			all = all && h.settled
		}
	}
	return all
}

func (w *watch) lookAt(ctx context.Context, h *listened) (settled bool) {
	all, err := w.c.outcomes(ctx, h.conversation)
	if err != nil {
		return false // it will be looked again
	}
	fresh, unread := map[string]souvenir.Outcome{}, 0
	for _, o := range all.Items {
		if !o.State.Final() {
			unread++
		} else if !h.told[o.Message] {
			fresh[o.Message] = o
		}
	}
	if len(fresh) > 0 {
		changes, err := w.c.Changes(ctx, w.c.user, "")
		if err != nil {
			return false
		}
		for id := range fresh {
			h.told[id] = true
		}
		w.tell(learnings(changes.Items, fresh))
	}
	return unread == 0 && len(all.Items) >= h.expected
}

// flush has everything read now that waits for more turns.
func (w *watch) flush(ctx context.Context) {
	accepted, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	w.until(accepted, w.accepted) // an answer is accepted just after its last word
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, h := range w.talks {
		if !h.settled {
			_ = w.c.Flush(ctx, w.c.user, h.conversation) // what is not read now is read later
		}
	}
}

// accepted says that nothing that was said is still on its way.
func (w *watch) accepted(ctx context.Context) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, h := range w.talks {
		if h.settled {
			continue
		}
		if all, err := w.c.outcomes(ctx, h.conversation); err == nil && len(all.Items) < h.expected {
			return false
		}
	}
	return true
}

func (c *connection) outcomes(ctx context.Context, conversation string) (souvenir.List[souvenir.Outcome], error) {
	return everyPage(func(cursor string) (souvenir.List[souvenir.Outcome], error) {
		return c.Outcomes(ctx, c.user, conversation, cursor)
	})
}
