package souvenir

import "time"

// Evidence is where something was said: a message and the words in it.
type Evidence struct {
	Message string `json:"message"`
	Quote   string `json:"quote,omitempty"`
}

// Candidate is what a style proposes to remember. It is a Memory that has not
// been admitted yet: no id, no status, no history.
type Candidate struct {
	Memory
	Doubts []string `json:"doubts,omitempty"` // why a person should look first; such a candidate waits for review
}

// Rejection is a candidate that was refused, with the rule and the reason, so
// that a person can see it and bring it back.
type Rejection struct {
	ID           string     `json:"id"`
	User         string     `json:"user"`
	Conversation string     `json:"conversation,omitempty"`
	Style        string     `json:"style"`
	Rule         string     `json:"rule"`
	Reason       string     `json:"reason"`
	Candidate    Candidate  `json:"candidate"`
	Job          string     `json:"job,omitempty"`
	RestoredAt   *time.Time `json:"restored_at,omitempty"` // when a person brought it back
	CreatedAt    time.Time  `json:"created_at"`
}
