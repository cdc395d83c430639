package vector

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// worker is what one goroutine of a search needs, kept for the next search.
type worker struct {
	nearest    nearest
	shortlist  shortlist
	products   [blockRows]int32
	agreements [blockRows]uint16
	row        digits
}

// team is the workers of one search. The first is the searching goroutine
// itself, so a team of one starts nothing.
type team []*worker

// share has the team do all parts, each part under the lock. Workers take the
// next part as they go, so a slow core does not hold up the others, and let go
// of the lock in between, so a writer does not wait long.
func (t team) share(parts int, lock sync.Locker, do func(part int, w *worker)) {
	var taken atomic.Int32
	locked := func(part int, w *worker) {
		lock.Lock()
		defer lock.Unlock() // even if the caller's keep panics
		do(part, w)
	}
	work := func(w *worker) {
		for part := int(taken.Add(1)) - 1; part < parts; part = int(taken.Add(1)) - 1 {
			locked(part, w)
		}
	}
	var others sync.WaitGroup
	defer others.Wait()
	for _, w := range t[1:] {
		others.Go(func() { work(w) })
	}
	work(t[0])
}

// workers lends teams. The zero value is ready.
type workers struct{ idle sync.Pool }

// team is of the wanted size, but at least one, and no more than can run.
func (p *workers) team(wanted int) team {
	t := make(team, max(1, min(wanted, runtime.GOMAXPROCS(0))))
	for i := range t {
		w, ok := p.idle.Get().(*worker)
		if !ok {
			w = new(worker)
		}
		t[i] = w
	}
	return t
}

func (p *workers) dismiss(t team) {
	for _, w := range t {
		p.idle.Put(w)
	}
}
