package store

import (
	"sync"
	"time"
)

// group collects write transactions that arrive while others are committed. Some
// are urgent, because somebody waits for the answer; the worker's and the
// embedder's are patient. The two kinds take turns.
type group struct {
	sync.Mutex
	urgent, patient []*transaction
	busy            bool // somebody leads
	patientNext     bool // it is their turn
}

// turn is how long patient transactions are gathered into one commit.
const turn = 2 * time.Millisecond

// join adds a transaction to those that wait, and lets it lead if nobody does.
func (g *group) join(t *transaction) {
	g.Lock()
	defer g.Unlock()
	if t.patient {
		g.patient = append(g.patient, t)
	} else {
		g.urgent = append(g.urgent, t)
	}
	if !g.busy {
		g.busy = true
		t.lead <- true
	}
}

// take gives the leader all that are urgent, or the first of the patient when
// it is their turn.
func (g *group) take() []*transaction {
	g.Lock()
	defer g.Unlock()
	if len(g.urgent) == 0 || g.patientNext && len(g.patient) > 0 {
		g.patientNext = false
		return g.first()
	}
	g.patientNext = true
	batch := g.urgent
	g.urgent = nil
	return batch
}

// more gives one more of the patient, while there is time and nobody came who
// is in a hurry.
func (g *group) more(since time.Time) []*transaction {
	g.Lock()
	defer g.Unlock()
	if len(g.patient) == 0 || len(g.urgent) > 0 || time.Since(since) > turn {
		return nil
	}
	return g.first()
}

func (g *group) first() []*transaction {
	first := g.patient[:1:1]
	g.patient = g.patient[1:]
	return first
}

// pass makes the first of those who wait the leader.
func (g *group) pass() {
	g.Lock()
	defer g.Unlock()
	switch {
	case len(g.urgent) > 0:
		g.urgent[0].lead <- true
	case len(g.patient) > 0:
		g.patient[0].lead <- true
	default:
		g.busy = false
	}
}
