package client

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Extract shows what would be remembered; nothing is stored.
func (c *Client) Extract(ctx context.Context, t souvenir.Talk) (out souvenir.Proposal, err error) {
	err = c.do(ctx, http.MethodPost, path("extract"), nil, t, &out)
	return out, err
}

// Prompts shows what a model would be asked, without asking it.
func (c *Client) Prompts(ctx context.Context, t souvenir.Talk) (out souvenir.Proposal, err error) {
	err = c.do(ctx, http.MethodPost, path("extract"), values("prompts", "only"), t, &out)
	return out, err
}

// Flush reads now what waits for more turns.
func (c *Client) Flush(ctx context.Context, user, conversation string) error {
	return c.do(ctx, http.MethodPost, path("conversations", conversation, "flush"), values("user", user), nil, nil)
}

// Analyze looks at a whole conversation, and waits so long for what comes of it.
func (c *Client) Analyze(ctx context.Context, user, conversation string, force bool, wait time.Duration) (out souvenir.Analysis, err error) {
	q := values("user", user, "force", strconv.FormatBool(force))
	if wait > 0 {
		q.Set("wait", wait.String())
	}
	err = c.do(ctx, http.MethodPost, path("conversations", conversation, "analyze"), q, nil, &out)
	return out, err
}

// Analyses lists what a conversation was found to amount to, newest first.
func (c *Client) Analyses(ctx context.Context, user, conversation string, memories bool, cursor string) (out souvenir.List[souvenir.AnalysisRecord], err error) {
	q := values("user", user, "include_memories", strconv.FormatBool(memories), "cursor", cursor)
	err = c.do(ctx, http.MethodGet, path("conversations", conversation, "analyses"), q, nil, &out)
	return out, err
}

// Rejections lists what was refused for a user, newest first.
func (c *Client) Rejections(ctx context.Context, user, rule, cursor string) (out souvenir.List[souvenir.Rejection], err error) {
	err = c.do(ctx, http.MethodGet, path("rejections"), values("user", user, "rule", rule, "cursor", cursor), nil, &out)
	return out, err
}

// RestoreRejection remembers what was refused after all.
func (c *Client) RestoreRejection(ctx context.Context, id string) (out souvenir.Decision, err error) {
	err = c.do(ctx, http.MethodPost, path("rejections", id, "restore"), nil, nil, &out)
	return out, err
}

// Styles lists the ways of extracting.
func (c *Client) Styles(ctx context.Context) (out souvenir.List[souvenir.StyleInfo], err error) {
	err = c.do(ctx, http.MethodGet, path("styles"), nil, nil, &out)
	return out, err
}

// Style shows one of them with its texts.
func (c *Client) Style(ctx context.Context, name string) (out souvenir.StyleInfo, err error) {
	err = c.do(ctx, http.MethodGet, path("styles", name), nil, nil, &out)
	return out, err
}

// Agents lists the agents that somebody described.
func (c *Client) Agents(ctx context.Context, cursor string) (out souvenir.List[souvenir.Agent], err error) {
	err = c.do(ctx, http.MethodGet, path("agents"), values("cursor", cursor), nil, &out)
	return out, err
}

// Agent shows an agent.
func (c *Client) Agent(ctx context.Context, id string) (out souvenir.Agent, err error) {
	err = c.do(ctx, http.MethodGet, path("agents", id), nil, nil, &out)
	return out, err
}

// PutAgent describes an agent.
func (c *Client) PutAgent(ctx context.Context, id string, e souvenir.AgentEdit) (out souvenir.Agent, err error) {
	err = c.do(ctx, http.MethodPut, path("agents", id), nil, e, &out)
	return out, err
}

// DeleteAgent forgets how an agent was described.
func (c *Client) DeleteAgent(ctx context.Context, id string) error {
	return c.do(ctx, http.MethodDelete, path("agents", id), nil, nil, nil)
}
