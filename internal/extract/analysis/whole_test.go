package analysis_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract/analysis"
)

func TestPartsLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		budget := rapid.IntRange(-1, 60).Draw(t, "budget")
		var ms []souvenir.Message
		var whole strings.Builder
		for i, text := range rapid.SliceOfN(rapid.String(), 0, 12).Draw(t, "texts") {
			ms = append(ms, souvenir.Message{ID: strconv.Itoa(i), Content: text})
			whole.WriteString(text)
		}
		var got strings.Builder
		seen := 0
		for _, part := range analysis.Parts(ms, budget) {
			cost := 0
			for _, m := range part {
				got.WriteString(m.Content)
				cost += analysis.Tokens(m)
				id, _ := strconv.Atoi(m.ID)
				seen = max(seen, id+1)
			}
			if budget > 9 && cost > budget {
				t.Fatalf("a part has %d tokens, want at most %d", cost, budget)
			}
		}
		if got.String() != whole.String() || seen != len(ms) {
			t.Fatalf("parts hold %q of %d messages, want %q of %d", got.String(), seen, whole.String(), len(ms))
		}
	})
}

func TestALongMessageBreaksBetweenWords(t *testing.T) {
	parts := analysis.Parts([]souvenir.Message{{ID: "m", Content: strings.Repeat("word ", 100)}}, 40)
	if len(parts) < 3 {
		t.Fatalf("%d parts, want several", len(parts))
	}
	for _, p := range parts {
		if !strings.HasSuffix(p[0].Content, "word ") || p[0].ID != "m" {
			t.Errorf("a part ends with %q", p[0].Content)
		}
	}
}

func TestMerge(t *testing.T) {
	got := analysis.Merge([]analysis.Analysis{
		{Summary: "They met.", Themes: []string{"tea", "Trust"}, Tone: "shy", EmotionalArc: []string{"start: shy", "middle: curious", "end: open"}, Participants: []string{"ana"}, KeyTopics: []string{"tea"},
			MessageRange: analysis.Range{Start: 1, End: 10, Count: 10}, MemoryCounts: map[string]int{"fact": 2}, TotalMemories: 2, Tokens: 100, Parts: 1},
		{Summary: "They argued.", Themes: []string{"trust", "work"}, Tone: "tense", EmotionalArc: []string{"start: tense", "end: angry"},
			MessageRange: analysis.Range{Start: 11, End: 15, Count: 5}, MemoryCounts: map[string]int{"fact": 1, "story": 1}, TotalMemories: 2, Tokens: 50, Parts: 1},
		{Summary: "They made up.", Tone: "shy", EmotionalArc: []string{"calm"}, Participants: []string{"Ana", "Nova"},
			MessageRange: analysis.Range{Start: 16, End: 20, Count: 5}, Manual: true, Tokens: 50, Parts: 1},
	})
	want := analysis.Analysis{
		Summary: "They met. They argued. They made up.", Themes: []string{"tea", "Trust", "work"}, Tone: "shy; tense",
		EmotionalArc: []string{"start: shy", "middle: curious", "middle: open", "middle: tense", "middle: angry", "end: calm"},
		Participants: []string{"ana", "Nova"}, KeyTopics: []string{"tea"},
		MessageRange: analysis.Range{Start: 1, End: 20, Count: 20}, MemoryCounts: map[string]int{"fact": 3, "story": 1}, TotalMemories: 4, Manual: true, Tokens: 200, Parts: 3,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAMessageInTwoPartsCountsOnce(t *testing.T) {
	got := analysis.Merge([]analysis.Analysis{{MessageRange: analysis.Range{Start: 1, End: 3, Count: 3}}, {MessageRange: analysis.Range{Start: 3, End: 4, Count: 2}}}).MessageRange
	if want := (analysis.Range{Start: 1, End: 4, Count: 4}); got != want {
		t.Errorf("range = %+v, want %+v", got, want)
	}
}

func TestMergeOfOneIsItself(t *testing.T) {
	one := analysis.Merge([]analysis.Analysis{{Summary: "x", EmotionalArc: []string{"calm throughout"}, MemoryCounts: map[string]int{"fact": 1}, TotalMemories: 1, Parts: 1}})
	if diff := cmp.Diff(one, analysis.Merge([]analysis.Analysis{one})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDue(t *testing.T) {
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	for _, c := range []struct {
		about string
		of    analysis.Activity
		due   bool
		why   string
	}{
		{"long and going on", analysis.Activity{Tokens: 10_000, Fresh: 10_000, LastMessage: ago(time.Minute)}, true, "long"},
		{"not yet long", analysis.Activity{Tokens: 9_999, Fresh: 9_999, LastMessage: ago(time.Minute)}, false, "still going on"},
		{"quiet for a day", analysis.Activity{Tokens: 2_500, Fresh: 2_500, LastMessage: ago(24 * time.Hour)}, true, "quiet"},
		{"quiet for less", analysis.Activity{Tokens: 2_500, Fresh: 2_500, LastMessage: ago(24*time.Hour - 1)}, false, "still going on"},
		{"quiet and short", analysis.Activity{Tokens: 2_499, Fresh: 2_499, LastMessage: ago(48 * time.Hour)}, false, "not long enough"},
		{"quiet, just looked", analysis.Activity{Tokens: 3_000, Fresh: 3_000, LastMessage: ago(48 * time.Hour), LastSweep: ago(3*time.Hour - 1)}, false, "looked recently"},
		{"quiet, looked long ago", analysis.Activity{Tokens: 3_000, Fresh: 3_000, LastMessage: ago(48 * time.Hour), LastSweep: ago(3 * time.Hour)}, true, "quiet"},
		{"analysed today", analysis.Activity{Tokens: 20_000, Fresh: 9_000, LastMessage: ago(time.Minute), LastAnalysis: ago(24*time.Hour - 1)}, false, "analysed recently"},
		{"analysed yesterday", analysis.Activity{Tokens: 20_000, Fresh: 9_000, LastMessage: ago(time.Minute), LastAnalysis: ago(24 * time.Hour)}, true, "long"},
		{"nothing new since", analysis.Activity{Tokens: 20_000, Fresh: 499, LastMessage: ago(48 * time.Hour), LastAnalysis: ago(47 * time.Hour)}, false, "too short"},
		{"hardly begun", analysis.Activity{Tokens: 499, Fresh: 499, LastMessage: ago(48 * time.Hour)}, false, "too short"},
	} {
		if due, why := analysis.Due(c.of, now); due != c.due || why != c.why {
			t.Errorf("%s: Due = %v, %q, want %v, %q", c.about, due, why, c.due, c.why)
		}
	}
}

func TestEnoughByHand(t *testing.T) {
	for _, c := range []struct {
		messages, tokens int
		want             bool
	}{{5, 100, true}, {4, 1000, false}, {50, 99, false}} {
		if got := analysis.EnoughByHand(c.messages, c.tokens); got != c.want {
			t.Errorf("EnoughByHand(%d, %d) = %v, want %v", c.messages, c.tokens, got, c.want)
		}
	}
}
