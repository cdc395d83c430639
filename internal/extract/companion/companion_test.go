package companion_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/companion"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// extractCase is one line of testdata/extract.jsonl.
type extractCase struct {
	ID        string
	Group     bool   // a chat of fitzycodesthings, alex and sarah
	Immersion string // unbounded unless given
	Said      []string
	Assistant []string

	Reply json.RawMessage // what the model says
	Text  string          // the same, where it is no JSON

	Want    []memory
	Refused []string // reasons
	Unasked bool     // the model is not asked at all
	Unread  bool     // its reply cannot be read, and nothing comes of it
}

// expects says whether a run may end like this: a reply that cannot be read is a
// visible failure, and nothing else is one.
func (c extractCase) expects(err error) bool {
	_, unread := errors.AsType[*extract.Unreadable](err)
	return err == nil && !c.Unread || unread && c.Unread
}

// memory is what a case says of a memory.
type memory struct {
	Content         string              `json:"content"`
	Type            string              `json:"type"`
	Category        string              `json:"category"`
	Confidence      *float64            `json:"confidence"`
	EmotionalWeight *float64            `json:"emotional_weight"`
	Participants    []string            `json:"participants"`
	KeyMoments      []string            `json:"key_moments"`
	SubjectUser     string              `json:"subject_user"`
	Evidence        []souvenir.Evidence `json:"evidence"`
}

func TestExtraction(t *testing.T) {
	s := style(t)
	for _, c := range cases(t) {
		t.Run(c.ID, func(t *testing.T) {
			got := run(t, s, c, true)
			want, reasons := []memory(nil), []string(nil)
			for _, m := range got.Candidates {
				want = append(want, shown(m))
				if m.Origin != souvenir.Implicit || m.Priority != 80 {
					t.Errorf("origin %s and priority %d, want implicit and 80", m.Origin, m.Priority)
				}
			}
			for _, r := range got.Rejections {
				reasons = append(reasons, r.Reason)
			}
			if diff := cmp.Diff(c.Want, want); diff != "" {
				t.Errorf("memories (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.Refused, reasons); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
			if unread := len(got.Asked) > 0 && got.Asked[len(got.Asked)-1].Mode == reply.Unreadable; c.Unread != unread {
				t.Errorf("asked = %+v, want a reply that is unreadable: %v", got.Asked, c.Unread)
			}
		})
	}
}

// gates are those that every style's candidates pass in the end.
var gates = []filter.Rule{filter.NotEmpty, filter.NotTooLong, filter.NoSecret, filter.SameLanguage, filter.Grounded, filter.Authority, filter.NotInstruction}

func TestTheSharedGatesLetTheSamePass(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.ID, func(t *testing.T) {
			kit := extract.Kit{Model: model(t, llmtest.New(t, c.script()...)), Tuning: extract.Tuning{AskAlways: true}, Gates: gates}
			got, err := extract.Run(t.Context(), style(t), kit, c.window())
			if !c.expects(err) {
				t.Fatal(err)
			}
			var contents, want []string
			for _, m := range got.Candidates {
				contents = append(contents, m.Content)
				if len(m.Evidence) == 0 {
					t.Errorf("%q rests on no message", m.Content)
				}
			}
			for _, m := range c.Want {
				want = append(want, m.Content)
			}
			if diff := cmp.Diff(want, contents); diff != "" {
				t.Errorf("(-want +got):\n%s%v", diff, got.Rejections)
			}
		})
	}
}

func TestAGreetingIsNotWorthAQuestion(t *testing.T) {
	c := extractCase{Said: []string{"Hello Nova!"}, Unasked: true}
	if got := run(t, style(t), c, false); len(got.Candidates) != 0 || !got.Idle {
		t.Errorf("got %+v, want it idle", got)
	}
}

func TestTheModelIsAskedInTheStylesWay(t *testing.T) {
	server := llmtest.New(t, llmtest.Call(`{"memories": []}`))
	c := extractCase{Said: []string{"I like tea"}, Assistant: []string{"I like tea as well"}}
	if _, err := extract.Run(t.Context(), style(t), extract.Kit{Model: model(t, server)}, c.window()); err != nil {
		t.Fatal(err)
	}
	asked := server.Chats()[0]
	if *asked.Temperature != 0.1 {
		t.Errorf("temperature = %v, want 0.1", *asked.Temperature)
	}
	if got := strings.TrimSpace(asked.User()); got != "I like tea" {
		t.Errorf("user content = %q, want only what the user said", got)
	}
}

func TestEachMessageIsAWindow(t *testing.T) {
	if s := style(t); s.Turns != 1 {
		t.Errorf("turns = %d, want 1", s.Turns)
	}
}

func TestAnAgentMayKeepOtherTypesThanItsLevel(t *testing.T) {
	for _, c := range []struct {
		about     string
		overrides map[string]bool
		want      int
	}{
		{"story by its name", map[string]bool{"story": true}, 1},
		{"story as a setting", map[string]bool{"extract_stories": true}, 1},
		{"nothing said", nil, 0},
		{"fact switched off does not matter", map[string]bool{"extract_facts": false}, 0},
	} {
		server := llmtest.New(t, llmtest.Say(`[{"content": "User broke arm as child", "type": "story", "confidence": 0.9}]`))
		w := extractCase{Immersion: "minimal", Said: []string{"When I was a kid, I broke my arm"}}.window()
		w.Agent.Overrides = c.overrides
		got, err := extract.Run(t.Context(), style(t), extract.Kit{Model: model(t, server)}, w)
		if err != nil || len(got.Candidates) != c.want {
			t.Errorf("%s: kept %d (%v), want %d", c.about, len(got.Candidates), err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	s := style(f)
	for _, c := range cases(f) {
		f.Add(string(c.Reply)+c.Text, strings.Join(c.Said, "\n"), c.Group)
	}
	f.Fuzz(func(t *testing.T, text, said string, group bool) {
		w := extractCase{Group: group, Said: []string{"alex: " + said}}.window()
		model := llm.Func(func(context.Context, llm.Request) (llm.Reply, error) { return llm.Reply{Text: text}, nil })
		got, err := extract.Run(t.Context(), s, extract.Kit{Model: model, Tuning: extract.Tuning{AskAlways: true}}, w)
		if _, unread := errors.AsType[*extract.Unreadable](err); err != nil && !unread {
			t.Fatalf("a reply must never be another error: %v", err)
		}
		for _, c := range got.Candidates {
			if !slices.Contains([]string{"fact", "project", "experience", "story", "relationship"}, c.Type) || *c.Confidence < 0.7 || *c.Confidence > 1 {
				t.Errorf("kept %+v", c)
			}
		}
	})
}

func run(t *testing.T, s extract.Style, c extractCase, always bool) extract.Result {
	t.Helper()
	server := llmtest.New(t, c.script()...)
	got, err := extract.Run(t.Context(), s, extract.Kit{Model: model(t, server), Tuning: extract.Tuning{AskAlways: always}}, c.window())
	if !c.expects(err) {
		t.Fatal(err)
	}
	return got
}

func (c extractCase) script() []llmtest.Reply {
	switch {
	case c.Unasked:
		return nil
	case c.Unread:
		return []llmtest.Reply{llmtest.Say(c.Text), llmtest.Say(c.Text)}
	case c.Text != "":
		return []llmtest.Reply{llmtest.Say(c.Text)}
	}
	return []llmtest.Reply{llmtest.Say(string(c.Reply))}
}

func (c extractCase) window() souvenir.Window {
	w := souvenir.Window{Source: "web", Scope: souvenir.Scope{User: "fitzycodesthings"}, Agent: souvenir.Agent{Name: "Nova", Immersion: "unbounded"}}
	if c.Immersion != "" {
		w.Agent.Immersion = c.Immersion
	}
	if c.Group {
		w.Source, w.Participants = "discord", []string{"fitzycodesthings", "alex", "sarah"}
	}
	for i, text := range c.Said {
		m := souvenir.Message{ID: "m" + strconv.Itoa(i+1), Role: souvenir.User, Content: text}
		if c.Group {
			m.Name, m.Content, _ = strings.Cut(text, ": ")
		}
		w.Messages = append(w.Messages, m)
	}
	for i, text := range c.Assistant {
		w.Messages = append(w.Messages, souvenir.Message{ID: "a" + strconv.Itoa(i+1), Role: souvenir.Assistant, Content: text})
	}
	return w
}

func shown(c souvenir.Candidate) memory {
	return memory{c.Content, c.Type, c.Category, c.Confidence, c.EmotionalWeight, c.Participants, c.KeyMoments, c.SubjectUser, c.Evidence}
}

func style(t testing.TB) extract.Style {
	t.Helper()
	s, err := companion.New(nil)
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

func cases(t testing.TB) []extractCase {
	t.Helper()
	text, err := os.ReadFile("testdata/extract.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out []extractCase
	for line := range strings.Lines(string(text)) {
		var c extractCase
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		out = append(out, c)
	}
	return out
}
