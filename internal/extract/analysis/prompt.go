package analysis

import (
	"strconv"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter/defence"
	"github.com/souvenir-memory/souvenir/internal/immersion"
	"github.com/souvenir-memory/souvenir/internal/tokens"
)

// prompt writes what a model is told.
type prompt struct {
	instructions *extract.Template
	conversation *extract.Template
	types        map[string]string // the line of each
	categories   immersion.Categories
	threshold    float64
}

func newPrompt(t extract.Texts, shared immersion.Shared) (prompt, error) {
	p := prompt{types: map[string]string{}, categories: shared.Categories, threshold: shared.Threshold}
	for _, line := range t.List("types.list") {
		label, _, _ := strings.Cut(line, ":")
		p.types[strings.ToLower(strings.TrimSpace(label))] = line
	}
	var err error
	if p.instructions, err = t.Template("system.md"); err != nil {
		return p, err
	}
	p.conversation, err = t.Template("conversation.md")
	return p, err
}

func (p prompt) system(w souvenir.Window) (string, error) {
	profile := immersion.Of(w.Agent)
	return p.instructions.Fill(map[string]any{
		"Agent": immersion.Quoted(w.Agent.Name), "Group": defence.Group(w), "Threshold": p.threshold, "Categories": p.categories,
		"Emotions": profile.Emotions, "People": profile.People, "Types": p.block(profile),
	})
}

// block lists the types that a profile keeps.
func (p prompt) block(profile immersion.Profile) string {
	lines := []string{"MEMORY TYPES:"}
	for _, t := range profile.Types {
		lines = append(lines, p.types[t])
	}
	return strings.Join(lines, "\n")
}

func (p prompt) user(w souvenir.Window) (string, error) {
	messages := strings.TrimSpace(extract.Transcript(w.Messages, func(i int, m souvenir.Message) string { return lead(i, m, w) }))
	return p.conversation.Fill(map[string]any{"Tokens": tokens.Estimate(messages), "Messages": messages})
}

func lead(i int, m souvenir.Message, w souvenir.Window) string {
	name := string(m.Role)
	switch {
	case m.Role == souvenir.User && defence.Group(w):
		name = defence.Speaker(m, w)
	case m.Role == souvenir.Assistant && w.Agent.Name != "":
		name += " " + w.Agent.Name
	}
	return "[" + strconv.Itoa(i+1) + "] " + immersion.OneLine(name) + ": "
}
