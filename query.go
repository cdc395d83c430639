package souvenir

import "time"

// Query asks what is known that bears on something.
type Query struct {
	User         string     `json:"user,omitempty" doc:"Whose memory it is. May be left out when the key or the server's configuration names one."`
	Agent        string     `json:"agent,omitempty"`
	Conversation string     `json:"conversation,omitempty"`
	Site         string     `json:"site,omitempty"`
	Query        string     `json:"query"`
	Limit        int        `json:"limit,omitempty" default:"20" minimum:"1" maximum:"200" doc:"Memories at most."`
	Turns        *int       `json:"turns,omitempty" minimum:"0" maximum:"200" doc:"Raw turns at most; 10 when absent."`
	Budget       int        `json:"budget,omitempty" default:"1000" minimum:"0" maximum:"100000" doc:"Tokens of the block at most."`
	At           *time.Time `json:"at,omitempty" doc:"Answer as of this time: what was known then, whatever became of it since."`
	Explain      bool       `json:"explain,omitempty" doc:"Show what each score is made of."`
}

// Recall is a query's answer, scored and cut to its budget.
type Recall struct {
	Memories []RecalledMemory `json:"memories" nullable:"false"`
	Facts    []Fact           `json:"facts" nullable:"false"`
	Turns    []RecalledTurn   `json:"turns" nullable:"false"`
	Block    string           `json:"block" doc:"Ready to be put into a prompt."`
	Tokens   int              `json:"tokens"`
}

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
