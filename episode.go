package souvenir

import (
	"encoding/json"
	"time"
)

// Episode is what a whole conversation amounted to: an analysis, or the digest
// that a role card's owner would keep.
type Episode struct {
	ID           string          `json:"id"`
	User         string          `json:"user"`
	Agent        string          `json:"agent,omitempty"`
	Conversation string          `json:"conversation"`
	Style        string          `json:"style"`
	Pending      bool            `json:"pending"`            // waits to be processed, for want of a role card or a model
	Messages     []string        `json:"messages,omitempty"` // what it was made of
	Body         json.RawMessage `json:"body"`
	CreatedAt    time.Time       `json:"created_at"`
	UpdatedAt    time.Time       `json:"updated_at"`
}
