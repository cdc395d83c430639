package llmtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// IsResponse says that it asks for a response, which is a chat in another API.
func (r Request) IsResponse() bool { return strings.HasSuffix(r.Path, "/responses") }

// translated is a request for a response in the words of a chat.
func (r Request) translated() (Request, error) {
	var wire struct {
		Instructions string
		Input        json.RawMessage
		Tools        []struct {
			Name, Description string
			Parameters        json.RawMessage
		}
		Text struct {
			Format struct {
				Type   string          `json:"type"`
				Schema json.RawMessage `json:"schema"`
			}
		}
	}
	if err := json.Unmarshal([]byte(r.Body), &wire); err != nil {
		return r, err
	}
	if wire.Instructions != "" {
		r.Messages = append(r.Messages, Message{"system", wire.Instructions})
	}
	said, err := inputOf(wire.Input)
	r.Messages = append(r.Messages, said...)
	for i, t := range wire.Tools {
		f := &r.Tools[i].Function
		f.Name, f.Description, f.Parameters = t.Name, t.Description, t.Parameters
	}
	if f := wire.Text.Format; f.Type == "json_schema" {
		r.Format, _ = json.Marshal(map[string]any{"type": f.Type, "json_schema": map[string]any{"schema": f.Schema}})
	}
	return r, err
}

// inputOf reads a text, or a list of messages, calls and what came of them.
func inputOf(raw json.RawMessage) ([]Message, error) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []Message{{"user", text}}, nil
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, err
	}
	var out []Message
	for _, item := range items {
		var result struct{ Type, Output string }
		if json.Unmarshal(item, &result) == nil && result.Type == "function_call_output" {
			out = append(out, Message{"tool", result.Output})
			continue
		}
		var m Message
		if err := json.Unmarshal(item, &m); err != nil {
			return nil, err
		}
		if m.Role != "" {
			out = append(out, m)
		}
	}
	return out, nil
}

type object = map[string]any

// items are what a response consists of: a message, or calls.
func (r Reply) items(q Request) (out []object) {
	if r.Text != "" || len(r.Calls) == 0 {
		out = append(out, object{"type": "message", "id": "msg_llmtest", "status": "completed", "role": "assistant", "content": []object{outputText(r.Text)}})
	}
	for i, arguments := range r.Calls {
		out = append(out, object{"type": "function_call", "id": "fc_" + callID(i), "call_id": callID(i), "name": q.tool(), "arguments": arguments, "status": "completed"})
	}
	return out
}

func outputText(text string) object {
	return object{"type": "output_text", "text": text, "annotations": []any{}, "logprobs": []any{}}
}

// response is a whole reply in the other API.
func response(q Request, r Reply, status string) object {
	out := object{
		"id": "resp_llmtest", "object": "response", "created_at": 1700000000, "status": status, "model": q.Model, "error": nil, "incomplete_details": nil,
		"instructions": nil, "metadata": object{}, "output": []object{}, "parallel_tool_calls": true, "temperature": 1, "top_p": 1, "tool_choice": "auto", "tools": []any{},
	}
	if status != "completed" {
		return out
	}
	out["output"] = r.items(q)
	if u := r.usage(q); u != nil {
		out["usage"] = object{
			"input_tokens": u.In, "output_tokens": u.Out, "total_tokens": u.Total,
			"input_tokens_details": object{"cached_tokens": 0}, "output_tokens_details": object{"reasoning_tokens": 0},
		}
	}
	return out
}

// streamResponse sends a response as events. A truncated one breaks off in the middle.
func (s *Server) streamResponse(w http.ResponseWriter, req *http.Request, q Request, r Reply) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	events := r.events(q)
	for i, e := range events {
		if r.Fault == Truncated && i >= (len(events)+1)/2 {
			hangUp()
		}
		if strings.HasSuffix(e["type"].(string), ".delta") && !s.pause(req, r.Pace) {
			hangUp()
		}
		e["sequence_number"] = i
		fmt.Fprintf(w, "event: %s\n", e["type"])
		event(w, e)
	}
}

func (r Reply) events(q Request) []object {
	out := []object{
		{"type": "response.created", "response": response(q, r, "in_progress")},
		{"type": "response.in_progress", "response": response(q, r, "in_progress")},
	}
	for i, item := range r.items(q) {
		begun := object{}
		for name, value := range item {
			begun[name] = value
		}
		begun["status"] = "in_progress"
		at := func(kind string, more object) object {
			e := object{"type": "response." + kind, "output_index": i, "item_id": item["id"]}
			for name, value := range more {
				e[name] = value
			}
			return e
		}
		if item["type"] == "message" {
			begun["content"] = []any{}
			out = append(out, at("output_item.added", object{"item": begun}), at("content_part.added", object{"content_index": 0, "part": outputText("")}))
			for _, piece := range pieces(r.Text, r.Chunks) {
				out = append(out, at("output_text.delta", object{"content_index": 0, "delta": piece, "logprobs": []any{}}))
			}
			out = append(out, at("output_text.done", object{"content_index": 0, "text": r.Text, "logprobs": []any{}}), at("content_part.done", object{"content_index": 0, "part": outputText(r.Text)}))
		} else {
			begun["arguments"] = ""
			arguments := item["arguments"].(string)
			out = append(out, at("output_item.added", object{"item": begun}))
			for _, piece := range pieces(arguments, nil) {
				out = append(out, at("function_call_arguments.delta", object{"delta": piece}))
			}
			out = append(out, at("function_call_arguments.done", object{"arguments": arguments, "name": item["name"]}))
		}
		out = append(out, at("output_item.done", object{"item": item}))
	}
	last := cmp.Or(map[bool]string{true: "incomplete"}[r.Finish == "length"], "completed")
	whole := response(q, r, "completed")
	whole["status"] = last
	return append(out, object{"type": "response." + last, "response": whole})
}
