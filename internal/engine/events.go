package engine

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/op"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// How often we look whether another process wrote, how long we gather what this one
// writes, and how often a listener hears that we are still here.
const (
	lookAround  = time.Second
	gatherNews  = 100 * time.Millisecond
	heartbeat   = 15 * time.Second
	mostPending = 200 // events that a slow listener may owe; then it is told that everything changed
)

// audience are those who listen for events.
type audience struct {
	mu        sync.Mutex
	listeners map[*listener]bool
	over      bool          // nobody will be told anything any more
	came      chan struct{} // holds a value when somebody came
}

// listener is one who listens, and what they were not told yet.
type listener struct {
	key     souvenir.Key
	mu      sync.Mutex
	pending []souvenir.Event
	known   map[souvenir.Event]bool
	ready   chan struct{} // holds a value when something is pending; closed when it is over
}

func newAudience() *audience {
	return &audience{listeners: map[*listener]bool{}, came: make(chan struct{}, 1)}
}

// Watch tells of what changes within the caller's reach until the caller goes away
// or we stop.
func (e *Engine) Watch(ctx context.Context, _ *struct{}) (*op.Stream, error) {
	key := caller(ctx)
	return op.WriteEvents(func(ctx context.Context, events op.Events) error {
		l := e.audience.join(key)
		defer e.audience.leave(l)
		beat := time.NewTicker(heartbeat)
		defer beat.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil
			case _, goesOn := <-l.ready:
				for _, event := range l.take() {
					if err := events.Send(event); err != nil {
						return err
					}
				}
				if !goesOn {
					return nil
				}
			case <-beat.C:
				if ok, err := e.stillWelcome(ctx, key); !ok || err != nil {
					return err
				}
				if err := events.Beat(); err != nil {
					return err
				}
			}
		}
	}), nil
}

// stillWelcome says whether somebody who was let in would be let in now.
func (e *Engine) stillWelcome(ctx context.Context, key souvenir.Key) (bool, error) {
	if key.ID == "" {
		return e.Open(ctx)
	}
	keys, err := e.store.Keys(ctx, key.Tenant)
	for _, k := range keys {
		if k.ID == key.ID {
			return k.RevokedAt == nil, nil
		}
	}
	return false, err
}

// RunEvents tells listeners what was written, by this process or another, until ctx
// is done. While nobody listens it does nothing.
func (e *Engine) RunEvents(ctx context.Context) error {
	defer e.audience.end()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-e.audience.came:
		}
		if err := e.tell(ctx); err != nil && ctx.Err() == nil {
			e.log.WarnContext(ctx, "events not told", "error", err)
			e.audience.dismiss() // they come back and look at everything again
		}
	}
}

// tell follows what is written for as long as somebody listens.
func (e *Engine) tell(ctx context.Context) error {
	news, err := e.store.Report(ctx)
	if err != nil {
		return err
	}
	tick := time.NewTicker(lookAround)
	defer tick.Stop()
	for tenants := e.audience.tenants(); len(tenants) > 0; tenants = e.audience.tenants() {
		happened, err := news.Next(ctx, tenants)
		if err != nil {
			return err
		}
		e.audience.tell(happened)
		e.audience.greet(tenants)
		select {
		case <-ctx.Done():
			return nil
		case <-e.audience.came:
		case <-tick.C:
		case <-news.Commits():
			if !pause(ctx, gatherNews) {
				return nil
			}
		}
	}
	return nil
}

// pause waits, and says whether there is reason to go on.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

func (a *audience) join(k souvenir.Key) *listener {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := &listener{key: k, ready: make(chan struct{}, 1)}
	if a.over {
		close(l.ready)
		return l
	}
	a.listeners[l] = false
	select {
	case a.came <- struct{}{}:
	default:
	}
	return l
}

func (a *audience) leave(l *listener) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.listeners, l)
}

// greet tells those who came that events come from now on, if their tenant was
// looked at.
func (a *audience) greet(tenants []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for l, greeted := range a.listeners {
		if !greeted && slices.Contains(tenants, l.key.Tenant) {
			a.listeners[l] = true
			l.add(souvenir.Event{Kind: souvenir.Hello})
		}
	}
}

// tell tells everybody what is within their reach.
func (a *audience) tell(news []store.News) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for l, greeted := range a.listeners {
		for _, n := range news {
			if greeted && l.key.Tenant == n.Tenant && (n.User == "" || l.key.MayActFor(n.User)) {
				l.add(n.Event)
			}
		}
	}
}

func (a *audience) tenants() (out []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for l := range a.listeners {
		out = append(out, l.key.Tenant)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// dismiss sends everybody away.
func (a *audience) dismiss() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for l := range a.listeners {
		close(l.ready)
		delete(a.listeners, l)
	}
}

func (a *audience) end() {
	a.mu.Lock()
	a.over = true
	a.mu.Unlock()
	a.dismiss()
}

// add is called by whoever holds the audience's lock, which also closes ready.
func (l *listener) add(e souvenir.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known[e] {
		return
	}
	if len(l.pending) >= mostPending {
		e, l.pending, l.known = souvenir.Event{Kind: souvenir.EverythingChanged}, nil, nil
	}
	if l.known == nil {
		l.known = map[souvenir.Event]bool{}
	}
	l.known[e] = true
	l.pending = append(l.pending, e)
	select {
	case l.ready <- struct{}{}:
	default:
	}
}

func (l *listener) take() []souvenir.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.pending
	l.pending, l.known = nil, nil
	return out
}
