// Package reconcile decides what to do with a candidate, given what is known.
package reconcile

import (
	"fmt"

	"github.com/souvenir-memory/souvenir"
)

// Known is what may already say what a candidate says.
type Known struct {
	Same  []souvenir.Memory // the same words about the same person
	Keyed *souvenir.Memory  // the current value of the candidate's key
}

// Plan decides on each candidate in turn; known[i] belongs to candidates[i].
// It decides on values alone: nothing is read and nothing is written.
func Plan(candidates []souvenir.Candidate, known []Known) souvenir.Plan {
	var p souvenir.Plan
	for i, c := range candidates {
		if earlier := sameStep(p, c); earlier != nil {
			mergeInto(earlier, c)
			continue
		}
		p.Steps = append(p.Steps, decide(c, known[i]))
	}
	return p
}

func decide(c souvenir.Candidate, k Known) souvenir.Step {
	m := c.Memory
	if m.Status == "" {
		m.Status = souvenir.Active
	}
	step := souvenir.Step{Operation: souvenir.Add, Memory: m}
	switch {
	case len(k.Same) > 0:
		step.Operation, step.Related = souvenir.Reinforce, []string{k.Same[0].ID}
		step.Reason = "The same is already known."
	case k.Keyed != nil && m.SaidAt.Before(k.Keyed.SaidAt):
		step.Operation, step.Related = souvenir.Noop, []string{k.Keyed.ID}
		step.Reason = fmt.Sprintf("%s was given a newer value since.", m.Key)
	case k.Keyed != nil:
		step.Operation, step.Related = souvenir.Supersede, []string{k.Keyed.ID}
		step.Reason = fmt.Sprintf("%s has a new value.", m.Key)
	}
	return step
}

// sameStep finds an earlier step of the plan about the same thing.
func sameStep(p souvenir.Plan, c souvenir.Candidate) *souvenir.Step {
	for i := range p.Steps {
		m := &p.Steps[i].Memory
		if m.Agent != c.Agent || m.SubjectUser != c.SubjectUser {
			continue
		}
		if m.ContentHash == c.ContentHash || (c.Key != "" && m.Key == c.Key) {
			return &p.Steps[i]
		}
	}
	return nil
}

// mergeInto lets one step speak for two candidates of the same window: repeated
// words are one piece of evidence more, a second value of a key is the newer one.
func mergeInto(step *souvenir.Step, c souvenir.Candidate) {
	m := &step.Memory
	switch {
	case m.ContentHash == c.ContentHash:
		m.Evidence = append(m.Evidence, c.Evidence...)
	case !c.SaidAt.Before(m.SaidAt):
		id, status := m.ID, m.Status
		evidence := m.Evidence
		*m = c.Memory
		m.ID, m.Status = id, status
		m.Evidence = append(evidence, c.Evidence...)
		if step.Operation == souvenir.Reinforce {
			step.Operation, step.Reason = souvenir.Supersede, fmt.Sprintf("%s has a new value.", m.Key)
		}
	default:
		m.Evidence = append(m.Evidence, c.Evidence...)
	}
}
