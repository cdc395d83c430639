package store

import (
	"slices"

	"github.com/souvenir-memory/souvenir"
)

// alteration is a memory as it is and as it is to be.
type alteration struct {
	before, after souvenir.Memory
	undoes        string // the change that it takes back, if it does
}

func concerns(as []alteration, memory string) bool {
	return slices.ContainsFunc(as, func(a alteration) bool { return a.before.ID == memory })
}

// alterAll changes several memories in one step. They may take each other's place,
// so all of them give up the place they have first.
func (t tx) alterAll(tenant, operation string, as []alteration, cause souvenir.Cause) ([]souvenir.Change, error) {
	for _, a := range as {
		if !a.before.Alive() {
			continue
		}
		if _, err := t.exec("park_memory", tenant, a.before.ID); err != nil {
			return nil, err
		}
	}
	if len(as) > 1 {
		t.step = t.newID()
	}
	done := make([]souvenir.Change, 0, len(as))
	for _, a := range as {
		cause.Undoes = a.undoes
		c, err := t.alter(tenant, operation, a.before, a.after, cause)
		if err != nil {
			return nil, err
		}
		done = append(done, c)
	}
	return done, nil
}

// ended is a memory that is not wanted any more.
func (t tx) ended(m souvenir.Memory) souvenir.Memory {
	m.Status, m.EndedAt = souvenir.Deleted, &t.now
	return m
}
