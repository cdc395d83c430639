package main

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// attention decides what a signal ends: what is going on, or the chat.
type attention struct {
	ctx   context.Context // done when the chat's work must end
	stop  func()
	leave <-chan struct{} // closed when somebody wants to leave

	mu      sync.Mutex
	current context.CancelFunc // ends what is going on; nil when nothing is
	leaving context.CancelFunc
}

// newAttention listens to signals until it is stopped. They end ctx too, which is
// therefore not used for more than its values.
func newAttention(ctx context.Context) *attention {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	leave, leaving := context.WithCancel(context.WithoutCancel(ctx))
	a := &attention{leave: leave.Done(), leaving: leaving}
	var end context.CancelFunc
	a.ctx, end = context.WithCancel(context.WithoutCancel(ctx))
	var listening sync.WaitGroup
	listening.Go(func() {
		for {
			select {
			case s := <-signals:
				a.heed(s != os.Interrupt)
			case <-a.ctx.Done():
				return
			}
		}
	})
	a.stop = func() {
		signal.Stop(signals)
		end()
		leaving()
		listening.Wait()
	}
	return a
}

// heed ends what is going on, and the chat if nothing is or everything shall end.
func (a *attention) heed(all bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.current == nil || all {
		a.leaving()
	}
	if a.current != nil {
		a.current()
	}
}

// during does something that a signal ends.
func (a *attention) during(do func(context.Context)) {
	ctx, cancel := context.WithCancel(a.ctx)
	defer cancel()
	a.set(cancel)
	defer a.set(nil)
	do(ctx)
}

func (a *attention) set(current context.CancelFunc) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.current = current
}

// gone says that somebody wants to leave.
func (a *attention) gone() bool {
	select {
	case <-a.leave:
		return true
	default:
		return false
	}
}
