package souvenir

import (
	"bytes"
	"encoding/json"
	"time"
)

// As is m with everything that it was then, but for what is counted and not
// said: when it was recalled, how often, and which model its vector is of.
func (m Memory) As(then Memory) Memory {
	then.EmbeddingModel, then.LastRecalledAt, then.RecallCount, then.UpdatedAt = m.EmbeddingModel, m.LastRecalledAt, m.RecallCount, m.UpdatedAt
	return then
}

// SameAs reports that two memories differ in nothing that history tells apart.
func (m Memory) SameAs(other Memory) bool {
	a, errA := json.Marshal(m)
	b, errB := json.Marshal(m.As(other))
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// Alive says whether a memory is active or waits to become so.
func (m Memory) Alive() bool { return m.Status == Active || m.Status == Waiting }

// Undone says what taking a change back did.
type Undone struct {
	Change  string   `json:"change" doc:"The change that was taken back."`
	Changes []Change `json:"changes" nullable:"false" doc:"What that added to the history, one entry for each memory that it concerned."`
}

// RestoreRequest asks for a user's memories as they were at a time.
type RestoreRequest struct {
	At     time.Time `json:"at" doc:"The time to go back to."`
	DryRun bool      `json:"dry_run,omitempty" doc:"Only say what would happen."`
}

// Restoration is what going back to a time does, or would do, to a user's memories.
type Restoration struct {
	User   string     `json:"user"`
	At     time.Time  `json:"at"`
	DryRun bool       `json:"dry_run"`
	Items  []Restored `json:"items" nullable:"false" doc:"The memories that change; all others are as they were then."`
}

// Restored is one memory that changes.
type Restored struct {
	Memory string `json:"memory"`
	What   Effect `json:"what" enum:"ended,revived,changed" doc:"ended: it was not there or not active then; revived: it is active again; changed: its fields are as they were."`
	Before Memory `json:"before"`
	After  Memory `json:"after"`
}

// Effect is what happens to a memory that is restored.
type Effect string

const (
	WasEnded   Effect = "ended"
	WasRevived Effect = "revived"
	WasChanged Effect = "changed"
)

// EffectOf names the way from one state of a memory to another.
func EffectOf(before, after Memory) Effect {
	switch {
	case before.Alive() && !after.Alive():
		return WasEnded
	case !before.Alive() && after.Alive():
		return WasRevived
	}
	return WasChanged
}
