// Package keyvalue keeps what users state about themselves as keys with values,
// the newest of which counts, and as questions with answers.
package keyvalue

import (
	"embed"
	"encoding/json"
	"io/fs"
	"slices"
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
	t, err := extract.ReadTexts("keyvalue", ours, own)
	if err != nil {
		return extract.Style{}, err
	}
	return extract.Style{
		Name:  "keyvalue",
		About: "Keeps what users state about themselves as keys with values, the newest of which counts, and as questions with answers.",
		Texts: t.All(),
		Reads: extract.ReadsUser,
		Ask: func(w souvenir.Window) (extract.Question, error) {
			return extract.Question{
				System: strings.TrimSpace(t.Get("system.md")), User: Transcript(w.Messages),
				Shape:       llm.Shape{Name: "submit_facts", Description: "Hands in what the user stated about themselves.", Schema: json.RawMessage(t.Get("schema.json"))},
				Temperature: 0.1, MaxTokens: 512,
				Read: func(value any) (extract.Findings, error) { return read(value, w) },
			}, nil
		},
		Rules: []filter.Rule{ofTheUser(t.List("assistant.list"))},
	}, nil
}

// Transcript is what the model reads: the user's own lines and nothing else.
func Transcript(ms []souvenir.Message) string {
	said := slices.DeleteFunc(slices.Clone(ms), func(m souvenir.Message) bool { return m.Role != souvenir.User })
	return extract.Transcript(said, func(int, souvenir.Message) string { return "User: " })
}

// ofTheUser refuses facts about the assistant. A name is the assistant's if it
// is called so.
func ofTheUser(keys []string) filter.Rule {
	for i, key := range keys {
		keys[i] = normalKey(key)
	}
	return filter.Rule{Name: "of-the-user", Check: func(c *souvenir.Candidate, w souvenir.Window) string {
		switch {
		case slices.Contains(keys, c.Key):
			return "the key " + c.Key + " is about the assistant"
		case (c.Key == "name" || c.Question != "") && w.Agent.Name != "" && strings.EqualFold(c.Content, w.Agent.Name):
			return "that is the assistant's name"
		}
		return ""
	}}
}
