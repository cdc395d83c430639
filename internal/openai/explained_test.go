package openai

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

func TestACallerIsToldWhatWasRecalled(t *testing.T) {
	t.Parallel()
	h := start(t, sqlite(t))
	h.model.Otherwise(llmtest.Friendly)
	for _, s := range []souvenir.Statement{
		{User: "ada", Content: "User is allergic to peanuts 🥜", Priority: 100}, {User: "ada", Key: "home", Content: "Lyon"},
	} {
		if _, err := h.State(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	for _, place := range []string{"split", "user"} {
		h.set(func(s *Settings) { s.Place = place })
		a := h.chat(hello, "X-Souvenir-Explain", "on")
		var lines []string
		if err := json.Unmarshal([]byte(a.header.Get("X-Souvenir-Recalled")), &lines); err != nil {
			t.Fatalf("%v: %q", err, a.header)
		}
		for _, want := range []string{"User is allergic to peanuts 🥜", "home: Lyon"} {
			if !slices.Contains(lines, want) {
				t.Errorf("%s: recalled are %q, want %q", place, lines, want)
			}
		}
		if again := h.chat(hello, "X-Souvenir-Explain", "on"); again.header.Get("X-Souvenir-Recalled") != a.header.Get("X-Souvenir-Recalled") {
			t.Errorf("%s: asked again it says %q", place, again.header)
		}
	}
	if a := h.chat(hello); a.header.Get("X-Souvenir-Recalled") != "" {
		t.Errorf("unasked it says %q", a.header)
	}
}

func TestWhatWasRecalledFitsIntoAHeader(t *testing.T) {
	lines := slices.Repeat([]string{strings.Repeat("好", 200)}, 100)
	list := listed(lines)
	var read []string
	if err := json.Unmarshal([]byte(list), &read); err != nil || len(list) > longestList || len(read) < 3 || read[0] != lines[0] {
		t.Errorf("%d bytes, %d lines, %v", len(list), len(read), err)
	}
	if got := listed(nil); got != "[]" {
		t.Errorf("listed(nil) = %q", got)
	}
}

// A client that stays gathers turns: they are read together once there are enough,
// after a silence, or when it says so.
func TestTurnsAreGatheredForAClientThatStays(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		h := start(t, s)
		h.model.Otherwise(llmtest.Friendly)
		h.mu.Lock()
		h.engine.Gather = store.Gather{MinTurns: 2, Idle: time.Hour}
		h.mu.Unlock()
		say := func(conversation, text string) {
			t.Helper()
			body := `{"model":"m","user":"ada","messages":[{"role":"user","content":"` + text + `"}]}`
			if a := h.chat(body, "X-Souvenir-Incremental", "on", "X-Souvenir-Conversation", conversation); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			h.proxy.busy.Wait()
		}
		say("alone", "Remember that I play chess")
		say("two", "Remember that I am allergic to peanuts")
		waiting, err := h.Jobs(t.Context(), "queued", "")
		if err != nil || len(waiting.Items) != 2 || len(waiting.Items[0].Messages) != 2 {
			t.Fatalf("waiting are %+v, %v, want an exchange of each conversation", waiting.Items, err)
		}
		say("two", "Remember that I live in Lyon")
		h.remembered("ada", "peanuts")
		h.remembered("ada", "Lyon")
		done, err := h.Jobs(t.Context(), "done", "")
		if err != nil || len(done.Items) != 1 || len(done.Items[0].Messages) != 4 {
			t.Errorf("done are %+v, %v, want both exchanges at once", done.Items, err)
		}
		if err := h.Flush(t.Context(), "ada", "alone"); err != nil {
			t.Fatal(err)
		}
		h.remembered("ada", "chess")
	})
}
