package souvenir

import "time"

// Window is the slice of messages that one extraction looks at, with what is
// known around it.
type Window struct {
	Scope        Scope
	Agent        Agent
	Source       string
	Participants []string
	URL          string    // of the page it is about, if any
	Partner      string    // whom the user talks with, as people call them; empty means nobody said
	Relation     string    // what the partner is to the user; empty means nobody said
	Card         *RoleCard // who the user is, if anybody said
	Messages     []Message
	Before       []Message // what the user said just before, where a style wants to know; nothing is taken from it
	Now          time.Time
}

// Find gives the message with the id, as long as it is in the window.
func (w Window) Find(id string) (Message, bool) {
	for _, m := range w.Messages {
		if m.ID == id {
			return m, true
		}
	}
	return Message{}, false
}

// SplitTurns cuts messages into windows of at most so many user turns each,
// oldest first, and loses none. Zero turns means one window for all.
func SplitTurns(ms []Message, turns int) [][]Message {
	if turns <= 0 {
		turns = len(ms)
	}
	var out [][]Message
	start, seen := 0, 0
	for i, m := range ms {
		if m.Role != User && m.Role != Page {
			continue
		}
		if seen == turns {
			out = append(out, ms[start:i])
			start, seen = i, 0
		}
		seen++
	}
	if start < len(ms) {
		out = append(out, ms[start:])
	}
	return out
}

// Agent is the character or assistant on the other side of a conversation.
type Agent struct {
	ID          string          `json:"id"`
	Name        string          `json:"name,omitempty"`
	Model       string          `json:"model,omitempty"`
	Immersion   string          `json:"immersion,omitempty"` // minimal, balanced, full, unbounded
	Overrides   map[string]bool `json:"overrides,omitempty"`
	Styles      []string        `json:"styles,omitempty"`
	Temperature *float64        `json:"temperature,omitempty"`
	Types       []string        `json:"types,omitempty" doc:"The types of memories that it keeps, by its level and overrides."`
	CreatedAt   time.Time       `json:"created_at"`
	UpdatedAt   time.Time       `json:"updated_at"`
}

// AgentEdit describes an agent.
type AgentEdit struct {
	Name        string          `json:"name,omitempty"`
	Model       string          `json:"model,omitempty" doc:"The model that extracts its memories; the configured one when absent."`
	Immersion   string          `json:"immersion,omitempty" enum:"minimal,balanced,full,unbounded"`
	Overrides   map[string]bool `json:"overrides,omitempty" doc:"Types to extract or not, against the immersion level."`
	Styles      []string        `json:"styles,omitempty" doc:"How to extract from its conversations."`
	Temperature *float64        `json:"temperature,omitempty" minimum:"0" maximum:"2"`
}
