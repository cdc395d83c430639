package souvenir

import (
	"encoding/json"
	"time"
)

// Query asks what is known that bears on something.
type Query struct {
	User         string     `json:"user,omitempty" doc:"Whose memory it is. May be left out when the key or the server's configuration names one."`
	Agent        string     `json:"agent,omitempty"`
	Conversation string     `json:"conversation,omitempty"`
	Site         string     `json:"site,omitempty"`
	Types        []string   `json:"types,omitempty" nullable:"false" maxItems:"50" doc:"Only memories and facts of these types. Raw turns have no type; turns 0 leaves them out."`
	About        string     `json:"about,omitempty" doc:"Only what is about this participant of a group chat: memories and facts of theirs, and what they said. What is about nobody in particular is about the user whose memory it is, and is found under the user's own name."`
	Query        string     `json:"query"`
	Limit        int        `json:"limit,omitempty" default:"20" minimum:"1" maximum:"200" doc:"Memories at most."`
	Turns        *int       `json:"turns,omitempty" minimum:"0" maximum:"200" doc:"Raw turns at most; 10 when absent."`
	Budget       int        `json:"budget,omitempty" default:"1000" minimum:"0" maximum:"100000" doc:"Tokens of the block at most."`
	At           *time.Time `json:"at,omitempty" format:"date-time or date" doc:"Answer as of this time: what was known then, whatever became of it since. A time (2026-03-31T12:00:00Z), or a day (2026-03-31), which counts to its end in UTC."`
	Explain      bool       `json:"explain,omitempty" doc:"Show what each score is made of."`
	Profile      bool       `json:"profile,omitempty" doc:"Also give the profile: what holds whatever the query is, for the beginning of a prompt. The block then leaves it out, and stands at the end."`
	Format       string     `json:"format,omitempty" enum:"block,postfix" doc:"How the block is written: between tags (block, when absent), or as [facts: ...] and [context: ...] (postfix)."`
	Look         bool       `json:"look,omitempty" doc:"Only look: what is found does not count as recalled."`
	Summarize    bool       `json:"summarize,omitempty" doc:"Also say in a few sentences what the memories say. It asks the model, and takes 10 seconds at most."`
}

// UnmarshalJSON reads a query. Its time may be written as a day.
func (q *Query) UnmarshalJSON(data []byte) error {
	type query Query
	in := struct {
		*query
		At string `json:"at"`
	}{query: (*query)(q)}
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	if in.At == "" {
		return nil
	}
	at, err := ParseTime(in.At, time.UTC)
	if err != nil {
		return err
	}
	q.At = &at
	return nil
}

// ParseTime reads a time, or a day, which ends at its last microsecond in the
// location.
func ParseTime(text string, in *time.Location) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t, nil
	}
	day, err := time.ParseInLocation(time.DateOnly, text, in)
	if err != nil {
		return time.Time{}, Errorf(Invalid, "%q is not a time; write it like 2026-03-31 or 2026-03-31T12:00:00Z.", text)
	}
	return day.AddDate(0, 0, 1).Add(-time.Microsecond), nil
}

// Recall is a query's answer, scored and cut to its budget.
type Recall struct {
	Memories []RecalledMemory `json:"memories" nullable:"false"`
	Facts    []Fact           `json:"facts" nullable:"false"`
	Turns    []RecalledTurn   `json:"turns" nullable:"false"`
	Block    string           `json:"block" doc:"Ready to be put into a prompt."`
	Profile  string           `json:"profile,omitempty" doc:"Where it was asked for: the same from query to query until something in it changes, so that prompt caches survive."`
	Tokens   int              `json:"tokens" doc:"Of the block and the profile."`
	Summary  *Summary         `json:"summary,omitempty" doc:"Where it was asked for."`

	FollowUps []PendingTopic `json:"follow_ups,omitempty" nullable:"false" doc:"What the agent's or the conversation's partner and the user left open, to come back to: two at most, the most urgent first."`
}

// Summary is what recalled memories say in short. Nothing in it goes beyond them.
type Summary struct {
	Text   string   `json:"text" doc:"Three to six sentences; empty where no model wrote them."`
	Points []string `json:"points" nullable:"false" doc:"What is worth knowing at a glance."`
	By     string   `json:"by,omitempty" enum:"model,extract" doc:"Whether a model wrote it, or it is the best memories, shortened. Absent where there are too few memories for a summary."`
	Reason string   `json:"reason,omitempty" doc:"Why no model wrote it."`
}

// Who makes a summary.
const (
	ByModel   = "model"
	ByExtract = "extract"
)

// RecalledMemory is a memory and how well it answers.
type RecalledMemory struct {
	Memory
	Score   float64            `json:"score"`
	Explain map[string]float64 `json:"explain,omitempty"`
}

// RecalledTurn is a raw turn and how well it answers.
type RecalledTurn struct {
	ID           string             `json:"id"`
	Conversation string             `json:"conversation"`
	Role         Role               `json:"role"`
	Name         string             `json:"name,omitempty"`
	At           time.Time          `json:"at"`
	Content      string             `json:"content"`
	Score        float64            `json:"score"`
	Explain      map[string]float64 `json:"explain,omitempty"`
}

// EmbeddingState is which model makes the vectors, and how many texts still
// want one.
type EmbeddingState struct {
	Model   string `json:"model"`
	Pending int64  `json:"pending"`
}
