// Package llm asks language models. Every provider that speaks OpenAI's chat API
// is an [Endpoint]; what happens around a call is a wrapper of the same shape:
//
//	model := llm.Meter(llm.Adapt(llm.Limit(endpoint, 4), learning), count)
//
// Trying again is mostly not our business but the queue's: an error that may
// pass has the code Unavailable, and nothing else does. Who has no queue behind
// them wraps with [Retry].
package llm

import (
	"context"
	"encoding/json"
	"strings"

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
	Model       string    `json:"model,omitempty"`  // empty means the client's own
	System      string    `json:"system,omitempty"` // instructions; empty means none
	Messages    []Message `json:"messages"`
	Temperature *float64  `json:"temperature,omitempty"` // nil means the model's own
	MaxTokens   int       `json:"max_tokens,omitempty"`  // of the reply; 0 means as many as the model likes
	Shape       *Shape    `json:"shape,omitempty"`       // nil or empty means plain text
	Traits      Traits    `json:"traits,omitzero"`       // how the model wants to be asked; Adapt finds out
}

// Message is one turn of what the model is shown.
type Message struct {
	Role    souvenir.Role `json:"role"` // user or assistant
	Content string        `json:"content"`
}

// Ask is the usual list of messages: one, from the user.
func Ask(content string) []Message { return []Message{{Role: souvenir.User, Content: content}} }

// Shape is how a reply is to look, in whatever way the model supports. The
// prompt says it as well: not every way tells the model of the schema.
type Shape struct {
	Name        string          `json:"name"` // letters, digits, _ and -
	Description string          `json:"description,omitempty"`
	Schema      json.RawMessage `json:"schema,omitempty"` // of an object; nil means any
}

// Reply is what came back.
type Reply struct {
	Text      string          `json:"text,omitempty"`      // without reasoning
	Reasoning string          `json:"reasoning,omitempty"` // what the model thought aloud, wherever it put it
	Calls     []Call          `json:"calls,omitempty"`     // of the tool; models may call it more than once
	Finish    string          `json:"finish,omitempty"`    // stop, length, tool_calls, content_filter, ...
	Model     string          `json:"model,omitempty"`     // as the endpoint calls it
	Form      Form            `json:"form"`                // in which it was asked for; the model may have replied in another
	Usage     Usage           `json:"usage"`
	Raw       json.RawMessage `json:"-"` // the reply as it came, for diagnosis
}

// Body is what was handed in: the arguments of the calls, one after the other in
// lines of their own, or else the text.
func (r Reply) Body() string {
	var given []string
	for _, c := range r.Calls {
		if strings.TrimSpace(c.Arguments) != "" {
			given = append(given, c.Arguments)
		}
	}
	if len(given) == 0 {
		return r.Text
	}
	return strings.Join(given, "\n")
}

// Call is one call of a tool. The arguments should be JSON, but a model wrote them.
type Call struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Usage is what a call cost, in tokens.
type Usage struct {
	Model     string `json:"model"`
	In        int    `json:"in"`
	Cached    int    `json:"cached,omitempty"` // of In, those that the provider had seen before
	Out       int    `json:"out"`
	Estimated bool   `json:"estimated,omitempty"` // by us, because the endpoint does not count
}
