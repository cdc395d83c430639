package client

import (
	"context"
	"net/http"

	"github.com/souvenir-memory/souvenir"
)

// RoleCard shows who a user is.
func (c *Client) RoleCard(ctx context.Context, user string) (out souvenir.RoleCard, err error) {
	err = c.do(ctx, http.MethodGet, path("users", user, "rolecard"), nil, nil, &out)
	return out, err
}

// PutRoleCard says who a user is.
func (c *Client) PutRoleCard(ctx context.Context, user string, card souvenir.RoleCard) (out souvenir.RoleCard, err error) {
	err = c.do(ctx, http.MethodPut, path("users", user, "rolecard"), nil, card, &out)
	return out, err
}

// DeleteRoleCard takes a user's role card away.
func (c *Client) DeleteRoleCard(ctx context.Context, user string) error {
	return c.do(ctx, http.MethodDelete, path("users", user, "rolecard"), nil, nil, nil)
}

// ProcessPending reads again what waited for a role card.
func (c *Client) ProcessPending(ctx context.Context, user string) (out souvenir.Processed, err error) {
	err = c.do(ctx, http.MethodPost, path("users", user, "rolecard", "process-pending"), nil, nil, &out)
	return out, err
}

// PendingTopics lists what a user may want to come back to.
func (c *Client) PendingTopics(ctx context.Context, user string, status souvenir.TopicStatus, cursor string) (out souvenir.List[souvenir.PendingTopic], err error) {
	err = c.do(ctx, http.MethodGet, path("users", user, "pending-topics"), values("status", string(status), "cursor", cursor), nil, &out)
	return out, err
}

// MarkTopic says how a topic stands.
func (c *Client) MarkTopic(ctx context.Context, user, id string, status souvenir.TopicStatus) (out souvenir.PendingTopic, err error) {
	err = c.do(ctx, http.MethodPatch, path("users", user, "pending-topics", id), nil, map[string]any{"status": status}, &out)
	return out, err
}

// Episodes lists what a user's conversations amounted to, newest first.
func (c *Client) Episodes(ctx context.Context, user, conversation, cursor string) (out souvenir.List[souvenir.Episode], err error) {
	err = c.do(ctx, http.MethodGet, path("episodes"), values("user", user, "conversation", conversation, "cursor", cursor), nil, &out)
	return out, err
}

// Profile shows what every prompt is told of a user.
func (c *Client) Profile(ctx context.Context, user string) (out souvenir.Profile, err error) {
	err = c.do(ctx, http.MethodGet, path("users", user, "profile"), nil, nil, &out)
	return out, err
}

// PreviewProfile shows what a prompt would be told with another role card.
func (c *Client) PreviewProfile(ctx context.Context, user string, d souvenir.ProfileDraft) (out souvenir.Profile, err error) {
	err = c.do(ctx, http.MethodPost, path("users", user, "profile", "preview"), nil, d, &out)
	return out, err
}

// Timeline lists how what is known of a user changed, newest first.
func (c *Client) Timeline(ctx context.Context, user string, facts bool, cursor string) (out souvenir.List[souvenir.TimelineEntry], err error) {
	q := values("cursor", cursor)
	if facts {
		q.Set("facts", "true")
	}
	err = c.do(ctx, http.MethodGet, path("users", user, "timeline"), q, nil, &out)
	return out, err
}
