package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/queue"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// replies are what the styles hope for, before somebody breaks them.
var replies = []string{
	`{"memories":[{"content":"User likes green tea.","type":"preference","scope":"user_global","confidence":0.9,"tags":["tea"],"evidence":["I like green tea"]},{"content":"User has a cat.","type":"fact","scope":"user_global","confidence":0.9,"tags":["cat"]}]}`,
	`[{"content":"User likes green tea","type":"fact","confidence":0.95,"reasoning":"said so"}]`,
	`{"entries":[{"type":"preference","subject":"tea","content":"Prefers green tea to every other drink.","importance":6,"expiry":"permanent","tags":["tea"],"source_context":"said so"}]}`,
	`{"facts":{"drink":"green tea"},"context":[{"q":"What does the user drink?","a":"green tea"}]}`,
}

// broken damages a reply in a random way.
func broken(r *rand.Rand) string {
	text := replies[r.IntN(len(replies))]
	cut := func() int { return r.IntN(len(text) + 1) }
	for range 1 + r.IntN(3) {
		switch r.IntN(8) {
		case 0:
			text = text[:cut()]
		case 1:
			text = text[cut():]
		case 2:
			at := cut()
			text = text[:at] + []string{"{", "}", "[", "]", `"`, ",", "\\", "\x00", "\xff", "<think>", "```", "null"}[r.IntN(12)] + text[at:]
		case 3:
			text = "Sure! " + text + " Hope it helps."
		case 4:
			text = "```json\n" + text
		case 5:
			text = strings.Replace(text, []string{`"`, "content", "0.9", "6", ":"}[r.IntN(5)], []string{"", "'", "NaN", "-1e999", `{}`}[r.IntN(5)], 1+r.IntN(3))
		case 6:
			text = "<think>" + text + "</think>" + text
		case 7:
			text += text
		}
	}
	return text
}

func TestBrokenRepliesLoseNoMessage(t *testing.T) {
	messages := int64(2600) // read by four styles each: 10,000 replies, or as many as come before one that cannot be read
	if raced {
		messages = 300
	}
	ctx, cancel := context.WithCancel(t.Context())
	var mu sync.Mutex
	random, asked := rand.New(rand.NewPCG(1, 2)), 0
	model := llm.Func(func(context.Context, llm.Request) (llm.Reply, error) {
		mu.Lock()
		defer mu.Unlock()
		asked++
		return llm.Reply{Text: broken(random)}, nil
	})
	s := storetest.Open(t, storetest.SQLite(t))
	settings := Settings{Extraction: true, MaxTurns: 1, Styles: []string{"scoped", "companion", "selective", "keyvalue"}}
	var runner *queue.Runner
	e := New(s, Options{Settings: func() Settings { return settings }, Model: model, Wake: func() { runner.Wake() }})
	runner = queue.NewRunner(s, e.Work, queue.Options{Workers: 4})
	for c := range messages / 100 {
		talk := souvenir.Talk{User: "ann"}
		for i := range 100 {
			talk.Messages = append(talk.Messages, souvenir.Said{ID: fmt.Sprint(i), Role: souvenir.User, Content: "I like green tea and I have a cat"})
		}
		if _, err := e.Remember(ctx, &PostMessages{Conversation: fmt.Sprint(c), Body: talk}); err != nil {
			t.Fatal(err)
		}
	}
	var running sync.WaitGroup
	running.Go(func() { runner.Run(ctx) })
	counts := finished(t, e, s, messages)
	cancel()
	running.Wait()
	if counts["remembered"]+counts["duplicate"] == 0 || counts["failed"] == 0 || int64(asked) < messages {
		t.Errorf("outcomes %v of %d replies", counts, asked)
	}
	t.Logf("outcomes %v of %d replies", counts, asked)
}

// finished waits until nothing is queued, and counts how the messages ended.
func finished(t *testing.T, e *Engine, s *store.Store, messages int64) map[string]int64 {
	t.Helper()
	for {
		ended := e.finished.wait()
		counts, err := s.Count(t.Context(), souvenir.DefaultTenant)
		if err != nil {
			t.Fatal(err)
		}
		var all int64
		for state, n := range counts.Outcomes {
			if souvenir.State(state).Final() {
				all += n
			}
		}
		if all == messages {
			return counts.Outcomes
		}
		select {
		case <-ended:
		case <-time.After(50 * time.Millisecond): // a failure is settled after its work has ended
		}
	}
}
