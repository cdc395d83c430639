package engine

import "sync"

// signal tells everyone who waits that something happened.
type signal struct {
	sync.Mutex
	next chan struct{}
}

func newSignal() *signal { return &signal{next: make(chan struct{})} }

// wait gives a channel that is closed at the next raise.
func (s *signal) wait() <-chan struct{} {
	s.Lock()
	defer s.Unlock()
	return s.next
}

func (s *signal) raise() {
	s.Lock()
	defer s.Unlock()
	close(s.next)
	s.next = make(chan struct{})
}
