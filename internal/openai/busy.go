package openai

import "sync"

// busy counts what goes on. Unlike a WaitGroup it may be waited for while more
// begins.
type busy struct {
	mu   sync.Mutex
	n    int
	idle *sync.Cond
}

func newBusy() *busy {
	b := &busy{}
	b.idle = sync.NewCond(&b.mu)
	return b
}

func (b *busy) add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.n += n; b.n == 0 {
		b.idle.Broadcast()
	}
}

// Go does something that is waited for.
func (b *busy) Go(do func()) {
	b.add(1)
	go func() {
		defer b.add(-1)
		do()
	}()
}

// Wait returns when nothing goes on.
func (b *busy) Wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.n > 0 {
		b.idle.Wait()
	}
}
