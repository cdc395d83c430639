package immersion

import (
	"embed"
	"io/fs"
	"slices"

	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter"
	"github.com/souvenir-memory/souvenir/internal/filter/defence"
)

//go:embed texts
var texts embed.FS

// Shared is what the styles for companions have in common.
type Shared struct {
	Texts      []extract.Text
	Categories Categories
	Threshold  float64       // of confidence
	Rules      []filter.Rule // the defensive filters, then type and confidence
}

// New reads the lists under the name of a style. Own holds the operator's texts;
// nil means none.
func New(style string, own fs.FS, o defence.Options) (Shared, error) {
	ours, err := fs.Sub(texts, "texts")
	if err != nil {
		return Shared{}, err
	}
	kinds, err := extract.ReadTexts(style, ours, own)
	if err != nil {
		return Shared{}, err
	}
	lists, err := extract.ReadTexts(style, defence.Texts(), own)
	if err != nil {
		return Shared{}, err
	}
	return build(kinds, lists, o)
}

func build(kinds, lists extract.Texts, o defence.Options) (Shared, error) {
	s := Shared{Texts: slices.Concat(kinds.All(), lists.All())}
	var err error
	if s.Categories, err = ReadCategories(kinds.List(CategoryList)); err != nil {
		return s, err
	}
	if s.Threshold, err = readThreshold(kinds.Get("threshold.txt")); err != nil {
		return s, err
	}
	filters, err := defence.New(lists.List, o)
	s.Rules = append(filters, Allowed, Sure(s.Threshold))
	return s, err
}
