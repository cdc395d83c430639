package reply

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestBrokenArraysKeepTheirCompleteItems(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		items := someItems(r)
		text := "[" + strings.Join(items, ", ") + "]"
		checkCut(t, items, text[:r.IntN(len(text))])
		for range r.IntN(4) + 1 {
			text = damage(r, text)
		}
		value, mode, err := Read(text)
		if (err != nil) != (mode == Unreadable) {
			t.Fatalf("Read(%s) = %s, %v", text, mode, err)
		}
		written(t, value)
	}
}

// checkCut wants every item that is complete, and at most one more that is not.
func checkCut(t *testing.T, items []string, text string) {
	t.Helper()
	var whole []string
	end := 1
	for _, item := range items {
		if end += len(item); end > len(text) {
			break
		}
		whole = append(whole, item)
		end += len(", ")
	}
	value, mode, _ := Read(text)
	list, _ := value.([]any)
	if len(list) < len(whole) || len(list) > len(whole)+1 || len(whole) > 0 && mode != Repaired {
		t.Fatalf("Read(%s) = %s, %s, want the %d complete items", text, mode, written(t, value), len(whole))
	}
	for i, item := range whole {
		v, _ := exact(item)
		if got := written(t, list[i]); got != written(t, v) {
			t.Fatalf("Read(%s): item %d is %s, want %s", text, i, got, item)
		}
	}
}

func someItems(r *rand.Rand) []string {
	scraps := []string{"tea", " ", ", ", ": ", `"`, `\`, "\n", "'", "“", "’", "[1]", "{x}", "},{", "```", "//", "# ", "null", "é", "…", "<b>", `{"a":1}`, "5"}
	text := func() string {
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteString(scraps[r.IntN(len(scraps))])
		}
		return b.String()
	}
	out := make([]string, r.IntN(5)+1)
	for i := range out {
		item, _ := json.Marshal(map[string]any{
			"content": text(), "type": "fact", "confidence": r.Float64(), "n": r.IntN(100), "keep": r.IntN(2) == 0, "none": nil,
			"tags": []string{text(), text()}, "inner": map[string]any{text(): text()},
		})
		out[i] = string(item)
	}
	return out
}

// damage does to a text what a model might.
func damage(r *rand.Rand, text string) string {
	at := r.IntN(len(text) + 1)
	switch r.IntN(7) {
	case 0:
		return text[:at]
	case 1:
		return text[at:]
	case 2:
		return text[:at] + " so to say {this} " + text[at:]
	case 3:
		return fmt.Sprintf("Sure!\n```json\n%s\n```\nBye [1].", text)
	case 4:
		return strings.ReplaceAll(text, `"`, `'`)
	case 5:
		return without(text, strings.IndexAny(text[at:], "[]{}")+at)
	}
	return without(text, strings.IndexAny(text[at:], `",:`)+at)
}

func without(text string, i int) string {
	if i < 0 || i >= len(text) {
		return text
	}
	return text[:i] + text[i+1:]
}
