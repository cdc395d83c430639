package analysis_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/analysis"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// readCase is one line of testdata/read.jsonl.
type readCase struct {
	ID        string
	Immersion string // unbounded unless given
	Reply     json.RawMessage
	Want      analysis.Analysis // without what the window says
	Contents  []string
	Refused   []string
}

func window() souvenir.Window {
	return souvenir.Window{
		Source: "web", Scope: souvenir.Scope{User: "ana", Agent: "nova", Conversation: "c1"}, Agent: souvenir.Agent{Name: "Nova", Immersion: "unbounded"}, Now: now,
		Messages: []souvenir.Message{
			{ID: "m1", Seq: 4, Role: souvenir.User, Content: "I'm training for a marathon and I like tea."},
			{ID: "m2", Seq: 5, Role: souvenir.Assistant, Content: "How lovely, I adore mountains."},
			{ID: "m3", Seq: 6, Role: souvenir.User, Content: "How do neural networks learn? And what is a gradient?"},
		},
	}
}

func TestReading(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.ID, func(t *testing.T) {
			w := window()
			if c.Immersion != "" {
				w.Agent.Immersion = c.Immersion
			}
			got := run(t, w, string(c.Reply))
			a, err := analysis.ReadBody(got.Episodes[0].Body)
			if err != nil {
				t.Fatal(err)
			}
			c.Want.MessageRange, c.Want.Parts, c.Want.Tokens = analysis.Range{Start: 4, End: 6, Count: 3}, 1, a.Tokens
			if diff := cmp.Diff(c.Want, a); diff != "" {
				t.Errorf("analysis (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.Contents, contents(got.Candidates)); diff != "" {
				t.Errorf("memories (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.Refused, reasons(got.Rejections)); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAWeightOfZeroAndAMissingReasonAreKept(t *testing.T) {
	got := run(t, window(), `{"memories": [{"content": "User likes tea", "type": "fact", "confidence": 0.9, "emotional_weight": 0.0}]}`).Candidates[0]
	if got.EmotionalWeight == nil || *got.EmotionalWeight != 0 || got.Reasoning != "" {
		t.Errorf("weight %v and reasoning %q, want 0 and none", got.EmotionalWeight, got.Reasoning)
	}
}

func TestTheEpisodeKnowsWhoseItIs(t *testing.T) {
	e := run(t, window(), `{"summary": "x"}`).Episodes[0]
	if e.User != "ana" || e.Agent != "nova" || e.Conversation != "c1" || e.Style != "analysis" || !e.CreatedAt.Equal(now) || e.Pending {
		t.Errorf("episode = %+v", e)
	}
	if strings.Contains(string(e.Body), "null") {
		t.Errorf("the body has a null: %s", e.Body)
	}
}

func TestInterestFromQuestionsIsNeverSure(t *testing.T) {
	for _, c := range []struct {
		about, item string
		want        float64
	}{
		{"a question as evidence", `"content": "User is interested in machine learning", "evidence": "How do neural networks learn?"`, 0.80},
		{"part of a question", `"content": "User studies gradients", "evidence": "what is a gradient"`, 0.80},
		{"no evidence", `"content": "User is interested in machine learning"`, 0.80},
		{"a statement", `"content": "User likes tea", "evidence": "I like tea"`, 0.95},
		{"no evidence and no interest", `"content": "User likes tea"`, 0.95},
	} {
		got := run(t, window(), `{"memories": [{"type": "fact", "confidence": 0.95, `+c.item+`}]}`)
		if len(got.Candidates) != 1 || *got.Candidates[0].Confidence != c.want {
			t.Errorf("%s: got %+v, want confidence %v", c.about, got, c.want)
		}
	}
}

func TestAReplyThatCannotBeReadFailsVisibly(t *testing.T) {
	server := llmtest.New(t, llmtest.Say("Sorry, no."), llmtest.Say("Still no."))
	_, err := extract.Run(t.Context(), style(t), extract.Kit{Model: model(t, server)}, window())
	if unread := (*extract.Unreadable)(nil); !errors.As(err, &unread) {
		t.Errorf("err = %v, want an unreadable reply", err)
	}
}

func TestTheAgentsTemperatureCounts(t *testing.T) {
	for _, own := range []*float64{nil, new(0.9)} {
		server := llmtest.New(t, llmtest.Say(`{"summary": "x"}`))
		if _, err := extract.Run(t.Context(), style(t), extract.Kit{Model: model(t, server), Tuning: extract.Tuning{Temperature: own}}, window()); err != nil {
			t.Fatal(err)
		}
		want := 0.1
		if own != nil {
			want = *own
		}
		if got := *server.Chats()[0].Temperature; got != want {
			t.Errorf("temperature = %v, want %v", got, want)
		}
	}
}

func TestCountsAreOfWhatWasKept(t *testing.T) {
	a := analysis.Analysis{}.Counting([]souvenir.Candidate{{Memory: souvenir.Memory{Type: "fact"}}, {Memory: souvenir.Memory{Type: "fact"}}, {Memory: souvenir.Memory{Type: "story"}}})
	if diff := cmp.Diff(map[string]int{"fact": 2, "story": 1}, a.MemoryCounts); diff != "" || a.TotalMemories != 3 {
		t.Errorf("counts = %v, total %d", a.MemoryCounts, a.TotalMemories)
	}
}

func FuzzRead(f *testing.F) {
	s := style(f)
	for _, c := range cases(f) {
		f.Add(string(c.Reply))
	}
	f.Fuzz(func(t *testing.T, text string) {
		says := llm.Func(func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{Text: text}, nil })
		got, err := extract.Run(t.Context(), s, extract.Kit{Model: says}, window())
		if unread := (*extract.Unreadable)(nil); err != nil && !errors.As(err, &unread) {
			t.Fatal(err)
		}
		for _, e := range got.Episodes {
			if _, err := analysis.ReadBody(e.Body); err != nil {
				t.Errorf("body %s: %v", e.Body, err)
			}
		}
		for _, c := range got.Candidates {
			if !(*c.Confidence >= 0.7 && *c.Confidence <= 1) {
				t.Errorf("kept with confidence %v", *c.Confidence)
			}
		}
	})
}

func run(t *testing.T, w souvenir.Window, reply string) extract.Result {
	t.Helper()
	server := llmtest.New(t, llmtest.Say(reply))
	got, err := extract.Run(t.Context(), style(t), extract.Kit{Model: model(t, server)}, w)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func style(t testing.TB) extract.Style {
	t.Helper()
	s, err := analysis.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func model(t testing.TB, s *llmtest.Server) llm.Client {
	t.Helper()
	m, err := llm.New(llm.Options{BaseURL: s.URL, Model: "nova-7b"})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func contents(cs []souvenir.Candidate) (out []string) {
	for _, c := range cs {
		out = append(out, c.Content)
	}
	return out
}

func reasons(rs []souvenir.Rejection) (out []string) {
	for _, r := range rs {
		out = append(out, r.Reason)
	}
	return out
}

func cases(t testing.TB) []readCase {
	t.Helper()
	text, err := os.ReadFile("testdata/read.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out []readCase
	for line := range strings.Lines(string(text)) {
		var c readCase
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		out = append(out, c)
	}
	return slices.Clip(out)
}
