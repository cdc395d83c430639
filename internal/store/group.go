package store

import "sync"

// group collects write transactions that arrive while others are committed.
type group struct {
	sync.Mutex
	waiting []*transaction
	busy    bool // somebody leads
}

// join adds a transaction to those that wait, and lets it lead if nobody does.
func (g *group) join(t *transaction) {
	g.Lock()
	defer g.Unlock()
	g.waiting = append(g.waiting, t)
	if !g.busy {
		g.busy = true
		t.lead <- true
	}
}

// take gives the leader all that wait, its own among them.
func (g *group) take() []*transaction {
	g.Lock()
	defer g.Unlock()
	batch := g.waiting
	g.waiting = nil
	return batch
}

// pass makes the first of those who came in the meantime the leader.
func (g *group) pass() {
	g.Lock()
	defer g.Unlock()
	g.busy = len(g.waiting) > 0
	if g.busy {
		g.waiting[0].lead <- true
	}
}
