package store

import (
	"context"

	"github.com/souvenir-memory/souvenir"
)

// glimpse is what there is of a user, in a few numbers, and what else a chat needs to
// know before it recalls. It is read in one statement: each part would cost more to ask
// for than to answer. Nobody writes to it.
type glimpse struct {
	stamp    Stamp
	newest   newestTexts
	recent   []string // conversations
	privates bool     // some conversation is private

	of    ownerOf
	model string
}

// newestTexts are the last rows there are of a user's messages and vectors.
type newestTexts struct{ message, memVector, msgVector int64 }

type glimpseOf struct{ user, model string }

// glimpseKey is the context's place for one.
type glimpseKey struct{}

// Look looks once at what there is of a user, whoever wrote it. Whatever is recalled
// with the context that it gives is as new as that look, or newer, and need not look
// again. The model is the one that will be searched with.
func (s *Store) Look(ctx context.Context, sc souvenir.Scope, model string) (context.Context, error) {
	if !s.dialect.grouped || glimpsed(ctx, sc.Tenant, sc.User) != nil {
		return ctx, nil
	}
	g, err := s.recent.glimpses.one(ctx, s, sc.Tenant, glimpseOf{sc.User, model}, func() (*glimpse, error) { return s.glimpse(ctx, sc, model) })
	if err != nil {
		return ctx, err
	}
	return context.WithValue(ctx, glimpseKey{}, g), nil
}

func (s *Store) glimpse(ctx context.Context, sc souvenir.Scope, model string) (*glimpse, error) {
	g := &glimpse{of: ownerOf{sc.Tenant, sc.User}, model: model}
	_, err := s.glance(ctx).one("glimpse", []any{sc.Tenant, sc.User, owner(sc.Tenant, sc.User), model, recentConversations},
		&g.stamp.change, &g.stamp.forgetting, &g.stamp.card, &g.newest.message, &g.newest.memVector, &g.newest.msgVector, &g.privates, asJSON(&g.recent))
	return g, err
}

// glimpsed is what was seen of a user, or nil.
func glimpsed(ctx context.Context, tenant, user string) *glimpse {
	g, ok := ctx.Value(glimpseKey{}).(*glimpse)
	if !ok || g.of != (ownerOf{tenant, user}) {
		return nil
	}
	return g
}

// shows says that a shelf has all that there is.
func (g *glimpse) shows(s *shelf, model string) bool {
	return g != nil && s.loaded && g.model == s.model && (model == "" || model == s.model) &&
		g.newest == s.newest && g.stamp.change == s.change && g.stamp.forgetting == s.forgetting
}
