// Package static turns text into vectors with a small model that is compiled in.
//
// A [Model] is a table: one vector for each piece of a word. The vector of a
// text is the sum of the vectors of its [Feature]s, made unit length, so a
// sentence takes microseconds and needs no network. It finds candidates for a
// meaning and never decides one: it cannot see word order, and "allergic" and
// "not allergic" lie close together.
//
// Scripts that the vocabulary does not know are read as hashed words and
// n-grams. That is lexical and knows no synonyms, but sentences of different
// words stay apart in every script.
package static

import (
	_ "embed"
	"sync"
)

// Name names the built-in model, and so the vectors that it made.
const Name = "static-souvenir-256"

//go:embed static-souvenir-256.bin
var builtInFile []byte

// Default is the built-in model. It is read when first asked for and shared
// from then on; a Model never changes.
func Default() *Model { return builtIn() }

var builtIn = sync.OnceValue(func() *Model {
	m, err := load(Name, builtInFile) // a test looks at its checksum
	if err != nil {
		panic("the compiled-in model is damaged: " + err.Error()) // a broken build; the tests load it
	}
	return m
})

// Model is a table of vectors. It is safe for concurrent use.
type Model struct {
	name   string
	dim    int
	vocab  vocabulary
	scales []byte // little-endian float32 for each token
	rows   []byte // dim int8 for each token
}

// Name is what the model is called in a store.
func (m *Model) Name() string { return m.name }

// Dim is the length of every vector.
func (m *Model) Dim() int { return m.dim }

// Embed gives the unit vector of a text, or the zero vector when the text says
// nothing.
func (m *Model) Embed(text string) []float32 {
	return m.EmbedQuery(text, nil, 0)
}

// EmbedQuery embeds a question to a store of docs documents, df(feature) of
// which have a feature. What is in most documents, such as the names of the
// speakers, counts little, or it would drown the rest of the question. Vectors
// of documents come from Embed and stay as they are while the store grows.
func (m *Model) EmbedQuery(text string, df func(feature uint64) int, docs int) []float32 {
	var room [128]Feature // enough for a paragraph without asking the heap
	v := make([]float32, m.dim)
	for _, f := range m.appendFeatures(room[:0], text) {
		if df != nil {
			f.Weight *= rarity(df(f.ID), docs)
		}
		m.add(v, f)
	}
	normalize(v)
	return v
}

// rarity is 1 for a feature that no other document has and falls towards 0.09
// for one that is in all of them. The 20 keeps a store of few documents from
// calling everything common.
func rarity(df, docs int) float32 {
	const a = 0.1 // chosen on the development sets, see tools/embedding
	p := float64(max(0, df-1)) / float64(max(0, docs)+20)
	return float32(a / (a + p))
}
