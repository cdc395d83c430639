package llmtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Request is one that came, as far as it could be read.
type Request struct {
	Method string      `json:"-"`
	Path   string      `json:"-"`
	Header http.Header `json:"-"`
	Body   string      `json:"-"`

	Model               string
	Messages            []Message
	Temperature         *float64
	MaxTokens           int             `json:"max_tokens"`
	MaxCompletionTokens int             `json:"max_completion_tokens"`
	Format              json.RawMessage `json:"response_format"`
	Tools               []struct {
		Function struct {
			Name        string
			Description string
			Parameters  json.RawMessage
		}
	}
	Stream        bool
	StreamOptions struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
	Input json.RawMessage // of an embedding: a text or a list of texts
}

// Message is one turn that the model was shown.
type Message struct {
	Role    string
	Content string
}

// UnmarshalJSON reads a message whose content is a text or a list of parts.
func (m *Message) UnmarshalJSON(b []byte) error {
	var wire struct {
		Role    string
		Content json.RawMessage
	}
	if err := json.Unmarshal(b, &wire); err != nil {
		return err
	}
	m.Role = wire.Role
	if wire.Content == nil || json.Unmarshal(wire.Content, &m.Content) == nil {
		return nil
	}
	var parts []struct{ Text string }
	if err := json.Unmarshal(wire.Content, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		m.Content += p.Text
	}
	return nil
}

// IsChat says that it asks for a chat.
func (r Request) IsChat() bool {
	return strings.HasSuffix(r.Path, "/chat/completions") || r.IsResponse()
}

// System is the text of the system messages.
func (r Request) System() string { return r.said("system") }

// User is the text of the user's messages.
func (r Request) User() string { return r.said("user") }

func (r Request) said(role string) string {
	var texts []string
	for _, m := range r.Messages {
		if m.Role == role {
			texts = append(texts, m.Content)
		}
	}
	return strings.Join(texts, "\n")
}

// Has matches requests in which some words occur, wherever.
func Has(words string) func(Request) bool {
	return func(r Request) bool {
		return strings.Contains(r.System()+"\n"+r.User(), words) || strings.Contains(r.Body, words)
	}
}

// At matches requests by the end of their path, such as /embeddings.
func At(path string) func(Request) bool {
	return func(r Request) bool { return strings.HasSuffix(r.Path, path) }
}

func (r Request) tool() string {
	if len(r.Tools) == 0 {
		return "unasked"
	}
	return r.Tools[0].Function.Name
}

// format is what a reply is to be held to.
func (r Request) format() (f struct {
	Type       string
	JSONSchema struct {
		Schema json.RawMessage
		Strict bool
	} `json:"json_schema"`
}) {
	json.Unmarshal(r.Format, &f) // nothing where there is none
	return f
}

// most is how many tokens a reply may have.
func (r Request) most() int {
	most := max(r.MaxTokens, r.MaxCompletionTokens)
	if most == 0 || most > 10_000 {
		return 1000
	}
	return most
}

// lastSaid is the last message.
func (r Request) lastSaid() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return r.Messages[len(r.Messages)-1].Content
}

// texts are what an embedding is asked of.
func (r Request) texts() ([]string, error) {
	var one string
	if json.Unmarshal(r.Input, &one) == nil {
		return []string{one}, nil
	}
	var many []string
	if err := json.Unmarshal(r.Input, &many); err != nil || len(many) == 0 {
		return nil, fmt.Errorf("'input' must be a text or a list of texts")
	}
	return many, nil
}
