package souvenir

import "time"

// ConversationSummary is a conversation as a list shows it.
type ConversationSummary struct {
	Conversation
	Begins   string     `json:"begins,omitempty" doc:"The first words of the first thing said; nothing of a private conversation."`
	Ends     string     `json:"ends,omitempty" doc:"The first words of the last thing said; nothing of a private conversation."`
	Memories int64      `json:"memories" doc:"How many active memories came of it."`
	Found    *FoundTurn `json:"found,omitempty" doc:"What was said that matches best, where words were looked for."`
}

// FoundTurn is a message that matches words, cut to where they are.
type FoundTurn struct {
	Message string `json:"message"`
	Excerpt string `json:"excerpt"`
}

// Transcript is a part of what was said in a conversation, in order, and what
// each message led to.
type Transcript struct {
	Items   []TranscriptItem `json:"items" nullable:"false"`
	Earlier bool             `json:"earlier" doc:"More was said before: ask for what is before the first seq."`
	Later   bool             `json:"later" doc:"More was said after: ask for what is after the last seq."`
}

// TranscriptItem is a message with what it led to.
type TranscriptItem struct {
	Message    Message     `json:"message"`
	Outcome    Outcome     `json:"outcome"`
	Job        *WorkState  `json:"job,omitempty" doc:"The work that it waits for, or that failed."`
	Memories   []Memory    `json:"memories,omitempty" doc:"What came of it, as it is now."`
	Rejections []Rejection `json:"rejections,omitempty" doc:"What was proposed because of it and refused."`
}

// WorkState is how far the work on a message has come.
type WorkState struct {
	ID       string   `json:"id"`
	State    JobState `json:"state" enum:"queued,running,failed,dropped"`
	Attempts int      `json:"attempts"`
	Reason   string   `json:"reason,omitempty"`
}

// TimelineEntry is one turning of what is known of a user: something was learnt,
// changed, ended or came back.
type TimelineEntry struct {
	ID           string    `json:"id" doc:"Of the change, by which it can be undone."`
	At           time.Time `json:"at"`
	What         Turning   `json:"what" enum:"learnt,proposed,changed,ended,returned"`
	Key          string    `json:"key,omitempty" doc:"Of a fact."`
	Was          []string  `json:"was,omitempty" doc:"What it said before, or what it takes the place of."`
	Is           string    `json:"is,omitempty" doc:"What it says now; nothing when it ended."`
	Memory       string    `json:"memory"`
	Conversation string    `json:"conversation,omitempty"`
	Message      string    `json:"message,omitempty" doc:"What was said that led to it."`
	Operation    string    `json:"operation"`
	Cause        Cause     `json:"cause"`
}

// Turning is what an entry of the timeline amounts to.
type Turning string

const (
	TurnedLearnt   Turning = "learnt"
	TurnedProposed Turning = "proposed" // it waits for a person
	TurnedChanged  Turning = "changed"
	TurnedEnded    Turning = "ended"
	TurnedReturned Turning = "returned"
)

// Profile is what every prompt is told of a user, whatever the talk is about.
type Profile struct {
	User        string `json:"user"`
	Block       string `json:"block" doc:"The text as it stands in the prompt; empty where there is nothing to say."`
	Tokens      int    `json:"tokens" doc:"Estimated."`
	Personality string `json:"personality,omitempty" doc:"What the persona style is told of the user's nature, after the role card."`
}

// ProfileDraft asks what a prompt would say with a role card that is not kept yet.
type ProfileDraft struct {
	Card   *RoleCard `json:"card,omitempty" doc:"The draft; without one, as if there were no card."`
	Agent  string    `json:"agent,omitempty" doc:"With whom the user talks."`
	Budget int       `json:"budget,omitempty" minimum:"0" maximum:"100000" doc:"Tokens at most; 500 when absent."`
}
