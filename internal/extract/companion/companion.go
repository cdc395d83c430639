// Package companion remembers for a companion what the people who write to it
// tell about themselves, message by message.
package companion

import (
	"embed"
	"encoding/json"
	"io/fs"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter/defence"
	"github.com/souvenir-memory/souvenir/internal/immersion"
	"github.com/souvenir-memory/souvenir/internal/llm"
)

//go:embed texts
var texts embed.FS

// temperature keeps a model from being inventive.
const temperature = 0.1

// New gives the style. Own holds the operator's texts; nil means none.
func New(own fs.FS) (extract.Style, error) {
	ours, err := fs.Sub(texts, "texts")
	if err != nil {
		return extract.Style{}, err
	}
	t, err := extract.ReadTexts("companion", ours, own)
	if err != nil {
		return extract.Style{}, err
	}
	shared, err := immersion.New("companion", own, defence.Options{})
	if err != nil {
		return extract.Style{}, err
	}
	p, err := newPrompt(t, shared)
	if err != nil {
		return extract.Style{}, err
	}
	return extract.Style{
		Name:  "companion",
		About: "Remembers for a character what users tell about themselves, message by message, as closely as its immersion level says.",
		Texts: slices.Concat(t.All(), shared.Texts),
		Reads: extract.ReadsUser,
		Turns: 1,
		Ask:   asking(p, shared, json.RawMessage(t.Get("schema.json"))),
		Rules: shared.Rules,
	}, nil
}

func asking(p prompt, shared immersion.Shared, schema json.RawMessage) func(souvenir.Window) (extract.Question, error) {
	return func(w souvenir.Window) (extract.Question, error) {
		system, err := p.system(w)
		return extract.Question{
			System: system, User: Transcript(w), Temperature: temperature,
			Shape: llm.Shape{Name: "submit_memories", Description: "Hands in what is worth remembering about the users.", Schema: schema},
			Read:  func(value any) (extract.Findings, error) { return read(value, shared, w) },
		}, err
	}
}
