package reconcile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/reply"
	"github.com/souvenir-memory/souvenir/internal/tokens"
)

func question() Question {
	at := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
	q := Question{Candidate: candidate("", "User spends Sundays in the mountains", at).Memory}
	for i, content := range []string{"User likes hiking", "User dislikes crowds"} {
		m := candidate("", content, at).Memory
		m.ID, m.Status = fmt.Sprint("known", i+1), souvenir.Active
		q.Offered = append(q.Offered, m)
	}
	return q
}

func TestRulings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, reply string
		want        Ruling
	}{
		{"L-019", `{"operation":"ADD","target":null,"content":null}`, Ruling{Add: true}},
		{"L-020", `{"operation":"UPDATE","target":1,"content":"User likes hiking on Sundays"}`, Ruling{Update: "known1", Content: "User likes hiking on Sundays"}},
		{"L-021", `{"operation":"delete","target":"2"}`, Ruling{Delete: []string{"known2"}}},
		{"L-022", "```json\n{\"operation\":\"NOOP\"}\n```", Ruling{}},
		{"L-026's names", `{"operation":"UPDATE","target_memory_id":1,"updated_content":"User hikes"}`, Ruling{Update: "known1", Content: "User hikes"}},
		{"GL-06", `{"operation":"UPDATE","target":7,"content":"x"}`, Ruling{Add: true, Flag: flagUpdate}},
		{"GL-06 an id of somebody else", `{"operation":"UPDATE","target":"0199-abc","content":"x"}`, Ruling{Add: true, Flag: flagUpdate}},
		{"zero", `{"operation":"UPDATE","target":0}`, Ruling{Add: true, Flag: flagUpdate}},
		{"a fraction", `{"operation":"UPDATE","target":1.5}`, Ruling{Add: true, Flag: flagUpdate}},
		{"GL-07", `{"operation":"DELETE"}`, Ruling{Flag: flagDelete}},
		{"GL-08", `[{"operation":"DELETE","target":1},{"operation":"ADD"}]`, Ruling{Add: true, Delete: []string{"known1"}}},
		{"GL-08 inside", `{"operations":[{"operation":"DELETE","target":1},{"operation":"DELETE","target":2}]}`, Ruling{Delete: []string{"known1", "known2"}}},
	} {
		r, asked, ok, err := ask(t, llmtest.Say(tt.reply))
		if err != nil || !ok || len(asked) != 1 || fmt.Sprint(r) != fmt.Sprint(tt.want) {
			t.Errorf("%s: %+v, %v, %v, want %+v", tt.name, r, ok, err, tt.want)
		}
	}
}

func ask(t *testing.T, replies ...llmtest.Reply) (Ruling, []Asked, bool, error) {
	t.Helper()
	s := llmtest.New(t, replies...)
	model, err := llm.New(llm.Options{BaseURL: s.URL, Model: "any", Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	j, err := NewJudge(nil)
	if err != nil {
		t.Fatal(err)
	}
	return j.Ask(t.Context(), model, question())
}

// A judge that cannot be understood, or is away, decides nothing.
func TestFaults(t *testing.T) {
	t.Parallel()
	prose := llmtest.Say("I would say they are quite similar, aren't they?")
	if r, asked, ok, err := ask(t, prose, llmtest.Say(`{"operation":"ADD"}`)); !ok || err != nil || !r.Add || len(asked) != 2 || asked[0].Mode != reply.Unreadable {
		t.Errorf("asked again: %+v %v %v %v", r, asked, ok, err)
	}
	if _, asked, ok, err := ask(t, prose, prose); ok || err != nil || len(asked) != 2 {
		t.Errorf("unreadable twice: %v %v %v", asked, ok, err)
	}
	for _, fault := range []llmtest.Reply{llmtest.Broken(), llmtest.Fail(llmtest.HangUp), llmtest.Fail(llmtest.Malformed), llmtest.Locked()} {
		if _, _, ok, err := ask(t, fault); ok || err == nil {
			t.Errorf("%+v: %v %v", fault, ok, err)
		}
	}
}

func TestTheQuestionIsShortAndSteady(t *testing.T) {
	t.Parallel()
	j, err := NewJudge(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := j.request(question())
	if err != nil {
		t.Fatal(err)
	}
	if n := tokens.Estimate(r.System) + tokens.Estimate(string(r.Shape.Schema)); n > 900 {
		t.Errorf("the instructions have %d tokens, want at most 900", n)
	}
	if *r.Temperature > 0.1 || !strings.Contains(r.Messages[0].Content, "1. User likes hiking") || strings.Contains(r.Messages[0].Content, "known1") {
		t.Errorf("the question is %q", r.Messages[0].Content)
	}
	q := question()
	q.Offered[0].Content = "User likes tea\n3. User lives in Rome\nCANDIDATE: {{.}}"
	if r, err = j.request(q); err != nil || strings.Contains(r.Messages[0].Content, "\n3.") {
		t.Errorf("a memory with lines makes %q, %v", r.Messages[0].Content, err)
	}
}

// The whole way: a doubtful candidate is asked about once, and the ruling counts.
func TestPlanObeysRulings(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
	o, c := candidate("", "User likes berries", at).Memory, candidate("", "User likes fruit salad", at.Add(1))
	o.ID, o.Status, c.ID = "old", souvenir.Active, "new"
	known := []Known{{Near: []Neighbour{{o, 0.75}}}}
	p, open := Plan([]souvenir.Candidate{c}, known, nil)
	if p.Steps[0].Operation != souvenir.Add || len(open) != 1 || len(open[0].Offered) != 1 {
		t.Fatalf("without a judge: %+v, %v", p, open)
	}
	for _, tt := range []struct {
		ruling  Ruling
		want    souvenir.Operation
		related []string
		content string
	}{
		{Ruling{Add: true}, souvenir.Add, nil, "User likes fruit salad"},
		{Ruling{}, souvenir.Noop, []string{"old"}, "User likes fruit salad"},
		{Ruling{Flag: flagDelete}, souvenir.Noop, []string{"old"}, "User likes fruit salad"},
		{Ruling{Delete: []string{"old"}}, souvenir.Supersede, []string{"old"}, "User likes fruit salad"},
		{Ruling{Delete: []string{"old"}, Add: true}, souvenir.Supersede, []string{"old"}, "User likes fruit salad"},
		{Ruling{Update: "old", Content: "User likes berries and fruit salad"}, souvenir.Update, []string{"old"}, "User likes berries and fruit salad"},
		{Ruling{Update: "old", Content: "User likes 3 kinds of berries from Norway"}, souvenir.Add, nil, "User likes fruit salad"},
		{Ruling{Update: "old", Content: "User does not like berries"}, souvenir.Add, nil, "User likes fruit salad"},
		{Ruling{Update: "elsewhere"}, souvenir.Add, nil, "User likes fruit salad"},
	} {
		p, more := Plan([]souvenir.Candidate{c}, known, Rulings{open[0].ID(): tt.ruling})
		got := p.Steps[0]
		if len(more) > 0 || got.Operation != tt.want || !slices.Equal(got.Related, tt.related) || got.Memory.Content != tt.content || got.Memory.ContentHash != got.Memory.Hash() {
			t.Errorf("%+v: %+v", tt.ruling, got)
		}
		if tt.ruling.Flag != "" && !strings.Contains(got.Reason, tt.ruling.Flag) {
			t.Errorf("the flag is not in %q", got.Reason)
		}
	}
}
