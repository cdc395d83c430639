package companion

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter/defence"
	"github.com/souvenir-memory/souvenir/internal/immersion"
)

// prompt writes what a model is told. For one agent in one place it is the same
// with every message, so that providers have to read it once only.
type prompt struct {
	template   *extract.Template
	about      map[string]string // what each type holds
	examples   []example
	bad        []string
	rules      []string // with their numbers
	categories immersion.Categories
	threshold  float64
}

type example struct{ kind, text string }

func newPrompt(t extract.Texts, shared immersion.Shared) (prompt, error) {
	template, err := t.Template("system.md")
	p := prompt{template: template, about: map[string]string{}, bad: t.List("bad.list"), categories: shared.Categories, threshold: shared.Threshold}
	for _, line := range t.List("types.list") {
		name, about, _ := strings.Cut(line, ":")
		p.about[strings.TrimSpace(name)] = strings.TrimSpace(about)
	}
	for _, line := range t.List("examples.list") {
		kind, text, _ := strings.Cut(line, "|")
		p.examples = append(p.examples, example{strings.TrimSpace(kind), strings.TrimSpace(text)})
	}
	for i, rule := range t.List("rules.list") {
		p.rules = append(p.rules, strconv.Itoa(i+1)+". "+rule)
	}
	return p, err
}

// places are what the template has places for.
type places struct {
	Agent        string // quoted; empty where nobody said
	Platform     string
	Group        bool
	Participants []string
	Primary      string

	Level      string
	All        bool // the profile keeps every type
	Types      []kind
	Categories immersion.Categories
	Examples   []string // of those types
	Bad        []string
	Rules      []string

	Threshold float64
	Emotions  bool
	People    bool
}

type kind struct{ Name, Label, About string }

func (p prompt) system(w souvenir.Window) (string, error) {
	profile := immersion.Of(w.Agent)
	v := places{
		Agent: immersion.Quoted(w.Agent.Name), Platform: immersion.OneLine(cmp.Or(w.Source, "web")), Group: defence.Group(w), Primary: immersion.OneLine(w.Scope.User),
		Level: profile.Level, All: profile.All(), Categories: p.categories, Bad: p.bad, Rules: p.rules,
		Threshold: p.threshold, Emotions: profile.Emotions, People: profile.People,
	}
	v.Participants = shown(w.Participants)
	for _, t := range profile.Types {
		v.Types = append(v.Types, kind{t, strings.ToUpper(t), p.about[t]})
	}
	for _, e := range p.examples {
		if profile.Keeps(e.kind) {
			v.Examples = append(v.Examples, e.text)
		}
	}
	return p.template.Fill(v)
}

// mostNames is how many participants the prompt names; the filters know them all.
const mostNames = 40

func shown(names []string) []string {
	var out []string
	for _, name := range names[:min(len(names), mostNames)] {
		out = append(out, immersion.OneLine(name))
	}
	if more := len(names) - len(out); more > 0 {
		out = append(out, "and "+strconv.Itoa(more)+" more")
	}
	return out
}
