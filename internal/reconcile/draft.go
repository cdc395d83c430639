package reconcile

import (
	"fmt"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reconcile/sense"
)

// draft is a plan in the making, and what it has changed so far.
type draft struct {
	plan      souvenir.Plan
	ended     map[string]bool            // what its steps take the place of
	now       map[string]souvenir.Memory // what its steps confirm, as it then is
	texts     map[string]sense.Statement // what was read so far
	said      Rulings
	questions []Question
}

// take adds a step. A second confirmation of the same thing in one window is
// evidence for the first one.
func (d *draft) take(s souvenir.Step) {
	switch s.Operation {
	case souvenir.Reinforce:
		if d.confirmed(s) {
			return
		}
		if old, ok := d.now[s.Related[0]]; ok {
			d.now[s.Related[0]] = old.Confirmed(s.Memory)
		}
	case souvenir.Update, souvenir.Supersede:
		for _, id := range s.Related {
			d.ended[id] = true
		}
	}
	d.plan.Steps = append(d.plan.Steps, s)
}

// confirmed lets an earlier step have the evidence of one that confirms the same,
// or that confirms what the earlier step adds.
func (d *draft) confirmed(s souvenir.Step) bool {
	for i := range d.plan.Steps {
		e := &d.plan.Steps[i]
		again := e.Operation == souvenir.Reinforce && e.Related[0] == s.Related[0]
		if again || adds(*e) && e.Memory.ID == s.Related[0] {
			e.Memory.Evidence = union(e.Memory.Evidence, s.Memory.Evidence)
			return true
		}
	}
	return false
}

func adds(s souvenir.Step) bool {
	return s.Operation == souvenir.Add || s.Operation == souvenir.Update || s.Operation == souvenir.Supersede
}

// active finds the first memory that the plan has not ended, as it is by now.
func (d *draft) active(ms []souvenir.Memory) (souvenir.Memory, bool) {
	for _, m := range ms {
		if !d.ended[m.ID] {
			return d.current(m), true
		}
	}
	return souvenir.Memory{}, false
}

// current is a memory as the steps so far leave it.
func (d *draft) current(m souvenir.Memory) souvenir.Memory {
	if now, ok := d.now[m.ID]; ok {
		return now
	}
	d.now[m.ID] = m
	return m
}

// planned are the memories that earlier steps add, as neighbours of a later
// candidate.
func (d *draft) planned(m souvenir.Memory) (out []Neighbour) {
	for _, s := range d.plan.Steps {
		if adds(s) && s.Memory.ID != "" && !d.ended[s.Memory.ID] {
			delete(d.now, s.Memory.ID) // its evidence may have grown
			out = append(out, Neighbour{Memory: s.Memory})
		}
	}
	return out
}

// sameStep finds an earlier step of the plan about the same thing.
func (d *draft) sameStep(c souvenir.Candidate) *souvenir.Step {
	for i := range d.plan.Steps {
		m := &d.plan.Steps[i].Memory
		if m.Agent != c.Agent || m.SubjectUser != c.SubjectUser || d.ended[m.ID] && m.ID != "" {
			continue
		}
		if m.ContentHash == c.ContentHash || (c.Key != "" && m.Key == c.Key) {
			return &d.plan.Steps[i]
		}
	}
	return nil
}

// mergeInto lets one step speak for two candidates of the same window: repeated
// words are one piece of evidence more, a second value of a key is the newer one.
func mergeInto(step *souvenir.Step, c souvenir.Candidate) {
	m := &step.Memory
	switch {
	case m.ContentHash == c.ContentHash, c.SaidAt.Before(m.SaidAt):
		m.Evidence = union(m.Evidence, c.Evidence)
	default:
		id, status := m.ID, m.Status
		evidence := m.Evidence
		*m = c.Memory
		m.ID, m.Status = id, status
		m.Evidence = union(evidence, c.Evidence)
		if step.Operation == souvenir.Reinforce {
			step.Operation, step.Reason = souvenir.Supersede, fmt.Sprintf("%s has a new value.", m.Key)
		}
	}
}

// heardBefore says whether all that a candidate rests on is what is known to be
// said already: reading the same words twice confirms nothing.
func heardBefore(known, m souvenir.Memory) bool {
	for _, e := range m.Evidence {
		if !slices.ContainsFunc(known.Evidence, func(k souvenir.Evidence) bool { return k.Message == e.Message && e.Message != "" }) {
			return false
		}
	}
	return len(m.Evidence) > 0
}
