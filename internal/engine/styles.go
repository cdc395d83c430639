package engine

import (
	"context"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/styles"
	"github.com/souvenir-memory/souvenir/internal/summary"
)

// Styles lists the ways of extracting.
func (e *Engine) Styles(ctx context.Context, _ *struct{}) (*Page[souvenir.StyleInfo], error) {
	out := make([]souvenir.StyleInfo, len(e.styles))
	for i, s := range e.styles {
		out[i] = souvenir.StyleInfo{Name: s.Name, About: s.About, AsksModel: s.Ask != nil}
	}
	return listOf(out, ""), nil
}

// Style shows one of them with its texts as they are in effect. Summaries have
// texts as well, though they are no way of extracting.
func (e *Engine) Style(ctx context.Context, in *struct {
	Name string `path:"style"`
}) (*Answer[souvenir.StyleInfo], error) {
	if in.Name == summary.Style {
		return shown(souvenir.StyleInfo{Name: in.Name, About: "Says in a few sentences what recalled memories say; it is no way of extracting.", AsksModel: true}, e.summaries.Texts), nil
	}
	found, err := styles.Named(e.styles, []string{in.Name})
	if err != nil {
		return nil, souvenir.Errorf(souvenir.NotFound, "%v", err)
	}
	s := found[0]
	return shown(souvenir.StyleInfo{Name: s.Name, About: s.About, AsksModel: s.Ask != nil}, s.Texts), nil
}

func shown(out souvenir.StyleInfo, texts []extract.Text) *Answer[souvenir.StyleInfo] {
	for _, t := range texts {
		out.Texts = append(out.Texts, souvenir.StyleText{Name: t.Name, Content: t.Content, Own: t.Own})
	}
	return &Answer[souvenir.StyleInfo]{out}
}
