package openai

import (
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// end forgets the memories of a user with some words in them.
func (h *house) end(user, words string) {
	h.t.Helper()
	list, err := h.Memories(h.t.Context(), client.Filter{User: user})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, m := range list.Items {
		if strings.Contains(m.Content, words) {
			if err := h.Forget(h.t.Context(), m.ID); err != nil {
				h.t.Fatal(err)
			}
		}
	}
}

// asked is what the model was asked last.
func (h *house) asked() string {
	chats := h.model.Chats()
	return chats[len(chats)-1].Body
}

func TestWhatWasForgottenIsNotToldAgain(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		h := start(t, s)
		h.model.Otherwise(func(llmtest.Request) llmtest.Reply { return llmtest.Say("fine") })
		h.known("ada")
		h.chat(hello)
		if got := h.asked(); !strings.Contains(got, "User plays the cello") || !strings.Contains(got, "peanuts") {
			t.Fatalf("it is not told: %s", got)
		}
		h.end("ada", "plays the cello")
		h.end("ada", "peanuts")
		h.chat(hello) // the same turn once more
		if got := h.asked(); strings.Contains(got, "User plays the cello") || strings.Contains(got, "peanuts") {
			t.Errorf("the same turn is told again: %s", got)
		}
		h.chat(strings.Replace(hello, `"}]`, `"},{"role":"assistant","content":"fine"},{"role":"user","content":"Is a cello like a flute?"}]`, 1))
		if got := h.asked(); strings.Contains(got, "User plays the cello") || strings.Contains(got, "peanuts") {
			t.Errorf("the next turn is told again: %s", got)
		}
	})
}

func TestATurnDoesNotBringBackWhatWasForgotten(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		h := start(t, s)
		h.model.Otherwise(func(llmtest.Request) llmtest.Reply { return llmtest.Say("Noted: no peanuts for you.") })
		h.chat(`{"model":"m","user":"ada","messages":[{"role":"user","content":"Remember that I am allergic to peanuts"}]}`)
		h.remembered("ada", "peanuts")
		ask := `{"model":"m","user":"ada","messages":[{"role":"user","content":"May I eat peanuts today, or some other nuts?"}]}`
		h.chat(ask, "X-Souvenir-Conversation", "other")
		h.proxy.busy.Wait() // and that answer says it again
		if got := h.asked(); strings.Count(got, "allergic") != 1 || strings.Contains(got, "no peanuts for you") {
			t.Errorf("it is told not once: %s", got)
		}
		h.end("ada", "peanuts")
		h.chat(ask, "X-Souvenir-Conversation", "another")
		if got := h.asked(); strings.Contains(got, "allergic") || strings.Contains(got, "no peanuts for you") {
			t.Errorf("it is told after it was forgotten: %s", got)
		}
	})
}

func TestAPrivateConversationIsLetAlone(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		h := start(t, s)
		h.model.Otherwise(func(llmtest.Request) llmtest.Reply { return llmtest.Say("fine") })
		h.known("ada")
		for _, private := range []bool{true, false, true} {
			if _, err := h.Describe(t.Context(), "ada", "c", souvenir.ConversationEdit{Private: &private}); err != nil {
				t.Fatal(err)
			}
			before := len(h.said("ada"))
			a := h.chat(hello, "X-Souvenir-Conversation", "c")
			stored, told := len(h.said("ada")) > before, h.asked() != hello
			if on := a.header.Get("X-Souvenir-Memory") == "on"; on == private || told == private || stored == private {
				t.Errorf("private %v: memory %q, told %v, stored %v", private, a.header.Get("X-Souvenir-Memory"), told, stored)
			}
		}
	})
}
