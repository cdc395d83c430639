package souvenir

import "time"

// State is how far a message has come.
type State string

const (
	Queued     State = "queued"     // accepted, extraction still to come
	Remembered State = "remembered" // at least one memory came of it
	Nothing    State = "nothing"    // read, and nothing in it was worth keeping
	Filtered   State = "filtered"   // something was proposed and all of it refused
	Duplicate  State = "duplicate"  // already known; the memory was confirmed
	Pending    State = "pending"    // waits for a person's decision
	Private    State = "private"    // the conversation is private; it was not read
	Skipped    State = "skipped"    // not ours to remember, such as the unknown user's
	Dropped    State = "dropped"    // the queue was full and this was the oldest
	Failed     State = "failed"     // could not be read; the job can be retried
)

// Final says whether a message in this state is done with.
func (s State) Final() bool { return s != Queued }

// Outcome is how one message ended. Every accepted message has exactly one.
type Outcome struct {
	Message   string    `json:"message,omitempty"`
	State     State     `json:"state"`
	Reason    string    `json:"reason,omitempty"`
	Memories  []string  `json:"memories,omitempty"`
	UpdatedAt time.Time `json:"updated_at,omitzero"`
}
