// Package reconcile decides what to do with a candidate, given what is known.
//
// The same words are the same memory; a key has one value; what is near is
// compared by guards (internal/reconcile/sense) that see negation, numbers, names,
// order, tense and the like. What they cannot tell is doubtful, and a [Judge] may
// be asked about it; without one, both are kept.
package reconcile

import (
	"fmt"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reconcile/sense"
)

// Known is what may already say what a candidate says.
type Known struct {
	Same  []souvenir.Memory // the same words about the same person
	Keyed *souvenir.Memory  // the current value of the candidate's key
	Near  []Neighbour       // what is close in meaning or words
}

// Neighbour is a memory near a candidate.
type Neighbour struct {
	Memory     souvenir.Memory
	Similarity float64 // the cosine of their contents; 0 where there are no vectors
}

// Similar is the cosine from which two contents count as similar, and weak and
// strong are the confidences between which the weaker one gives way.
const (
	Similar = 0.70
	weak    = 0.50
	strong  = 0.80
)

// Plan decides on each candidate in turn, and sees what it decided before;
// known[i] belongs to candidates[i]. It decides on values alone: nothing is read
// and nothing is written. Questions are the doubtful cases about which there is no
// ruling yet; the plan is good without an answer, too.
func Plan(candidates []souvenir.Candidate, known []Known, said Rulings) (souvenir.Plan, []Question) {
	d := draft{ended: map[string]bool{}, now: map[string]souvenir.Memory{}, texts: map[string]sense.Statement{}, said: said}
	for i, c := range candidates {
		if c.Status == "" {
			c.Status = souvenir.Active
		}
		if earlier := d.sameStep(c); earlier != nil {
			mergeInto(earlier, c)
			continue
		}
		d.take(d.decide(c, known[i]))
	}
	return d.plan, d.questions
}

// decide asks in turn: the same words, the same key, what is near.
func (d *draft) decide(c souvenir.Candidate, k Known) souvenir.Step {
	m := c.Memory
	if old, ok := d.active(k.Same); ok {
		return again(old, m)
	}
	if len(c.Doubts) > 0 {
		return hold(m, strings.Join(c.Doubts, "; "))
	}
	if k.Keyed != nil && !d.ended[k.Keyed.ID] {
		return d.rekey(d.current(*k.Keyed), m)
	}
	return d.compare(m, d.near(m, k.Near))
}

// again is the step for what is known already. Reading the same words twice
// confirms nothing.
func again(old, m souvenir.Memory) souvenir.Step {
	if heardBefore(old, m) {
		return step(souvenir.Noop, m, "The same was learnt from the same words before.", old.ID)
	}
	return step(souvenir.Reinforce, m, "The same is already known.", old.ID)
}

// rekey gives a key its newer value; the same value in other words is none.
func (d *draft) rekey(old, m souvenir.Memory) souvenir.Step {
	switch relation(old, m) {
	case same, covered:
		return again(old, m)
	}
	if m.SaidAt.Before(old.SaidAt) {
		return late(m, old, fmt.Sprintf("%s was given a newer value since.", m.Key))
	}
	s := step(souvenir.Supersede, m, fmt.Sprintf("%s has a new value.", m.Key), old.ID)
	s.Until = until(m)
	return s
}

// late is the step for older news: it changes nothing that holds now, and is kept
// as what was so before.
func late(m, newer souvenir.Memory, why string) souvenir.Step {
	m.Status, m.SupersededBy = souvenir.Superseded, newer.ID
	return step(souvenir.Noop, m, why, newer.ID)
}

func step(op souvenir.Operation, m souvenir.Memory, reason string, related ...string) souvenir.Step {
	return souvenir.Step{Operation: op, Memory: m, Related: related, Reason: reason}
}

func hold(m souvenir.Memory, why string, related ...string) souvenir.Step {
	m.Status = souvenir.Waiting
	return step(souvenir.Hold, m, "Waits for review: "+why+".", related...)
}
