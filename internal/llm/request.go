package llm

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/souvenir-memory/souvenir"
)

// wireRequest is a request as OpenAI wants it. What does not change between two
// calls comes first, so that a provider's cache of prompts hits.
type wireRequest struct {
	Model               string           `json:"model"`
	Messages            []Message        `json:"messages"`
	Temperature         *float64         `json:"temperature,omitempty"`
	MaxTokens           int              `json:"max_tokens,omitempty"`
	MaxCompletionTokens int              `json:"max_completion_tokens,omitempty"`
	Format              map[string]any   `json:"response_format,omitempty"`
	Tools               []map[string]any `json:"tools,omitempty"`
	Choice              map[string]any   `json:"tool_choice,omitempty"`
	Stream              bool             `json:"stream"`
}

// writeRequest writes a request the way its traits say.
func writeRequest(r Request) ([]byte, error) {
	wire := wireRequest{Model: r.Model, MaxTokens: r.MaxTokens, Format: r.format()}
	if r.System != "" {
		wire.Messages = append(wire.Messages, Message{Role: souvenir.System, Content: r.System})
	}
	wire.Messages = append(wire.Messages, r.Messages...)
	if !r.Traits.NoTemperature {
		wire.Temperature = r.Temperature
	}
	if r.Traits.CompletionTokens {
		wire.MaxTokens, wire.MaxCompletionTokens = 0, r.MaxTokens
	}
	if r.form() == ToolCall {
		wire.Tools, wire.Choice = r.Shape.tool()
	}
	text, err := json.Marshal(wire)
	if err != nil {
		return nil, fmt.Errorf("write model request: %w", err)
	}
	return text, nil
}

func (r Request) format() map[string]any {
	switch r.form() {
	case JSONSchema:
		return map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": r.Shape.name(), "schema": r.Shape.Schema, "strict": r.strict()}}
	case JSONObject:
		return map[string]any{"type": "json_object"}
	}
	return nil
}

// tool is a function that takes the shape, and the wish that it be called.
func (s Shape) tool() (tools []map[string]any, choice map[string]any) {
	tools = []map[string]any{{"type": "function", "function": map[string]any{"name": s.name(), "description": s.Description, "parameters": s.Schema}}}
	return tools, map[string]any{"type": "function", "function": map[string]any{"name": s.name()}}
}

func (s Shape) name() string { return cmp.Or(s.Name, "reply") }
