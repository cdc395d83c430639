package llm

import "testing"

func TestSplitReasoning(t *testing.T) {
	for _, c := range []struct{ name, text, rest, reasoning string }{
		{"none", " plain \n", " plain \n", ""},
		{"one block", "<think>hm</think>\n\n{\"a\":1}", `{"a":1}`, "hm"},
		{"an empty one", "<think>\n\n</think>\n\nyes", "yes", ""},
		{"several", "<think>a</think>\n<think>b</think>\nyes", "yes", "a\nb"},
		{"between the text", "first\n<thinking>b</thinking>\nsecond", "first\n\nsecond", "b"},
		{"never closed", "<think>I should say", "", "I should say"},
		{"never closed after an answer", "yes\n<think>but maybe", "yes", "but maybe"},
		{"opened by the prompt", "I should say yes.\n</think>\n\nyes", "yes", "I should say yes."},
		{"opened by the prompt, closed in the line", "Say yes.</think>\nyes", "yes", "Say yes."},
		{"opened by the prompt, and again", "a\n</think>\n<think>b</think>yes", "yes", "a\nb"},
		{"quoted in JSON", `{"quote":"he wrote <think>no</think> twice"}`, `{"quote":"he wrote <think>no</think> twice"}`, ""},
		{"quoted after a block", "<think>x</think>\n{\"quote\":\"</think>\"}", `{"quote":"</think>"}`, "x"},
		{"closed twice", "<think>a\n</think>\nb\n</think>\n\nyes", "yes", "a\nb"},
		{"opened by the prompt, closed twice", "a\n</think>\nb\n</think>\nyes", "yes", "a\n\nb"},
		{"never closed, before JSON", "<think>\nI should say\n{\"a\":\n{}}\n", "{\"a\":\n{}}", "I should say"},
		{"never closed, before JSON in a fence", "<think>hm\n```json\n[1]\n```", "[1]", "hm"},
		{"never closed, JSON at once", "<think>{\"a\":1}", `{"a":1}`, ""},
		{"never closed, before half of JSON", "<think>hm\n{\"a\":", "", "hm\n{\"a\":"},
		{"never closed, a draft inside", "<think>maybe\n{}\nor not", "", "maybe\n{}\nor not"},
		{"in capitals", "<THINK>x</THINK>y", "y", "x"},
	} {
		if rest, reasoning := splitReasoning(c.text); rest != c.rest || reasoning != c.reasoning {
			t.Errorf("%s: splitReasoning(%q) = %q, %q, want %q, %q", c.name, c.text, rest, reasoning, c.rest, c.reasoning)
		}
	}
}
