package defence_test

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/filter/defence"
)

// filterCase is one line of testdata/filters.jsonl.
type filterCase struct {
	ID      string
	Group   bool     // a chat of fitzycodesthings, alex and sarah
	More    []string // further participants
	Said    []string // in a group with the speaker's name
	Content string
	Quote   string // evidence, in the first message

	Want  string // what it is blocked as; empty means that it passes
	Tidy  string // the content afterwards; empty means unchanged
	About string
	Doubt string
}

func (c filterCase) window() souvenir.Window {
	w := souvenir.Window{Source: "web", Scope: souvenir.Scope{User: "fitzycodesthings"}, Agent: souvenir.Agent{Name: "Nova"}}
	if c.Group {
		w.Source, w.Participants = "discord", append([]string{"fitzycodesthings", "alex", "sarah"}, c.More...)
	}
	for i, text := range c.Said {
		m := souvenir.Message{ID: "m" + strconv.Itoa(i+1), Role: souvenir.User, Content: text}
		if c.Group {
			m.Name, m.Content, _ = strings.Cut(text, ": ")
		}
		w.Messages = append(w.Messages, m)
	}
	return w
}

func (c filterCase) candidate() souvenir.Candidate {
	m := souvenir.Candidate{Memory: souvenir.Memory{Content: c.Content}}
	if c.Quote != "" {
		m.Evidence = []souvenir.Evidence{{Message: "m1", Quote: c.Quote}}
	}
	return m
}

func TestFilters(t *testing.T) {
	rules := build(t, nil, defence.Options{})
	for _, c := range cases(t) {
		t.Run(c.ID, func(t *testing.T) {
			kept, refused := filter.Apply(rules, c.window(), []souvenir.Candidate{c.candidate()})
			if c.Want != "" {
				wantRefused(t, refused, c.Want, c.Content)
				return
			}
			if len(kept) != 1 {
				t.Fatalf("%q was refused: %v", c.Content, refused[0].Reason)
			}
			wantKept(t, kept[0], c)
		})
	}
}

func wantRefused(t *testing.T, refused []souvenir.Rejection, what, content string) {
	t.Helper()
	if len(refused) != 1 {
		t.Fatalf("%q passed, want it blocked as %s", content, what)
	}
	if got, want := refused[0].Reason, "Blocked "+what+": "+content; got != want {
		t.Errorf("reason = %q, want %q", got, want)
	}
	if got, want := refused[0].Rule, strings.ReplaceAll(what, " ", "-"); got != want {
		t.Errorf("rule = %q, want %q", got, want)
	}
}

func wantKept(t *testing.T, got souvenir.Candidate, c filterCase) {
	t.Helper()
	want := c.Content
	if c.Tidy != "" {
		want = c.Tidy
	}
	if got.Content != want {
		t.Errorf("content = %q, want %q", got.Content, want)
	}
	if got.SubjectUser != c.About {
		t.Errorf("about %q, want %q", got.SubjectUser, c.About)
	}
	if strings.Join(got.Doubts, ", ") != c.Doubt {
		t.Errorf("doubts = %v, want %q", got.Doubts, c.Doubt)
	}
	if got.ContentHash != got.Hash() {
		t.Error("the hash is not that of the content any more")
	}
}

func TestARefusedCandidateDoesNotAffectItsNeighbours(t *testing.T) {
	kept, refused := filter.Apply(build(t, nil, defence.Options{}), filterCase{}.window(), []souvenir.Candidate{
		{Memory: souvenir.Memory{Content: "User greeted", Confidence: new(0.95)}},
		{Memory: souvenir.Memory{Content: "User enjoys tea"}},
	})
	if len(kept) != 1 || len(refused) != 1 {
		t.Errorf("kept %d and refused %d, want one each, however confident the model is", len(kept), len(refused))
	}
}

func TestAStatedDemographicKnowsWhereItWasStated(t *testing.T) {
	c := filterCase{Said: []string{"Hi there. I'm 34 by the way."}, Content: "User is 34 years old"}
	kept, _ := filter.Apply(build(t, nil, defence.Options{}), c.window(), []souvenir.Candidate{c.candidate()})
	want := []souvenir.Evidence{{Message: "m1", Quote: "I'm 34 by the way."}}
	if len(kept) != 1 || !slices.Equal(kept[0].Evidence, want) {
		t.Errorf("kept %+v, want the evidence %v", kept, want)
	}
}

func TestOperatorsAddPatternsAndFilters(t *testing.T) {
	rules := build(t, map[string][]string{
		"actions.list":     {"user mentioned", "talked at length"},
		"impressions.list": {"might be"},
		"filters.list":     {"new pattern: pattern to block", "brand: acme corp", "brand: acme gmbh"},
	}, defence.Options{})
	for content, want := range map[string]string{
		"User mentioned a dog":               "conversation action",
		"User talked at length about tea":    "conversation action",
		"User might be ill":                  "vague impression",
		"User has a Pattern to block inside": "new pattern",
		"User works at ACME Corp":            "brand",
		"User works at Acme GmbH":            "brand",
	} {
		_, refused := filter.Apply(rules, filterCase{}.window(), []souvenir.Candidate{filterCase{Content: content}.candidate()})
		wantRefused(t, refused, want, content)
	}
}

func TestFiltersOfOnesOwnComeLastAndInOrder(t *testing.T) {
	rules := build(t, map[string][]string{"filters.list": {"b: x", "a: y"}}, defence.Options{})
	var names []string
	for _, r := range rules {
		names = append(names, r.Name)
	}
	want := []string{"conversation-action", "assistant-fact", "system-prompt-leak", "demographic-hallucination", "unknown-information", "non-user-content", "assistant-name-as-user-name", "vague-impression", "b", "a"}
	if !slices.Equal(names, want) {
		t.Errorf("rules are %v, want %v", names, want)
	}
}

func TestALineThatIsNoFilterIsAnError(t *testing.T) {
	for list, line := range map[string]string{"filters.list": "no colon here", "demographics.list": ": tall"} {
		if _, err := defence.New(lists(t, map[string][]string{list: {line}}), defence.Options{}); err == nil {
			t.Errorf("%s with %q gave no error", list, line)
		}
	}
}

func TestWhereAMentionIsEnough(t *testing.T) {
	rules := build(t, nil, defence.Options{Mentioned: true})
	for _, c := range []filterCase{
		{Content: "Trust between the user and Nova grew"},
		{Content: "Hiking is fun", Want: "non-user content"},
		{Content: "Nova is fond of the user", Want: "assistant fact"},
		{Group: true, Said: []string{"alex: I like tea", "sarah: I like tea"}, Content: "Trust in alex grew", About: "alex"},
		{Group: true, Said: []string{"alex: I like tea", "sarah: I like tea"}, Content: "Both alex and sarah like tea", Doubt: "unattributed"},
		{Group: true, Said: []string{"alex: I like tea"}, Content: "Trust of the user grew", About: "alex"},
	} {
		kept, refused := filter.Apply(rules, c.window(), []souvenir.Candidate{c.candidate()})
		if c.Want != "" {
			wantRefused(t, refused, c.Want, c.Content)
		} else if len(kept) != 1 {
			t.Errorf("%q was refused: %s", c.Content, refused[0].Reason)
		} else {
			wantKept(t, kept[0], c)
		}
	}
}

func build(t testing.TB, more map[string][]string, o defence.Options) []filter.Rule {
	t.Helper()
	rules, err := defence.New(lists(t, more), o)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// lists are ours with more lines.
func lists(t testing.TB, more map[string][]string) func(string) []string {
	t.Helper()
	texts, err := extract.ReadTexts("test", defence.Texts(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(name string) []string { return append(texts.List(name), more[name]...) }
}

func cases(t testing.TB) []filterCase {
	t.Helper()
	text, err := os.ReadFile("testdata/filters.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out []filterCase
	for line := range strings.Lines(string(text)) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		var c filterCase
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		out = append(out, c)
	}
	return out
}

func FuzzFilters(f *testing.F) {
	for _, c := range cases(f) {
		f.Add(c.Content, strings.Join(c.Said, "\n"), "alex", c.Group)
	}
	rules := build(f, nil, defence.Options{})
	f.Fuzz(func(t *testing.T, content, said, name string, group bool) {
		c := filterCase{Group: group, More: []string{name}, Said: []string{name + ": " + said}, Content: content}
		kept, refused := filter.Apply(rules, c.window(), []souvenir.Candidate{c.candidate()})
		if len(kept)+len(refused) != 1 {
			t.Fatal("a candidate got lost")
		}
		if !utf8.ValidString(content + " " + said + " " + name) {
			return // no such name or message is let in
		}
		for _, k := range kept {
			again, _ := filter.Apply(rules, c.window(), []souvenir.Candidate{k})
			if len(again) != 1 || again[0].Content != k.Content {
				t.Errorf("what passed as %q does not pass again: %+v", k.Content, again)
			}
		}
	})
}
