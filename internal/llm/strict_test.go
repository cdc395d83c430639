package llm

import (
	"encoding/json"
	"testing"
)

func TestStrictly(t *testing.T) {
	for schema, want := range map[string]bool{
		`{"type":"object","properties":{},"additionalProperties":false}`:                                                                                      true,
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`:                                                true,
		`{"type":"object","properties":{"a":{"type":["string","null"],"maxLength":5}},"required":["a"],"additionalProperties":false}`:                         true,
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`:                                                                             false,
		`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`:                                                                 false,
		`{"type":"object","properties":{"a":{"type":"string","default":"x"}},"required":["a"],"additionalProperties":false}`:                                  false,
		`{"type":"object","properties":{"a":{}},"required":["a"],"additionalProperties":false}`:                                                               false,
		`{"type":"object","properties":{"default":{"type":"string"}},"required":["default"],"additionalProperties":false}`:                                    true,
		`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object"}}},"required":["a"],"additionalProperties":false}`:                       false,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"type":"object"}]}},"required":["a"],"additionalProperties":false}`:                    false,
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"required":["a"],"additionalProperties":false,"$defs":{"a":{"type":"string"}}}`:             true,
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"required":["a"],"additionalProperties":false,"$defs":{"a":{"oneOf":[{"type":"string"}]}}}`: false,
		`{"type":"array","items":{"type":"string"}}`:                                                                                                          false,
		`{}`: false, `[]`: false, `null`: false, ``: false, `{`: false,
	} {
		if got := strictly(json.RawMessage(schema)); got != want {
			t.Errorf("strictly(%s) = %v, want %v", schema, got, want)
		}
	}
}

func TestBodyLosesNothing(t *testing.T) {
	for name, c := range map[string]struct {
		reply Reply
		want  string
	}{
		"text":          {Reply{Text: "hi"}, "hi"},
		"a call":        {Reply{Text: "hi", Calls: []Call{{"f", `{"a":1}`}}}, `{"a":1}`},
		"several calls": {Reply{Calls: []Call{{"f", `{"a":1}`}, {"f", ""}, {"f", `{"a":2}`}}}, "{\"a\":1}\n{\"a\":2}"},
		"an empty call": {Reply{Text: "hi", Calls: []Call{{"f", " "}}}, "hi"},
		"nothing":       {Reply{Reasoning: "hm"}, ""},
	} {
		if got := c.reply.Body(); got != c.want {
			t.Errorf("%s: Body() = %q, want %q", name, got, c.want)
		}
	}
}
