package golden

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

// Seed L: memories with a scope, from transcripts and pages.

// learnFromText says something to the product whose model finds what is expected.
func learnFromText(t *testing.T, c Case) {
	platform, ok := strings.CutPrefix(c.Setup, "platform ")
	var want struct {
		Memories []struct {
			Content, Type string
			Scope         souvenir.Reach
			Confidence    float64
			Tags          []string
		}
	}
	if err := json.Unmarshal([]byte(c.Expected), &want); err != nil || !ok || len(want.Memories) != 1 {
		puzzled(t, "expectation", c.Expected)
	}
	h, model := asking(t, usual, llmtest.Say(c.Expected))
	said := talk("ann", "scoped", c.Input)
	said.Source = platform
	h.remember(t, "c", said)
	if asked := model.Chats()[0].User(); !strings.Contains(asked, "platform: "+platform) || !strings.Contains(asked, c.Input) {
		t.Errorf("asked %s", asked)
	}
	kept, w := h.memories(t, "ann", ""), want.Memories[0]
	if len(kept) != 1 {
		t.Fatalf("kept %+v and refused %+v", kept, h.rejections(t, "ann"))
	}
	if m := kept[0]; m.Content != w.Content || m.Type != w.Type || m.Reach != w.Scope || *m.Confidence != w.Confidence || !slices.Equal(m.Tags, w.Tags) {
		t.Errorf("kept %+v, want %+v", m, w)
	}
}

// wrongs are what GL-09 lists, as a model writes it.
var wrongs = map[string]entry{
	"scope planet": {"scope": "planet"},
	"type mood":    {"type": "mood"},
	"6 tags":       {"tags": []string{"a", "b", "c", "d", "e", "f"}},
	"0 tags":       {"tags": []string{}},
}

// coerce: what is not as it should be is mended or refused, and told either way.
func coerce(t *testing.T, c Case) {
	if c.Expected != "rejected or coerced with reason" {
		puzzled(t, "expectation", c.Expected)
	}
	for what := range strings.SplitSeq(c.Input, " / ") {
		change, known := wrongs[what]
		if !known {
			puzzled(t, "input", what)
		}
		m := entry{"content": "User likes tea.", "type": "preference", "scope": "user_global", "confidence": 0.9, "tags": []string{"tea"}}
		for name, value := range change {
			m[name] = value
		}
		text, _ := json.Marshal(entry{"memories": []entry{m}})
		r := mustRun(t, style(t, "scoped"), window(talk("ann", "scoped", "I like tea."), souvenir.AgentEdit{}), string(text))
		refused := len(r.Candidates) == 0 && len(r.Rejections) == 1 && r.Rejections[0].Reason != ""
		mended := len(r.Candidates) == 1 && len(r.Rejections) == 0 && r.Candidates[0].Reasoning != "" && fair(r.Candidates[0])
		if !refused && !mended {
			t.Errorf("%s gives %+v and %+v", what, r.Candidates, r.Rejections)
		}
	}
}

// fair is a memory as the seed allows it.
func fair(c souvenir.Candidate) bool {
	return slices.Contains([]string{"preference", "project", "task", "fact", "meta"}, c.Type) &&
		slices.Contains([]souvenir.Reach{souvenir.UserGlobal, souvenir.SessionOnly, souvenir.SiteOnly, souvenir.ConversationOnly}, c.Reach) &&
		len(c.Tags) >= 1 && len(c.Tags) <= 5
}

// missingMetadata asks about a text of which nothing else is known.
func missingMetadata(t *testing.T, c Case) {
	if c.Setup != "url/platform/timestamp missing" || c.Expected != "prompt renders empty values, no {{ }} left" {
		puzzled(t, "case", c.Setup+c.Expected)
	}
	w := souvenir.Window{Messages: []souvenir.Message{{ID: "m1", Role: souvenir.User, Content: c.Input}}}
	q, asks, err := extract.Prompt(t.Context(), style(t, "scoped"), w)
	if err != nil || !asks || strings.Contains(q.System+q.User, "{{") || strings.Contains(q.System+q.User, "}}") {
		t.Fatalf("asks %v, %v\n%s\n%s", asks, err, q.System, q.User)
	}
	for _, name := range []string{"url", "platform", "timestamp"} {
		if !strings.Contains(q.User, fmt.Sprintf("\n%s: \n", name)) {
			t.Errorf("%s is not empty:\n%s", name, q.User)
		}
	}
}
