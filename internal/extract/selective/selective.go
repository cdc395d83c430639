// Package selective keeps little: knowledge with a topic that outlasts the work at
// hand. It reads what everybody says, and mostly finds nothing.
package selective

import (
	"embed"
	"encoding/json"
	"io/fs"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/llm"
)

//go:embed texts
var texts embed.FS

// New gives the style. Own holds the operator's texts; nil means none. Names are
// subjects to block besides the listed ones, such as the names of bots; whoever
// takes part in a conversation is blocked in it without being named here.
func New(own fs.FS, names ...string) (extract.Style, error) {
	ours, err := fs.Sub(texts, "texts")
	if err != nil {
		return extract.Style{}, err
	}
	t, err := extract.ReadTexts("selective", ours, own)
	if err != nil {
		return extract.Style{}, err
	}
	l, err := readLimits(t)
	if err != nil {
		return extract.Style{}, err
	}
	rules, err := rules(t, l, names)
	if err != nil {
		return extract.Style{}, err
	}
	ask, err := question(t, l)
	return extract.Style{
		Name:       "selective",
		About:      "Keeps little: facts, decisions, preferences, lessons, events, relationships and todos that outlast the work at hand, from what everybody says.",
		Texts:      t.All(),
		Reads:      extract.ReadsAll,
		FromAnyone: true,
		Ask:        ask,
		Rules:      rules,
		Most:       l.best,
	}, err
}

// question prepares what is the same for every window.
func question(t extract.Texts, l limits) (func(souvenir.Window) (extract.Question, error), error) {
	system, err := t.Template("system.md")
	if err != nil {
		return nil, err
	}
	user, err := t.Template("user.md")
	if err != nil {
		return nil, err
	}
	instructions, err := system.Fill(struct {
		limits
		Blocked []string
	}{l, t.List("blocked.list")})
	if err != nil {
		return nil, err
	}
	shape := llm.Shape{Name: "submit_knowledge", Description: "Hands in the entries worth keeping; often none.", Schema: json.RawMessage(t.Get("schema.json"))}
	return func(w souvenir.Window) (extract.Question, error) {
		chunk, err := user.Fill(struct{ Text string }{transcript(w.Messages)})
		return extract.Question{
			System: instructions, User: chunk, Shape: shape, Temperature: 0.1, MaxTokens: 2000,
			Read: func(value any) (extract.Findings, error) { return read(value, w) },
		}, err
	}, nil
}
