package clients

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

// It wants node, and `npm install` in this directory.
func TestTheJavaScriptClientSeesTheSame(t *testing.T) {
	if _, err := os.Stat("node_modules/openai"); err != nil {
		t.Skip("the openai package is not installed: npm install")
	}
	model := llmtest.New(t)
	model.Otherwise(func(r llmtest.Request) llmtest.Reply {
		switch {
		case r.Model == "locked":
			return llmtest.Locked()
		case r.Model == "slow":
			return llmtest.Reply{Text: "one two three", Pace: 500 * time.Millisecond}
		case len(r.Tools) > 0:
			return llmtest.Reply{Calls: []string{`{"q":"food"}`}, Usage: spent}
		}
		return llmtest.Reply{Text: "No peanuts at all.", Usage: spent}
	})
	proxy := souvenir(t, model.URL)
	run := func(url string) []string {
		out, err := exec.CommandContext(t.Context(), "node", "flows.mjs", url).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return strings.Split(strings.TrimSpace(string(out)), "\n")
	}
	got, want := run(proxy), run(model.URL)
	if len(got) != len(want) || len(got) < 11 {
		t.Fatalf("%d flows, directly %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("through the proxy\n%s\ndirectly\n%s", got[i], want[i])
		}
	}
}
