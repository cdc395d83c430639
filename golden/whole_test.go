package golden

import (
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/analysis"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// Seed C: what a whole conversation amounts to.

// typeBlock looks at the types that the prompt of an analysis names.
func typeBlock(t *testing.T, c Case) {
	level, ok := strings.CutSuffix(c.Setup, " profile")
	if !ok {
		puzzled(t, "setup", c.Setup)
	}
	w := window(talk("ann", "analysis", "I like tea"), souvenir.AgentEdit{Immersion: level})
	q, asks, err := extract.Prompt(t.Context(), style(t, "analysis"), w)
	if err != nil || !asks {
		t.Fatal(asks, err)
	}
	_, block, _ := strings.Cut(q.System, "MEMORY TYPES:\n")
	block = "MEMORY TYPES:\n" + block
	names, five := strings.CutPrefix(c.Expected, "five lines ")
	if !five {
		if block != c.Expected {
			t.Errorf("the prompt ends\n%s\nwant\n%s", block, c.Expected)
		}
		return
	}
	names, _, ok = strings.Cut(names, " in that order")
	lines := strings.Split(block, "\n")[1:]
	want := strings.Split(names, ", ")
	if !ok || len(want) != 5 || len(lines) != len(want) {
		t.Fatalf("the prompt ends\n%s\nwant %q", block, want)
	}
	for i, name := range want {
		if !strings.HasPrefix(lines[i], name+": ") {
			t.Errorf("line %d is %q, want %s", i+1, lines[i], name)
		}
	}
}

// analysisParse reads an analysis that leaves out what it may.
func analysisParse(t *testing.T, c Case) {
	const reply = `{"memories":[{"content":"User likes tea","type":"fact","confidence":0.9,"emotional_weight":0.0}],"summary":"They talked about tea.","tone":"calm"}`
	if c.Input != "memory with emotional_weight 0.0 and no reasoning; object without themes" {
		puzzled(t, "input", c.Input)
	}
	r := mustRun(t, style(t, "analysis"), window(talk("ann", "analysis", "I like tea"), souvenir.AgentEdit{}), reply)
	if len(r.Candidates) != 1 || len(r.Episodes) != 1 {
		t.Fatalf("gives %+v", r)
	}
	a, err := analysis.ReadBody(r.Episodes[0].Body)
	if err != nil {
		t.Fatal(err)
	}
	m := r.Candidates[0]
	holds := map[string]bool{
		"emotional_weight 0.0 kept": m.EmotionalWeight != nil && *m.EmotionalWeight == 0,
		`reasoning ""`:              m.Reasoning == "",
		"themes []":                 a.Themes != nil && len(a.Themes) == 0 && strings.Contains(string(r.Episodes[0].Body), `"themes":[]`),
	}
	for part := range strings.SplitSeq(c.Expected, "; ") {
		if is, known := holds[part]; !known {
			puzzled(t, "expectation", part)
		} else if !is {
			t.Errorf("%s does not hold: %+v, %+v", part, m, a)
		}
	}
}

// analysisRerun analyses a conversation twice, with a model that finds the same.
func analysisRerun(t *testing.T, c Case) {
	if c.Setup != "same conversation analysed twice, same model output" || c.Expected != "second run saves 0 memories; history has 2 entries" {
		puzzled(t, "case", c.Setup+c.Expected)
	}
	const found = `{"memories":[{"content":"User is training for a marathon in Lyon.","type":"project","confidence":0.9,"reasoning":"said so","evidence":["training for the marathon in Lyon"]}],"summary":"The user talks about running.","themes":["running"],"tone":"hopeful"}`
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		settings := usual
		settings.Extraction = false
		h := open(t, db, plan{settings: settings, model: llmtest.New(t, llmtest.Call(found), llmtest.Call(found))})
		h.remember(t, "c", talk("ann", "companion", "I am training for the marathon in Lyon", "It is hard"))
		for i, want := range []int{1, 0} {
			a, err := h.Analyze(t.Context(), "ann", "c", true, 50*time.Second)
			if err != nil || a.Status != "success" || a.Extracted != want {
				t.Fatalf("analysis %d saved %d memories, want %d: %+v, %v", i+1, a.Extracted, want, a, err)
			}
		}
		if n := len(h.memories(t, "ann", "")); n != 1 {
			t.Errorf("%d memories, want 1", n)
		}
		history, err := h.Analyses(t.Context(), "ann", "c", true, "")
		if err != nil || len(history.Items) != 2 {
			t.Errorf("history %+v, %v, want 2 entries", history.Items, err)
		}
	})
}
