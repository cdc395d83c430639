package embed

import (
	"strings"
	"unicode"

	"github.com/souvenir-memory/souvenir/internal/embed/static"
)

// Weighing is an Embedder that can hold words back which are in most of the
// texts that a query is asked of, such as the names of the speakers.
type Weighing interface {
	Embedder
	EmbedQuery(query string, frequency func(word string) int, texts int) []float32
}

// EmbedQuery embeds a question for a store of so many texts, of which frequency
// tells how many have a word.
func (s staticModel) EmbedQuery(query string, frequency func(word string) int, texts int) []float32 {
	df := map[uint64]int{}
	for _, w := range strings.FieldsFunc(query, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M) }) {
		n := frequency(w)
		for _, f := range s.model.Features(w) {
			df[f.ID] = max(df[f.ID], n)
		}
	}
	return s.model.EmbedQuery(query, func(f uint64) int { return df[f] }, texts)
}

var _ Weighing = staticModel{(*static.Model)(nil)}
