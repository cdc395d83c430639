package clients

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

// programs are what JavaScript talks to a model with. They want node, and `npm
// install` in this directory.
var programs = []struct {
	script, wants string
	flows         int
}{
	{"openai.mjs", "openai", 17},
	{"vercel.mjs", "ai", 21},
	{"langchain.mjs", "@langchain/openai", 16},
}

func TestJavaScriptClientsSeeTheSame(t *testing.T) {
	for _, p := range programs {
		t.Run(p.script, func(t *testing.T) {
			t.Parallel()
			if _, err := os.Stat("node_modules/" + p.wants); err != nil {
				t.Skipf("the package %s is not installed: npm install", p.wants)
			}
			model := llmtest.New(t)
			model.Otherwise(answer)
			proxy := souvenir(t, model.URL)
			got := run(t, p.script, proxy)
			told := 0
			for _, c := range model.Chats() {
				if strings.Contains(c.Body, "User is allergic to peanuts") {
					told++
				}
			}
			want := run(t, p.script, model.URL)
			if len(got) != len(want) || len(got) != p.flows {
				t.Fatalf("%d flows, directly %d, want %d", len(got), len(want), p.flows)
			}
			for i := range got {
				if got[i] != want[i] {
					t.Errorf("through the proxy\n%s\ndirectly\n%s", got[i], want[i])
				}
			}
			if told < p.flows/2 {
				t.Errorf("the model was told what is known in %d chats", told)
			}
		})
	}
}

// answer is a model that uses a tool once and knows what is asked for.
func answer(r llmtest.Request) llmtest.Reply {
	switch {
	case r.Model == "locked":
		return llmtest.Locked()
	case r.Model == "slow":
		return llmtest.Reply{Text: "one two three", Pace: 500 * time.Millisecond}
	case len(r.Tools) > 0 && r.Messages[len(r.Messages)-1].Role != "tool":
		return llmtest.Reply{Calls: []string{`{"q":"food","food":"peanuts"}`}, Usage: spent}
	case r.Format != nil:
		return llmtest.Reply{Text: `{"food":"peanuts"}`, Usage: spent}
	}
	return llmtest.Reply{Text: "No peanuts at all.", Usage: spent}
}

func run(t *testing.T, script, url string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "node", script, url).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}
