// Package analysis looks at a whole conversation at once: what it amounted to, and
// the memories that no single message shows.
package analysis

import (
	"embed"
	"encoding/json"
	"io/fs"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/filter/defence"
	"github.com/souvenir-memory/souvenir/internal/immersion"
	"github.com/souvenir-memory/souvenir/internal/llm"
)

//go:embed texts
var texts embed.FS

// temperature is for agents that have none of their own.
const temperature = 0.1

// partTokens is how much of a conversation is read at once: small models hold
// about 8,000 tokens, prompt and reply included.
const partTokens = 5_000

// New gives the style. Own holds the operator's texts; nil means none.
func New(own fs.FS) (extract.Style, error) {
	ours, err := fs.Sub(texts, "texts")
	if err != nil {
		return extract.Style{}, err
	}
	t, err := extract.ReadTexts("analysis", ours, own)
	if err != nil {
		return extract.Style{}, err
	}
	shared, err := immersion.New("analysis", own, defence.Options{Mentioned: true})
	if err != nil {
		return extract.Style{}, err
	}
	p, err := newPrompt(t, shared)
	if err != nil {
		return extract.Style{}, err
	}
	return extract.Style{
		Name:      "analysis",
		About:     "Looks at a whole conversation: a summary with themes, tone and turns in feeling, and the memories that no single message shows.",
		Texts:     slices.Concat(t.All(), shared.Texts),
		Reads:     extract.ReadsSpeakers,
		Ask:       asking(p, shared, json.RawMessage(t.Get("schema.json"))),
		AskAlways: true,
		Parts:     func(ms []souvenir.Message) [][]souvenir.Message { return Parts(ms, partTokens) },
		Whole:     join,
		Rules:     slices.Concat([]filter.Rule{curiosity(t.List("interests.list"))}, shared.Rules),
	}, nil
}

func asking(p prompt, shared immersion.Shared, schema json.RawMessage) func(souvenir.Window) (extract.Question, error) {
	return func(w souvenir.Window) (extract.Question, error) {
		system, err := p.system(w)
		if err != nil {
			return extract.Question{}, err
		}
		user, err := p.user(w)
		return extract.Question{
			System: system, User: user, Temperature: temperature,
			Shape: llm.Shape{Name: "submit_analysis", Description: "Hands in what the conversation amounted to.", Schema: schema},
			Read:  func(value any) (extract.Findings, error) { return read(value, shared, w) },
		}, err
	}
}
