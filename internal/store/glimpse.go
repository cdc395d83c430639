package store

import (
	"context"

	"github.com/souvenir-memory/souvenir"
)

// glimpse is what every chat of a user needs to know before it recalls. It is read in
// one statement: each would cost more to ask than to answer.
type glimpse struct {
	stamp   Stamp
	newest  newestTexts
	private bool
	recent  []string // conversations
}

// lookedKey is the context's place for one look at what was committed.
type lookedKey struct{}

// Look looks once for what was committed, by whomever. Whatever is recalled of the user
// with the context that it gives is as new as that look, or newer, and need not look
// again. The model is the one that will be searched with.
func (s *Store) Look(ctx context.Context, sc souvenir.Scope, model string) (context.Context, error) {
	if _, looked := ctx.Value(lookedKey{}).(int64); looked {
		return ctx, nil
	}
	epoch, seen, err := s.find.glimpse(ctx, sc, model)
	if err != nil || epoch == unknown {
		return ctx, err
	}
	s.recent.seen(epoch, sc, model, seen)
	return context.WithValue(ctx, lookedKey{}, epoch), nil
}

// seen keeps what was glimpsed for whoever asks.
func (r *recent) seen(epoch int64, sc souvenir.Scope, model string, g glimpse) {
	r.stamps.keep(epoch, sc.Tenant, map[string]Stamp{sc.User: g.stamp})
	r.newest.keep(epoch, sc.Tenant, map[newestOf]newestTexts{{sc.User, model}: g.newest})
	r.conversations.keep(epoch, sc.Tenant, map[string][]string{sc.User: g.recent})
	r.private.keep(ownerOf{sc.Tenant, sc.User}, g.stamp.ofPrivacy(), map[string]bool{sc.Conversation: g.private})
}

// glimpse reads after it has looked, so that what it reads is as new as the epoch, or
// newer.
func (x *shelves) glimpse(ctx context.Context, sc souvenir.Scope, model string) (int64, glimpse, error) {
	if x.store.read == x.store.write {
		return unknown, glimpse{}, nil
	}
	var g glimpse
	epoch, err := x.look(ctx)
	if err != nil {
		return 0, g, err
	}
	_, err = x.store.glance(ctx).one("glimpse", []any{sc.Tenant, sc.User, owner(sc.Tenant, sc.User), model, sc.Conversation, recentConversations},
		&g.stamp.change, &g.stamp.forgetting, &g.stamp.card, &g.newest.message, &g.newest.memVector, &g.newest.msgVector, &g.private, asJSON(&g.recent))
	return epoch, g, err
}
