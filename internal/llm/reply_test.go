package llm

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestReadReplyUnderstandsManyProviders(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want Reply
	}{
		"OpenAI": {
			`{"model":"gpt","choices":[{"index":0,"message":{"role":"assistant","content":"hi","refusal":null},"finish_reason":"stop"}],
			  "usage":{"prompt_tokens":12,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":8}}}`,
			Reply{Text: "hi", Finish: "stop", Model: "gpt", Usage: Usage{In: 12, Out: 3, Cached: 8}},
		},
		"a tool call": {
			`{"choices":[{"message":{"content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"submit","arguments":"{\"a\":1}"}}]},"finish_reason":"tool_calls"}]}`,
			Reply{Calls: []Call{{"submit", `{"a":1}`}}, Finish: "tool_calls"},
		},
		"a tool call with the JSON itself": {
			`{"choices":[{"message":{"content":"","tool_calls":[{"function":{"name":"submit","arguments":{"a":1}}},{"function":{"name":"submit","arguments":{"a":2}}}]}}]}`,
			Reply{Calls: []Call{{"submit", `{"a":1}`}, {"submit", `{"a":2}`}}},
		},
		"DeepSeek": {
			`{"choices":[{"message":{"content":"42","reasoning_content":"six times seven"}}]}`,
			Reply{Text: "42", Reasoning: "six times seven"},
		},
		"OpenRouter, twice the same": {
			`{"choices":[{"message":{"content":"42","reasoning":"six times seven","reasoning_content":"six times seven"}}]}`,
			Reply{Text: "42", Reasoning: "six times seven"},
		},
		"a think block": {
			`{"choices":[{"message":{"content":"<think>six times seven</think>\n\n42"}}]}`,
			Reply{Text: "42", Reasoning: "six times seven"},
		},
		"nothing but reasoning": {
			`{"choices":[{"message":{"content":"","reasoning_content":"six times"},"finish_reason":"length"}]}`,
			Reply{Reasoning: "six times", Finish: "length"},
		},
		"an unclosed think block and JSON": {
			`{"choices":[{"message":{"content":"<think>six\n{\"a\":42}"}}]}`,
			Reply{Text: `{"a":42}`, Reasoning: "six"},
		},
		"parts": {
			`{"choices":[{"message":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"4"},{"type":"text","text":"2"}]}}]}`,
			Reply{Text: "42"},
		},
		"a refusal": {
			`{"choices":[{"message":{"content":null,"refusal":"I cannot."},"finish_reason":"stop"}]}`,
			Reply{Text: "I cannot.", Finish: "stop"},
		},
		"odd types beside the text": {
			`{"model":7,"choices":[{"message":{"content":"hi","reasoning":{"a":1}},"finish_reason":3}],"usage":{"prompt_tokens":"many","completion_tokens":-3}}`,
			Reply{Text: "hi"},
		},
	} {
		got, err := readReply([]byte(c.body))
		if diff := cmp.Diff(c.want, got, cmpopts.IgnoreFields(Reply{}, "Raw")); err != nil || diff != "" {
			t.Errorf("%s: error %v, (-want +got)\n%s", name, err, diff)
		}
		if string(got.Raw) != c.body {
			t.Errorf("%s: the raw reply was not kept", name)
		}
	}
}

func TestReadReplyRefusesWhatSaysNothing(t *testing.T) {
	for body, why := range map[string]string{
		``: "not the JSON", `oops`: "not the JSON", `<html>`: "not the JSON", `[]`: "no choice", `{}`: "no choice", `null`: "no choice",
		`{"choices":[]}`: "no choice", `{"error":{"message":"upstream broke","code":502}}`: "upstream broke", `{"error":"model is loading"}`: "model is loading",
		`{"choices":[{"message":{"content":"half a"},"error":{"message":"provider away"}}]}`: "provider away",
	} {
		if got, err := readReply([]byte(body)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("readReply(%s) = %+v, %v, want an error with %q", body, got, err, why)
		}
	}
}

func TestUnknownUsageIsEstimated(t *testing.T) {
	r := counted(Request{Model: "m", System: "be brief", Messages: Ask("how many?")}, Reply{Text: "four words are enough", Calls: []Call{{"f", "{}"}}})
	if !r.Usage.Estimated || r.Usage.In == 0 || r.Usage.Out == 0 || r.Usage.Model != "m" {
		t.Errorf("usage = %+v, want an estimate", r.Usage)
	}
	r = counted(Request{Model: "m"}, Reply{Usage: Usage{In: 2}})
	if r.Usage != (Usage{Model: "m", In: 2}) {
		t.Errorf("usage = %+v, want what the endpoint said", r.Usage)
	}
}

func FuzzReadReply(f *testing.F) {
	for _, seed := range []string{
		`{"choices":[{"message":{"content":"<think>a</think>hi"}}],"usage":{"prompt_tokens":1}}`,
		`{"choices":[{"message":{"content":[{"type":"text","text":"a"}],"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}}]}`,
		`{"error":{"message":"no"}}`, `[{"error":{"message":"no"}}]`, `{"detail":[{"msg":"x"}]}`, "not json", "", "null",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := readReply(body)
		if err != nil && err.Error() == "" {
			t.Error("an error without a word")
		}
		if r.Usage.In < 0 || r.Usage.Out < 0 {
			t.Errorf("usage = %+v", r.Usage)
		}
		complaint(body)
		grievance(body)
		strictly(body)
		short(page(body))
	})
}

func FuzzSplitReasoning(f *testing.F) {
	for _, seed := range []string{"<think>a</think>b", "a</think>\nb", "<think>a", "<think>a\n```json\n{}\n```", "a\n<think>b</think>c<think>d"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rest, reasoning := splitReasoning(text)
		if len(rest)+len(reasoning) > len(text)+1 {
			t.Errorf("splitReasoning(%q) = %q, %q: more than there was", text, rest, reasoning)
		}
		if !strings.Contains(strings.ToLower(text), "think") && (rest != text || reasoning != "") {
			t.Errorf("splitReasoning(%q) = %q, %q, want it untouched", text, rest, reasoning)
		}
	})
}
