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
		{"in capitals", "<THINK>x</THINK>y", "y", "x"},
	} {
		if rest, reasoning := splitReasoning(c.text); rest != c.rest || reasoning != c.reasoning {
			t.Errorf("%s: splitReasoning(%q) = %q, %q, want %q, %q", c.name, c.text, rest, reasoning, c.rest, c.reasoning)
		}
	}
}
