package llmtest

import (
	"encoding/json"
	"maps"
	"slices"
)

// Blank is the emptiest value that a schema allows: lists without items, texts
// without letters. It stands in for a model that found nothing.
func Blank(schema json.RawMessage) string {
	var v any
	if json.Unmarshal(schema, &v) != nil {
		return "{}"
	}
	return mustJSON(blank(v))
}

func blank(v any) any {
	s, _ := v.(map[string]any)
	if c, there := s["const"]; there {
		return c
	}
	for _, word := range []string{"enum", "anyOf", "oneOf"} {
		if choices, _ := s[word].([]any); len(choices) > 0 {
			if word == "enum" {
				return choices[0]
			}
			return blank(choices[0])
		}
	}
	return blankOf(typeOf(s), s)
}

// typeOf is the type of a schema; null where that is allowed.
func typeOf(s map[string]any) any {
	types, several := s["type"].([]any)
	switch {
	case several && slices.Contains(types, any("null")):
		return "null"
	case several && len(types) > 0:
		return types[0]
	}
	return s["type"]
}

func blankOf(kind any, s map[string]any) any {
	switch kind {
	case "array":
		return []any{}
	case "string":
		return ""
	case "number", "integer":
		return 0
	case "boolean":
		return false
	case "null":
		return nil
	}
	return blankObject(s)
}

// blankObject has the fields that are required.
func blankObject(s map[string]any) map[string]any {
	out := map[string]any{}
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if slices.Contains(required, any(name)) {
			out[name] = blank(properties[name])
		}
	}
	return out
}
