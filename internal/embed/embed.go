// Package embed turns texts into vectors: with the model that is compiled in,
// or with any endpoint that speaks OpenAI's /v1/embeddings.
package embed

import (
	"context"

	"github.com/souvenir-memory/souvenir/internal/embed/static"
)

// Embedder turns texts into vectors.
//
// Embed gives one vector for each text, in the same order, all of the same
// length. A vector is unit length, so the dot product of two is their cosine; a
// text that says nothing has the zero vector. The vectors belong to the caller.
//
// Name tells vectors apart: those of two names must never be compared. An
// Embedder is safe for concurrent use.
type Embedder interface {
	Name() string
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Static is an Embedder that uses the compiled-in model, or another of its kind.
func Static(m *static.Model) Embedder { return staticModel{m} }

type staticModel struct{ model *static.Model }

func (s staticModel) Name() string { return s.model.Name() }

func (s staticModel) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors[i] = s.model.Embed(text)
	}
	return vectors, nil
}
