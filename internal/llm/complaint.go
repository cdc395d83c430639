package llm

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// complaint is what an endpoint says in its own words. OpenAI puts them into an
// object, Ollama into a string, some into a list of such, vLLM beside the rest.
func complaint(body []byte) string {
	var reply struct {
		Error   json.RawMessage
		Message string
		Detail  json.RawMessage
	}
	var one []json.RawMessage
	if json.Unmarshal(body, &one) == nil && len(one) > 0 {
		body = one[0]
	}
	json.Unmarshal(body, &reply) // what is not there stays empty
	return cmp.Or(words(reply.Error), reply.Message, words(reply.Detail))
}

func words(raw json.RawMessage) string {
	var text string
	var object struct {
		Message  string
		Metadata struct{ Raw string } // OpenRouter: the words of the provider behind it
	}
	var list []struct{ Msg string } // FastAPI: what is wrong with which field
	switch {
	case json.Unmarshal(raw, &text) == nil:
	case json.Unmarshal(raw, &list) == nil && len(list) > 0:
		text = list[0].Msg
	default:
		json.Unmarshal(raw, &object) // anything else says nothing
		text = strings.TrimPrefix(object.Message+": "+object.Metadata.Raw, ": ")
	}
	return strings.TrimSuffix(text, ": ")
}

// grievance is everything that an endpoint says about the reason of a refusal,
// wherever it says it, without what it repeats of the request.
func grievance(body []byte) string {
	var v any
	if json.Unmarshal(body, &v) != nil {
		return string(body)
	}
	return strings.Join(sayings(v), "\n")
}

// echoes are the fields in which our own words come back.
var echoes = []string{"input", "ctx", "failed_generation", "url", "doc_url", "request", "body"}

func sayings(v any) (out []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, inner := range v {
			out = append(out, sayings(inner)...)
		}
	case map[string]any:
		for name, inner := range v {
			if !slices.Contains(echoes, name) {
				out = append(out, sayings(inner)...)
			}
		}
	}
	return out
}

// page is a body that is not JSON at all, as proxies send it.
func page(body []byte) string {
	if json.Valid(body) {
		return ""
	}
	return string(body)
}

// short cuts text to a readable length, in one line without a full stop.
func short(text string) string {
	text = strings.TrimRight(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "), ".")
	const most = 300
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}
