//go:build unix

package main_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

// A server that is killed while it streams an answer remembers what was said, once
// it runs again.
func (s binary) remembersWhatItStreamed(t *testing.T, db string) {
	model := llmtest.New(t, llmtest.Reply{Text: "one two three four five six seven eight", Pace: 20 * time.Second})
	settings := []string{"--set", "upstream=" + model.URL, "--set", "window.answer_timeout=1s", "--set", "queue.lease=1s"}
	p := s.serving(t, db, settings...)
	const body = `{"model":"m","user":"ada","stream":true,"messages":[{"role":"user","content":"Remember that I am allergic to peanuts"}]}`
	answer, err := http.Post(p.url+"/v1/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := answer.Body.Read(make([]byte, 1)); err != nil {
		t.Fatalf("the stream does not begin: %v", err)
	}
	p.kill()
	p = s.serving(t, db, settings...)
	until(t, "what was said is remembered", func() bool {
		list, err := p.client().Memories(t.Context(), client.Filter{User: "ada"})
		return err == nil && len(list.Items) == 1 && strings.Contains(list.Items[0].Content, "peanuts")
	})
}
