// Package scoped keeps what is steady and useful about a user, and says where it
// holds: everywhere, on a site, in a session or in a conversation. It is the
// style for everyone who has a model and chose none.
package scoped

import (
	"embed"
	"encoding/json"
	"io/fs"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/llm"
)

//go:embed texts
var texts embed.FS

// New gives the style. Own holds the operator's texts; nil means none.
func New(own fs.FS) (extract.Style, error) {
	ours, err := fs.Sub(texts, "texts")
	if err != nil {
		return extract.Style{}, err
	}
	t, err := extract.ReadTexts("scoped", ours, own)
	if err != nil {
		return extract.Style{}, err
	}
	ask, err := question(t)
	return extract.Style{
		Name:  "scoped",
		About: "Keeps preferences, projects, tasks and facts of the user, and where each holds: everywhere, on a site, in a session or in a conversation.",
		Texts: t.All(),
		Reads: reads,
		Ask:   ask,
		Rules: []filter.Rule{lowConfidence},
	}, err
}

// reads selects what the speakers said, and pages.
func reads(m souvenir.Message) bool { return extract.ReadsSpeakers(m) || m.Role == souvenir.Page }

// question prepares what is the same for every window.
func question(t extract.Texts) (func(souvenir.Window) (extract.Question, error), error) {
	user, err := t.Template("user.md")
	if err != nil {
		return nil, err
	}
	instructions := strings.TrimSpace(t.Get("system.md"))
	shape := llm.Shape{Name: "submit_memories", Description: "Hands in what is worth remembering about the user; often nothing.", Schema: json.RawMessage(t.Get("schema.json"))}
	return func(w souvenir.Window) (extract.Question, error) {
		text, err := user.Fill(about(w))
		return extract.Question{
			System: instructions, User: text, Shape: shape, Temperature: 0.1, MaxTokens: 2000,
			Read: func(value any) (extract.Findings, error) { return read(value, w) },
		}, err
	}, nil
}
