package reconcile

import (
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// refined is the step for a candidate that says all of what is known, and more.
func refined(m souvenir.Memory, old []relative) souvenir.Step {
	s := souvenir.Step{Operation: souvenir.Update, Memory: m, Reason: "It says more about what is known."}
	for _, r := range old {
		s.Memory = enriched(s.Memory, r.Memory)
		s.Related = append(s.Related, r.Memory.ID)
	}
	return s
}

// enriched is a memory that takes the place of an older one which it confirms:
// more confident, with the evidence of both, and with what the older one knew.
func enriched(m, old souvenir.Memory) souvenir.Memory {
	m = inherit(m, old)
	m.Confirmations = max(1, old.Confirmations) + max(1, m.Confirmations)
	switch {
	case m.Confidence == nil && old.Confidence != nil:
		m.Confidence = new(min(1, *old.Confidence+0.05))
	case m.Confidence != nil && old.Confidence != nil:
		m.Confidence = new(max(*m.Confidence, min(1, *old.Confidence+0.05)))
	}
	m.Evidence = union(old.Evidence, m.Evidence)
	m.Tags = union(old.Tags, m.Tags)
	m.Priority = max(m.Priority, old.Priority)
	if m.Importance == nil || old.Importance != nil && *old.Importance > *m.Importance {
		m.Importance = old.Importance
	}
	if old.SaidAt.After(m.SaidAt) {
		m.SaidAt = old.SaidAt
	}
	if m.ValidFrom == nil {
		m.ValidFrom = old.ValidFrom
	}
	if m.ValidTo == nil {
		m.ValidTo = old.ValidTo
	}
	m.RecallCount, m.LastRecalledAt = old.RecallCount, old.LastRecalledAt
	return m
}

// inherit gives a memory the key of what it takes the place of, so that a fact
// stays a fact, and its origin where that protects it.
func inherit(m, old souvenir.Memory) souvenir.Memory {
	if m.Key == "" && old.Key != "" {
		m.Key = old.Key
	}
	if old.Origin == souvenir.Core || old.Origin == souvenir.Explicit && m.Origin == souvenir.Implicit {
		m.Origin = old.Origin
	}
	m.ContentHash = m.Hash()
	return m
}

func union[T any](a, b []T) []T {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.ContainsFunc(out, func(y T) bool { return any(x) == any(y) }) {
			out = append(out, x)
		}
	}
	return out
}

// until is when what a candidate replaces stopped being true: when it says so, or
// else when it was said.
func until(m souvenir.Memory) *time.Time {
	switch {
	case m.ValidFrom != nil:
		return m.ValidFrom
	case m.ValidTo != nil:
		return m.ValidTo
	}
	return new(m.SaidAt)
}
