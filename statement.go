package souvenir

import "time"

// Statement says outright what is to be remembered.
type Statement struct {
	User         string     `json:"user,omitempty" doc:"Whose memory it is. May be left out when the key or the server's configuration names one."`
	Agent        string     `json:"agent,omitempty"`
	Conversation string     `json:"conversation,omitempty"`
	Content      string     `json:"content" minLength:"1"`
	Type         string     `json:"type,omitempty" doc:"fact when absent."`
	Category     string     `json:"category,omitempty"`
	Subject      string     `json:"subject,omitempty"`
	Key          string     `json:"key,omitempty" doc:"Makes it a fact: its newest value is the current one."`
	Question     string     `json:"question,omitempty" doc:"The question that the content answers."`
	Tags         []string   `json:"tags,omitempty"`
	Origin       Origin     `json:"origin,omitempty" enum:"explicit,core,imported"`
	Scope        Reach      `json:"scope,omitempty" enum:"user_global,session,site,conversation"`
	Site         string     `json:"site,omitempty"`
	Expiry       Expiry     `json:"expiry,omitempty" enum:"permanent,temporary"`
	ExpiresAt    *time.Time `json:"expires_at,omitempty"`
	Confidence   *float64   `json:"confidence,omitempty" minimum:"0" maximum:"1"`
	Importance   *int       `json:"importance,omitempty" minimum:"1" maximum:"10"`
	Priority     int        `json:"priority,omitempty" minimum:"0" maximum:"100" doc:"80 when absent."`
	SaidAt       time.Time  `json:"said_at,omitzero" doc:"When it was said; now when absent."`
}

// Decision is what became of a statement.
type Decision struct {
	Operation Operation `json:"operation"`
	Memory    Memory    `json:"memory"`
	Related   []string  `json:"related" nullable:"false"`
	Reason    string    `json:"reason,omitempty"`
}

// MemoryEdit changes what is given and leaves the rest.
type MemoryEdit struct {
	Content    *string    `json:"content,omitempty" minLength:"1"`
	Type       *string    `json:"type,omitempty"`
	Category   *string    `json:"category,omitempty"`
	Subject    *string    `json:"subject,omitempty"`
	Tags       []string   `json:"tags,omitzero" doc:"An empty list takes all tags away."`
	Confidence *float64   `json:"confidence,omitempty" minimum:"0" maximum:"1"`
	Importance *int       `json:"importance,omitempty" minimum:"1" maximum:"10"`
	Priority   *int       `json:"priority,omitempty" minimum:"0" maximum:"100"`
	Expiry     *Expiry    `json:"expiry,omitempty" enum:"permanent,temporary"`
	ExpiresAt  *time.Time `json:"expires_at,omitempty"`
	Reason     string     `json:"reason,omitempty" doc:"Why; the history keeps it."`
}

// Fact is a key and its current value.
type Fact struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Memory string `json:"memory,omitempty" doc:"The memory that holds it; its history has the older values."`
}

// FactValue is a new value of a fact.
type FactValue struct {
	Value string `json:"value" minLength:"1"`
	Agent string `json:"agent,omitempty"`
}
