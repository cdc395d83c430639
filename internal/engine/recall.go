package engine

import (
	"context"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/recall"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// Recall finds memories, facts and raw turns for a query, and writes the block.
func (e *Engine) Recall(ctx context.Context, in *struct {
	Body souvenir.Query
}) (*Answer[souvenir.Recall], error) {
	b := in.Body
	sc, err := e.scope(ctx, b.User)
	if err != nil {
		return nil, err
	}
	if err := souvenir.CheckText("query", b.Query); err != nil {
		return nil, err
	}
	out := &Answer[souvenir.Recall]{}
	out.Body.Memories, out.Body.Facts, out.Body.Turns = []souvenir.RecalledMemory{}, []souvenir.Fact{}, []souvenir.RecalledTurn{}
	if sc.User == souvenir.UnknownUser {
		return out, nil
	}
	sc.Agent, sc.Conversation = b.Agent, b.Conversation
	facts, err := e.store.Facts(ctx, sc.Tenant, sc.User, b.Agent, 50)
	if err != nil {
		return nil, err
	}
	out.Body.Facts = factsOf(facts)
	if out.Body.Memories, err = e.recallMemories(ctx, sc, b.Site, b.Query, b.Limit); err != nil {
		return nil, err
	}
	turns := 10
	if b.Turns != nil {
		turns = *b.Turns
	}
	if out.Body.Turns, err = e.recallTurns(ctx, sc, b.Query, turns); err != nil {
		return nil, err
	}
	if !b.Explain {
		for i := range out.Body.Memories {
			out.Body.Memories[i].Explain = nil
		}
		for i := range out.Body.Turns {
			out.Body.Turns[i].Explain = nil
		}
	}
	block := render(facts, out.Body.Memories, out.Body.Turns, b.Budget)
	out.Body.Block, out.Body.Tokens = block.Text, block.Tokens
	return out, nil
}

func (e *Engine) recallMemories(ctx context.Context, sc souvenir.Scope, site, query string, limit int) ([]souvenir.RecalledMemory, error) {
	reach := store.Reach{Scope: sc, Site: site, Now: e.now()}
	hits, err := e.store.SearchMemories(ctx, reach, words.Query(query), limit)
	if err != nil {
		return nil, err
	}
	byID := map[string]souvenir.Memory{}
	list := recall.List{Name: "words"}
	for _, h := range hits {
		byID[h.Found.ID] = h.Found
		list.IDs = append(list.IDs, h.Found.ID)
	}
	out := []souvenir.RecalledMemory{}
	for _, r := range recall.Fuse(list) {
		out = append(out, souvenir.RecalledMemory{Memory: byID[r.ID], Score: r.Score, Explain: r.Parts})
	}
	return out, nil
}

func (e *Engine) recallTurns(ctx context.Context, sc souvenir.Scope, query string, limit int) ([]souvenir.RecalledTurn, error) {
	out := []souvenir.RecalledTurn{}
	if limit == 0 {
		return out, nil
	}
	hits, err := e.store.SearchMessages(ctx, sc, words.Query(query), limit)
	if err != nil {
		return nil, err
	}
	for _, h := range hits {
		m := h.Found.Message
		out = append(out, souvenir.RecalledTurn{ID: m.ID, Conversation: h.Found.Conversation, Role: m.Role, Name: m.Name, At: m.At, Content: m.Content, Score: h.Score})
	}
	return out, nil
}

func render(facts []souvenir.Memory, memories []souvenir.RecalledMemory, turns []souvenir.RecalledTurn, budget int) inject.Block {
	var ms []souvenir.Memory
	for _, m := range memories {
		if m.Key == "" { // those with a key are among the facts
			ms = append(ms, m.Memory)
		}
	}
	var ts []souvenir.Message
	for _, t := range turns {
		ts = append(ts, souvenir.Message{Role: t.Role, Name: t.Name, At: t.At, Content: t.Content})
	}
	return inject.Render(facts, ms, ts, budget)
}

// memoriesMatching is the list of memories that have some words in them.
func (e *Engine) memoriesMatching(ctx context.Context, sc souvenir.Scope, in *ListMemories) (*Page[souvenir.Memory], error) {
	sc.Agent = in.Agent
	hits, err := e.store.SearchMemories(ctx, store.Reach{Scope: sc, Now: e.now()}, words.Query(in.Q), in.Limit)
	var found []souvenir.Memory
	for _, h := range hits {
		found = append(found, h.Found)
	}
	return listOf(found, ""), err
}
