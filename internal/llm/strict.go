package llm

import (
	"encoding/json"
	"slices"
)

// strictly says that a schema may be sent as a strict one: OpenAI then wants all
// fields of every object required and no others allowed, and refuses some words.
func strictly(schema json.RawMessage) bool {
	var s map[string]any
	if json.Unmarshal(schema, &s) != nil || s["type"] != "object" {
		return false
	}
	return strictSchema(s)
}

// refusedWords may not be in a strict schema.
var refusedWords = []string{
	"allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "patternProperties", "propertyNames",
	"unevaluatedProperties", "prefixItems", "contains", "uniqueItems", "minProperties", "maxProperties", "default",
}

func strictSchema(v any) bool {
	s, ok := v.(map[string]any)
	if !ok || !typed(s) {
		return false
	}
	if slices.ContainsFunc(refusedWords, func(w string) bool { _, there := s[w]; return there }) {
		return false
	}
	if isObject(s) && !closed(s) {
		return false
	}
	return slices.IndexFunc(parts(s), func(part any) bool { return !strictSchema(part) }) < 0
}

// typed says that a schema says what it allows.
func typed(s map[string]any) bool {
	return slices.ContainsFunc([]string{"type", "anyOf", "$ref", "enum", "const"}, func(w string) bool { _, there := s[w]; return there })
}

func isObject(s map[string]any) bool {
	types, _ := s["type"].([]any)
	return s["type"] == "object" || slices.Contains(types, any("object")) || s["properties"] != nil
}

// closed says that an object has exactly the fields that it names.
func closed(s map[string]any) bool {
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	for name := range properties {
		if !slices.Contains(required, any(name)) {
			return false
		}
	}
	return s["additionalProperties"] == false
}

// parts are the schemas inside of a schema.
func parts(s map[string]any) []any {
	var out []any
	for _, word := range []string{"properties", "$defs", "definitions"} {
		named, _ := s[word].(map[string]any)
		for _, part := range named {
			out = append(out, part)
		}
	}
	if items, there := s["items"]; there {
		out = append(out, items)
	}
	any, _ := s["anyOf"].([]any)
	return append(out, any...)
}
