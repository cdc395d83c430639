// Package llm asks language models. Every provider that speaks OpenAI's chat API
// is an [Endpoint]; what happens around a call is a wrapper of the same shape:
//
//	model := llm.Meter(llm.Limit(endpoint, 4), count)
//
// Trying again is not our business but the queue's: an error that may pass has
// the code Unavailable, and nothing else does.
package llm

import (
	"context"
	"encoding/json"

	"github.com/souvenir-memory/souvenir"
)

// Client asks a model and waits for its whole reply. It is safe for concurrent
// use, and gives up at once when ctx is done.
type Client interface {
	Chat(ctx context.Context, r Request) (Reply, error)
}

// Func is a function that is a Client.
type Func func(ctx context.Context, r Request) (Reply, error)

// Chat calls f.
func (f Func) Chat(ctx context.Context, r Request) (Reply, error) { return f(ctx, r) }

// Request is one question to a model.
type Request struct {
	Model       string // empty means the client's own
	System      string // instructions; empty means none
	Messages    []Message
	Temperature *float64 // nil means the model's own, for models that refuse to be told
	MaxTokens   int      // of the reply; 0 means as many as the model likes

	// How the reply is to look. At most one is set; none means plain text.
	Schema *Schema
	Tool   *Tool
	JSON   bool // any JSON object
}

// Message is one turn of what the model is shown.
type Message struct {
	Role    souvenir.Role `json:"role"` // user or assistant
	Content string        `json:"content"`
}

// Ask is the usual list of messages: one, from the user.
func Ask(content string) []Message { return []Message{{Role: souvenir.User, Content: content}} }

// Schema makes the model reply with JSON of this shape.
type Schema struct {
	Name   string
	Schema json.RawMessage
}

// Tool makes the model call this function instead of replying.
type Tool struct {
	Name        string
	Description string
	Parameters  json.RawMessage // JSON schema of the arguments
}

// Reply is what came back.
type Reply struct {
	Text      string // without reasoning
	Reasoning string // what the model thought aloud, wherever it put it
	Calls     []Call // of the tool; models may call it more than once
	Finish    string // stop, length, tool_calls, content_filter, ...
	Model     string // as the endpoint calls it
	Usage     Usage
	Raw       json.RawMessage // the reply as it came, for diagnosis
}

// Call is one call of a tool. The arguments should be JSON, but a model wrote them.
type Call struct {
	Name      string
	Arguments string
}

// Usage is what a call cost, in tokens.
type Usage struct {
	Model     string `json:"model"`
	In        int    `json:"in"`
	Cached    int    `json:"cached,omitempty"` // of In, those that the provider had seen before
	Out       int    `json:"out"`
	Estimated bool   `json:"estimated,omitempty"` // by us, because the endpoint does not count
}
