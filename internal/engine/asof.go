package engine

import (
	"context"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/embed"
	"github.com/souvenir-memory/souvenir/internal/index"
	"github.com/souvenir-memory/souvenir/internal/recall"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// memoriesAsOf gives clues to what was known at a time: what had been said by
// then and had not ended yet. It is asked for rarely, so it is worked out on the
// spot and not kept in any index.
func (e *Engine) memoriesAsOf(ctx context.Context, q store.Search, at time.Time) ([]recall.Memory, error) {
	known, err := e.store.MemoriesAsOf(ctx, q.Reach, at)
	if err != nil {
		return nil, err
	}
	shelf := index.NewShelf[recall.Memory]()
	for n, m := range known {
		shelf.Put(n, words.Index(m.Content+" "+m.Question+" "+m.Subject+" "+m.Key), clueTo(n, m))
	}
	if err := e.shelveVectors(ctx, shelf, known); err != nil {
		return nil, err
	}
	found := map[int64]recall.Memory{}
	for _, h := range shelf.Words(q.Words, q.Limit, nil) {
		h.About.Match.Words = h.Score
		found[h.N] = h.About
	}
	near, err := shelf.Near(q.Vector, q.Limit, nil)
	for _, h := range near {
		c, ok := found[h.N]
		if !ok {
			c = h.About
		}
		c.Match.Near = h.Score
		found[h.N] = c
	}
	for n, m := range known {
		c, ok := found[n]
		if !ok {
			c = clueTo(n, m)
		}
		if ok || q.When.Holds(c.SaidAt) || q.When.Holds(c.Happened) {
			found[n] = c
		}
	}
	clues := make([]recall.Memory, 0, len(found))
	for _, c := range found {
		clues = append(clues, c)
	}
	return clues, err
}

// shelveVectors embeds on the spot, if that costs microseconds. A remote
// embedder is not asked; words must do then.
func (e *Engine) shelveVectors(ctx context.Context, shelf *index.Shelf[recall.Memory], known map[int64]souvenir.Memory) error {
	if _, local := e.embedder.(embed.Weighing); !local {
		return nil
	}
	for n, m := range known {
		vs, err := e.embedder.Embed(ctx, []string{m.Question + " " + m.Content})
		if err != nil {
			return err
		}
		if err := shelf.PutVector(n, vs[0]); err != nil {
			continue // it says nothing that could be compared
		}
	}
	return nil
}

func clueTo(n int64, m souvenir.Memory) recall.Memory {
	c := recall.Memory{
		N: n, Type: m.Type, Origin: m.Origin, Priority: m.Priority, Confidence: m.Confidence, Confirmations: m.Confirmations,
		Temporary: m.Expiry == souvenir.Temporary, Conversation: m.Conversation, SaidAt: m.SaidAt,
	}
	if m.Importance != nil {
		c.Importance = *m.Importance
	}
	if m.ValidFrom != nil {
		c.Happened = *m.ValidFrom
	}
	return c
}
