package engine

import (
	"context"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// ListEpisodes asks what a user's conversations amounted to, newest first.
type ListEpisodes struct {
	Paging
	User         string `query:"user"`
	Conversation string `query:"conversation"`
	Style        string `query:"style"`
	Pending      string `query:"pending" enum:"true,false" doc:"Only those that are still to be read, or only the others."`
}

// Episodes lists what conversations amounted to.
func (e *Engine) Episodes(ctx context.Context, in *ListEpisodes) (*Page[souvenir.Episode], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	wanted := store.EpisodesWanted{Conversation: in.Conversation, Style: in.Style}
	if in.Pending != "" {
		wanted.Pending = new(in.Pending == "true")
	}
	p, err := e.store.Episodes(ctx, sc.Tenant, sc.User, wanted, in.Cursor, in.Limit)
	return pageOf(p), err
}

// PendingTopics lists what a user may want to come back to.
func (e *Engine) PendingTopics(ctx context.Context, in *struct {
	Paging
	UserOf
	Status string `query:"status" enum:"pending,addressed,expired" default:"pending"`
}) (*Page[souvenir.PendingTopic], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	p, err := e.store.Topics(ctx, sc.Tenant, sc.User, souvenir.TopicStatus(in.Status), in.Cursor, in.Limit)
	return pageOf(p), err
}

// MarkTopic says that a topic was addressed, or is pending again.
func (e *Engine) MarkTopic(ctx context.Context, in *struct {
	UserOf
	ID   string `path:"id"`
	Body struct {
		Status string `json:"status" enum:"pending,addressed,expired"`
	}
}) (*Answer[souvenir.PendingTopic], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	t, err := e.store.MarkTopic(ctx, sc.Tenant, sc.User, in.ID, souvenir.TopicStatus(in.Body.Status))
	return &Answer[souvenir.PendingTopic]{t}, err
}
