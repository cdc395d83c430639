package souvenir

import "time"

// Said is a message as a caller sends it.
type Said struct {
	ID      string    `json:"id,omitempty" doc:"Given by the caller or made by us; posting it again changes nothing."`
	Role    Role      `json:"role" enum:"user,assistant,system,tool,page"`
	Name    string    `json:"name,omitempty" doc:"The speaker in a group chat."`
	Content string    `json:"content"`
	At      time.Time `json:"at,omitzero" doc:"When it was said; now when absent."`
}

// Talk is some messages with what is known around them.
type Talk struct {
	User         string   `json:"user,omitempty" doc:"Whose memory it is. May be left out when the key or the server's configuration names one."`
	Agent        string   `json:"agent,omitempty" doc:"The assistant or character on the other side."`
	Source       string   `json:"source,omitempty" doc:"Where it was said: web (the default), discord, slack, cli, ..."`
	Participants []string `json:"participants,omitempty" doc:"Who takes part in a group chat."`
	Partner      string   `json:"partner,omitempty" doc:"Whom the user talks with, as people call them; the agent's name when absent."`
	Relation     string   `json:"relation,omitempty" doc:"What the partner is to the user: grandson, friend, ..."`
	URL          string   `json:"url,omitempty" doc:"The page it is about."`
	Styles       []string `json:"styles,omitempty" doc:"How to extract; the agent's or the configured styles when absent."`
	Incremental  bool     `json:"incremental,omitempty" doc:"Read it together with what comes next: after window.min_turns user turns, after window.idle_timeout of silence, or when the conversation is flushed."`
	Messages     []Said   `json:"messages" minItems:"1" maxItems:"1000" nullable:"false"`
}

// Accepted says how each message of a talk stands.
type Accepted struct {
	Conversation string           `json:"conversation"`
	Messages     []MessageOutcome `json:"messages" nullable:"false"`
}

// MessageOutcome is a message's id and how it stands.
type MessageOutcome struct {
	ID      string  `json:"id"`
	Outcome Outcome `json:"outcome"`
}

// Proposal is what extraction would do with a talk.
type Proposal struct {
	Candidates []Candidate `json:"candidates" nullable:"false"`
	Rejections []Rejection `json:"rejections" nullable:"false"`
	Plan       Plan        `json:"plan"`
	Episodes   []Episode   `json:"episodes,omitempty"`
	Prompts    []Prompt    `json:"prompts,omitempty"`
	Note       string      `json:"note,omitempty" doc:"Why no model was asked, where one should have been."`
}

// Prompt is what a style asks a model.
type Prompt struct {
	Style  string `json:"style"`
	System string `json:"system"`
	User   string `json:"user"`
	Tokens int    `json:"tokens" doc:"Estimated."`
}

// List is a page of something. Next is the cursor of the following page, or empty.
type List[T any] struct {
	Items []T    `json:"items" nullable:"false"`
	Next  string `json:"next"`
}

// ConversationEdit changes what is given and leaves the rest.
type ConversationEdit struct {
	Title   *string `json:"title,omitempty" maxLength:"1000"`
	Private *bool   `json:"private,omitempty" doc:"A private conversation is never read and nothing is learnt from it."`
}

// Removed counts what deleting a conversation took away.
type Removed struct {
	Messages int64 `json:"messages"`
	Jobs     int64 `json:"jobs"`
	Memories int64 `json:"memories"`
}

// UserSummary is a user of whom something is known.
type UserSummary struct {
	User          string    `json:"user"`
	Name          string    `json:"name,omitempty" doc:"What their role card calls them."`
	Conversations int64     `json:"conversations"`
	Memories      int64     `json:"memories"`
	LastAt        time.Time `json:"last_at,omitzero" doc:"When something was last said."`
}
