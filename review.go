package souvenir

import "time"

// Review is a memory that waits for a person, why, and what it would replace if
// it were approved now.
type Review struct {
	Memory   Memory     `json:"memory"`
	Reason   string     `json:"reason,omitempty" doc:"Why a person should look."`
	Decision Operation  `json:"decision" doc:"What approving it would do now: ADD it, SUPERSEDE or UPDATE something, REINFORCE what is known, or NOOP where something newer is known."`
	Replaces []Replaced `json:"replaces" nullable:"false"`
}

// Replaced is a memory that another one would take the place of, and how its words change.
type Replaced struct {
	Memory Memory `json:"memory"`
	Diff   []Word `json:"diff" nullable:"false"`
}

// Word is a word or some words of a text beside another one.
type Word struct {
	Kind WordKind `json:"kind" enum:"kept,gone,new"`
	Text string   `json:"text"`
}

// WordKind is in which of two texts a word is.
type WordKind string

const (
	Kept WordKind = "kept"
	Gone WordKind = "gone"
	New  WordKind = "new"
)

// Judgement is a person's decision on a memory.
type Judgement string

const (
	Approve   Judgement = "approve"   // it is so; recall it
	Reject    Judgement = "reject"    // do not keep it; it may come again
	Incorrect Judgement = "incorrect" // it is wrong; do not let it come back
)

// Judgements are one decision on many memories.
type Judgements struct {
	IDs      []string  `json:"ids" minItems:"1" maxItems:"1000" nullable:"false"`
	Decision Judgement `json:"decision" enum:"approve,reject,incorrect"`
	Reason   string    `json:"reason,omitempty" doc:"Why; the history keeps it."`
}

// Judged says what became of many decisions.
type Judged struct {
	Approved int         `json:"approved"`
	Rejected int         `json:"rejected" doc:"Rejected or said to be incorrect."`
	Failed   []Unsettled `json:"failed" nullable:"false"`
}

// Unsettled is a memory that could not be decided on.
type Unsettled struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

// Grounds are why a person decides as they do.
type Grounds struct {
	Reason string `json:"reason,omitempty" doc:"Why; the history keeps it."`
}

// Retirement remembers that somebody called a memory incorrect, so that the same
// does not come back from the next message. It can be lifted.
type Retirement struct {
	ID          string    `json:"id"`
	User        string    `json:"user"`
	Memory      string    `json:"memory" doc:"The memory that was incorrect."`
	SubjectUser string    `json:"subject_user,omitempty"`
	Key         string    `json:"key,omitempty"`
	Question    string    `json:"question,omitempty"`
	Content     string    `json:"content"`
	Hash        string    `json:"content_hash"`
	Reason      string    `json:"reason,omitempty"`
	By          string    `json:"by,omitempty"`
	CreatedAt   time.Time `json:"created_at"`
}
