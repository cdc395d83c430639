package engine

import (
	"cmp"
	"context"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/recall"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// overview answers "what do you know about me?": facts and what makes up who
// somebody is first, then what is worth most. The words of such a question say
// nothing about what it asks for.
func (e *Engine) overview(ctx context.Context, sc souvenir.Scope, q souvenir.Query) ([]souvenir.RecalledMemory, error) {
	known, err := e.knownAbout(ctx, sc, q)
	if err != nil {
		return nil, err
	}
	recent, err := e.store.RecentConversations(ctx, sc)
	if err != nil {
		return nil, err
	}
	clues, found := make([]recall.Memory, len(known)), make(map[int64]souvenir.Memory, len(known))
	for i, m := range known {
		clues[i] = clueTo(int64(i), m)
		clues[i].Key = m.Key != ""
		found[int64(i)] = m
	}
	ranked := recall.Standing(clues, recall.Circumstances{Now: e.now(), Recent: recent}, recall.DefaultWeights)
	return e.recalledOnce(sc, q, ranked[:min(len(ranked), q.Limit)], found), nil
}

// knownAbout is what is known about whoever asks: what stands, and what is
// newest; or all that was known at a time.
func (e *Engine) knownAbout(ctx context.Context, sc souvenir.Scope, q souvenir.Query) (all []souvenir.Memory, err error) {
	now := e.now()
	if q.At != nil {
		known, err := e.store.MemoriesAsOf(ctx, e.reach(sc, q), *q.At)
		if err != nil {
			return nil, err
		}
		for _, m := range known {
			all = append(all, m)
		}
		now = *q.At
	} else {
		stands, err := e.store.Standing(ctx, sc.Tenant, sc.User)
		if err != nil {
			return nil, err
		}
		newest, err := e.store.Memories(ctx, sc.Tenant, sc.User, store.Filter{Limit: listLength})
		if err != nil {
			return nil, err
		}
		all = slices.Concat(stands.Facts, stands.Memories, newest.Items)
	}
	seen := map[string]bool{}
	return only(all, func(m souvenir.Memory) bool {
		twice := seen[m.ID]
		seen[m.ID] = true
		return !twice && (m.Agent == "" || q.Agent == "" || m.Agent == q.Agent) && m.HoldsIn(sc.Conversation, q.Site) && !m.Over(now) &&
			(len(q.Types) == 0 || slices.Contains(q.Types, m.Type)) && m.IsAbout(cmp.Or(q.About, sc.User))
	}), nil
}
