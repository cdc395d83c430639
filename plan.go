package souvenir

import "time"

// Operation is what reconciliation decided to do with a candidate.
type Operation string

const (
	Add       Operation = "ADD"       // nothing like it was known
	Reinforce Operation = "REINFORCE" // known already; confirmed once more
	Update    Operation = "UPDATE"    // a refinement of what was known
	Supersede Operation = "SUPERSEDE" // what was known is no longer true
	Noop      Operation = "NOOP"      // nothing to do
	Hold      Operation = "PENDING"   // a person decides
	Delete    Operation = "DELETE"    // somebody asked to forget it
)

// Step is the decision on one candidate. Memory is what will be stored: the new
// memory, or for Reinforce the known one with its confirmation. Related are the
// memories that it confirms or takes the place of.
type Step struct {
	Operation Operation `json:"operation"`
	Memory    Memory    `json:"memory"`
	Related   []string  `json:"related,omitempty"`
	Reason    string    `json:"reason,omitempty"`

	// Until is when what it takes the place of stopped being true, at the latest.
	Until *time.Time `json:"until,omitempty"`
}

// Plan is what reconciliation decided, in the order of the candidates. Nothing
// of it has happened until it is committed.
type Plan struct {
	Steps []Step `json:"steps"`
}

// Change is one entry in a memory's history.
type Change struct {
	ID        string    `json:"id"`
	Memory    string    `json:"memory"`
	Operation string    `json:"operation"` // create, reinforce, supersede, edit, delete, undo, restore, import, ...
	Before    *Memory   `json:"before,omitempty"`
	After     *Memory   `json:"after,omitempty"`
	Cause     Cause     `json:"cause"`
	At        time.Time `json:"at"`
	Step      string    `json:"step,omitempty"` // what changed together has it in common, and is undone together
}

// Cause is why a memory changed: the job and messages behind it, or the person.
type Cause struct {
	By       string   `json:"by,omitempty"` // the key or surface that asked; empty for the worker
	Job      string   `json:"job,omitempty"`
	Style    string   `json:"style,omitempty"`
	Messages []string `json:"messages,omitempty"`
	Reason   string   `json:"reason,omitempty"`
	Undoes   string   `json:"undoes,omitempty"` // the change that this one takes back
}
