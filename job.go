package souvenir

import "time"

// Job is durable background work. Jobs of one lane run one at a time, in the
// order they were enqueued; lanes run beside each other.
type Job struct {
	ID           string    `json:"id"`
	Kind         JobKind   `json:"kind"`
	Tenant       string    `json:"tenant"`
	User         string    `json:"user"`
	Conversation string    `json:"conversation,omitempty"`
	Messages     []string  `json:"messages,omitempty"`
	Styles       []string  `json:"styles,omitempty"`
	State        JobState  `json:"state"`
	Attempts     int       `json:"attempts"`
	Reason       string    `json:"reason,omitempty"`  // why it failed, waits or was dropped
	ReadyAt      time.Time `json:"ready_at,omitzero"` // until then it gathers turns
	Turns        int       `json:"turns,omitempty"`
	Usage        Usage     `json:"usage,omitzero"`
	Reply        string    `json:"reply,omitempty"` // what a model said that could not be read
	CreatedAt    time.Time `json:"created_at"`
	UpdatedAt    time.Time `json:"updated_at"`
}

// JobKind is what a job does.
type JobKind string

const (
	Extract     JobKind = "extract"      // reads a window of messages and remembers what is worth keeping
	Analyze     JobKind = "analyze"      // looks at a whole conversation
	AutoAnalyze JobKind = "auto-analyze" // the same, because it fell due
	Reprocess   JobKind = "reprocess"    // reads again what waited for a role card
)

// JobState is where a job is.
//
//	queued ──lease──▶ running ──▶ done
//	  ▲                │ │
//	  ├──retryable─────┘ └──▶ failed ──retry by hand──▶ queued
//	  └──lease ran out
//	queued ──queue_limit──▶ dropped
type JobState string

const (
	JobQueued  JobState = "queued"
	JobRunning JobState = "running"
	JobDone    JobState = "done"
	JobFailed  JobState = "failed"
	JobDropped JobState = "dropped"
)

// JobStates lists every state a job can be in.
var JobStates = []JobState{JobQueued, JobRunning, JobDone, JobFailed, JobDropped}

// QueueState is how the background work stands.
type QueueState struct {
	Paused  bool       `json:"paused"`
	Queued  int64      `json:"queued"`
	Running int64      `json:"running"`
	Failed  int64      `json:"failed"`
	Dropped int64      `json:"dropped"`
	Oldest  *time.Time `json:"oldest,omitempty" doc:"Since when the oldest unfinished job waits."`
}

// Counts are a tenant's numbers by state, status or rule.
type Counts struct {
	Jobs       map[string]int64 `json:"jobs"`
	Outcomes   map[string]int64 `json:"outcomes"`
	Memories   map[string]int64 `json:"memories"`
	Rejections map[string]int64 `json:"rejections"`
}
