package engine

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/embed"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// embedBatch is how many texts get their vectors at a time.
const embedBatch = 64

// EmbedNew gives vectors to some texts that have none of the current model, be
// they new, corrected, or of another model, and says to how many.
func (e *Engine) EmbedNew(ctx context.Context) (int, error) {
	done := 0
	for _, kind := range []store.Kind{store.MemoryText, store.MessageText} {
		var texts []store.Text
		err := e.sparing(ctx, func() (err error) {
			texts, err = e.store.Unembedded(ctx, kind, e.embedder.Name(), embedBatch)
			return err
		})
		if err != nil {
			return done, err
		}
		if len(texts) == 0 {
			continue
		}
		plain := make([]string, len(texts))
		for i, t := range texts {
			plain[i] = t.Text
		}
		vectors, err := e.embedder.Embed(ctx, plain)
		if err != nil {
			return done, err
		}
		err = e.sparing(ctx, func() error { return e.store.PutVectors(ctx, kind, e.embedder.Name(), texts, vectors) })
		if err != nil {
			return done, err
		}
		if err := e.indexOnce(ctx, len(vectors[0])); err != nil {
			return done, err
		}
		done += len(texts)
	}
	return done, nil
}

// indexOnce sees to it that the model's vectors have an index, where the database
// needs one.
func (e *Engine) indexOnce(ctx context.Context, dims int) error {
	if e.indexed.Swap(true) {
		return nil
	}
	return e.store.IndexVectors(ctx, e.embedder.Name(), dims)
}

// RunEmbedding gives every text its vector, in the background, until ctx is
// done. When the embedder is away it tries again; recall works by words meanwhile.
func (e *Engine) RunEmbedding(ctx context.Context) error {
	const look, rest = 500 * time.Millisecond, 5 * time.Second
	for ctx.Err() == nil {
		wait := look
		done, err := e.EmbedNew(ctx)
		_ = e.sparing(ctx, func() error { e.readAhead(ctx); return nil })
		switch {
		case err != nil && ctx.Err() == nil:
			e.log.WarnContext(ctx, "texts not embedded yet", "error", err)
			wait = rest
		case done > 0:
			continue
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-e.written.wait():
		case <-timer.C:
		}
		timer.Stop()
	}
	return nil
}

// readAhead has what the next chat of those who talk right now needs in memory.
func (e *Engine) readAhead(ctx context.Context) {
	for _, sc := range e.store.ReadAhead(ctx, e.embedder.Name()) {
		for _, p := range e.profiles.told(sc) {
			sc.Agent = p.agent
			_, _ = e.profile(e.look(ctx, sc), sc, p.Options) // who asks next is told what goes wrong
		}
	}
}

// Embedding tells which model makes the vectors and how many are to be made.
func (e *Engine) Embedding(ctx context.Context, _ *struct{}) (*Answer[souvenir.EmbeddingState], error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	pending, err := e.store.CountUnembedded(ctx, e.embedder.Name())
	return &Answer[souvenir.EmbeddingState]{souvenir.EmbeddingState{Model: e.embedder.Name(), Pending: pending}}, err
}

// queryVector embeds a query for one kind of a user's texts. Without an answer
// in time there is none, and words alone must do.
func (e *Engine) queryVector(ctx context.Context, sc souvenir.Scope, kind store.Kind, query string) []float32 {
	var v []float32
	var err error
	if w, ok := e.embedder.(embed.Weighing); ok {
		v, err = e.weighedVector(ctx, w, sc, kind, query)
	} else {
		v, err = e.plainVector(ctx, query)
	}
	if err != nil {
		e.log.WarnContext(ctx, "query not embedded; recalling by words", "error", err)
		return nil
	}
	for _, x := range v {
		if x != 0 {
			return v
		}
	}
	return nil // it says nothing
}

func (e *Engine) weighedVector(ctx context.Context, w embed.Weighing, sc souvenir.Scope, kind store.Kind, query string) ([]float32, error) {
	df, texts, err := e.store.Frequencies(ctx, sc, kind, e.embedder.Name(), words.Index(query))
	if err != nil {
		return nil, err
	}
	frequency := func(word string) int {
		n := 0
		for _, stem := range words.Index(word) {
			n = max(n, df[stem])
		}
		return n
	}
	return w.EmbedQuery(query, frequency, texts), nil
}

func (e *Engine) plainVector(ctx context.Context, query string) ([]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	vs, err := e.embedder.Embed(ctx, []string{query})
	if err != nil {
		return nil, err
	}
	return vs[0], nil
}
