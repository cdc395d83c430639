package llm

import (
	"encoding/json"
	"fmt"

	"github.com/souvenir-memory/souvenir"
)

// writeRequest writes a request as OpenAI wants it. What does not change between
// two calls comes first, so that a provider's cache of prompts hits.
func writeRequest(r Request) ([]byte, error) {
	wire := struct {
		Model       string           `json:"model"`
		Messages    []Message        `json:"messages"`
		Temperature *float64         `json:"temperature,omitempty"`
		MaxTokens   int              `json:"max_tokens,omitempty"`
		Format      map[string]any   `json:"response_format,omitempty"`
		Tools       []map[string]any `json:"tools,omitempty"`
		Choice      map[string]any   `json:"tool_choice,omitempty"`
		Stream      bool             `json:"stream"`
	}{Model: r.Model, Temperature: r.Temperature, MaxTokens: r.MaxTokens, Format: r.format()}
	if r.System != "" {
		wire.Messages = append(wire.Messages, Message{Role: souvenir.System, Content: r.System})
	}
	wire.Messages = append(wire.Messages, r.Messages...)
	if t := r.Tool; t != nil {
		wire.Tools = []map[string]any{{"type": "function", "function": map[string]any{"name": t.Name, "description": t.Description, "parameters": t.Parameters}}}
		wire.Choice = map[string]any{"type": "function", "function": map[string]any{"name": t.Name}}
	}
	text, err := json.Marshal(wire)
	if err != nil {
		return nil, fmt.Errorf("write model request: %w", err)
	}
	return text, nil
}

func (r Request) format() map[string]any {
	switch {
	case r.Schema != nil:
		return map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": r.Schema.Name, "schema": r.Schema.Schema, "strict": true}}
	case r.JSON:
		return map[string]any{"type": "json_object"}
	}
	return nil
}
