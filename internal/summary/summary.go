// Package summary says in a few sentences what many memories say, without adding
// anything to it: a model writes, and what it wrote is held against the memories.
// Where no model can be asked, the best memories speak for themselves.
package summary

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/llm"
)

// Style is the name under which summaries are counted and their texts are found.
const Style = "summary"

// Minimum is how many memories a summary wants unless told otherwise: three
// sentences about two memories would have to be made up.
const Minimum = 6

// How long a summary is.
const (
	leastSentences = 3
	mostSentences  = 6
	mostPoints     = 8
)

// maxNotes bounds what a model is shown; who recalls more wants a list.
const maxNotes = 40

//go:embed texts
var texts embed.FS

// Writer knows how to ask for a summary.
type Writer struct {
	Texts []extract.Text // as they are in effect

	system string
	user   *extract.Template
	shape  llm.Shape
}

// New makes a writer. Own holds the operator's texts; nil means none.
func New(own fs.FS) (*Writer, error) {
	ours, err := fs.Sub(texts, "texts")
	if err != nil {
		return nil, err
	}
	t, err := extract.ReadTexts(Style, ours, own)
	if err != nil {
		return nil, err
	}
	user, err := t.Template("user.md")
	if err != nil {
		return nil, err
	}
	return &Writer{
		Texts: t.All(), system: strings.TrimSpace(t.Get("system.md")), user: user,
		shape: llm.Shape{Name: "submit_summary", Description: "Hands in the digest of the notes.", Schema: json.RawMessage(t.Get("schema.json"))},
	}, nil
}

// Request asks for a summary of snippets. What is the same for every query comes
// first, so that caches of prompts hit.
func (w *Writer) Request(query string, snippets []souvenir.Memory, t extract.Tuning) (llm.Request, error) {
	notes := []string{}
	for i, s := range snippets[:min(len(snippets), maxNotes)] {
		notes = append(notes, fmt.Sprintf("[%d] %s", i+1, shortened(asData(said(s)), 400)))
	}
	text, err := w.user.Fill(map[string]any{"Notes": notes, "Query": shortened(asData(query), 2000)})
	if err != nil {
		return llm.Request{}, err
	}
	r := llm.Request{Model: t.Model, System: w.system, Messages: llm.Ask(text), Shape: &w.shape, Temperature: t.Temperature, MaxTokens: t.MaxTokens}
	if r.Temperature == nil {
		r.Temperature = new(0.1)
	}
	if r.MaxTokens == 0 {
		r.MaxTokens = 1000
	}
	return r, nil
}

// Extract is the summary without a model: the best snippets, shortened.
func Extract(snippets []souvenir.Memory, reason string) souvenir.Summary {
	s := souvenir.Summary{Points: []string{}, By: souvenir.ByExtract, Reason: reason}
	for _, m := range snippets[:min(len(snippets), mostPoints)] {
		s.Points = append(s.Points, shortened(oneLine(said(m)), 160))
	}
	return s
}
