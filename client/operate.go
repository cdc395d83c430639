package client

import (
	"context"
	"net/http"
	"strconv"

	"github.com/souvenir-memory/souvenir"
)

// Conversations lists a user's conversations, the one that something was said in
// last first.
func (c *Client) Conversations(ctx context.Context, user, cursor string) (out souvenir.List[souvenir.ConversationSummary], err error) {
	err = c.do(ctx, http.MethodGet, path("conversations"), values("user", user, "cursor", cursor), nil, &out)
	return out, err
}

// FindConversations finds a user's conversations by title or by words said in them.
func (c *Client) FindConversations(ctx context.Context, user, q string) (out souvenir.List[souvenir.ConversationSummary], err error) {
	err = c.do(ctx, http.MethodGet, path("conversations"), values("user", user, "q", q), nil, &out)
	return out, err
}

// Conversation shows one conversation.
func (c *Client) Conversation(ctx context.Context, user, id string) (out souvenir.Conversation, err error) {
	err = c.do(ctx, http.MethodGet, path("conversations", id), values("user", user), nil, &out)
	return out, err
}

// Describe sets a conversation's title or privacy.
func (c *Client) Describe(ctx context.Context, user, id string, e souvenir.ConversationEdit) (out souvenir.Conversation, err error) {
	err = c.do(ctx, http.MethodPatch, path("conversations", id), values("user", user), e, &out)
	return out, err
}

// DeleteConversation removes what was said in it.
func (c *Client) DeleteConversation(ctx context.Context, user, id string, keepMemories bool) (out souvenir.Removed, err error) {
	q := values("user", user, "keep_memories", strconv.FormatBool(keepMemories))
	err = c.do(ctx, http.MethodDelete, path("conversations", id), q, nil, &out)
	return out, err
}

// Messages lists what was said, in order.
func (c *Client) Messages(ctx context.Context, user, conversation, cursor string) (out souvenir.List[souvenir.Message], err error) {
	err = c.do(ctx, http.MethodGet, path("conversations", conversation, "messages"), values("user", user, "cursor", cursor), nil, &out)
	return out, err
}

// Passage says which part of a transcript is asked for; the end when it says nothing.
type Passage struct {
	Around        string // id of a message
	Before, After int64  // seq
	Limit         int    // 0 means as the server likes
}

// Transcript shows what was said, and beside it what came of it.
func (c *Client) Transcript(ctx context.Context, user, conversation string, p Passage) (out souvenir.Transcript, err error) {
	q := values("user", user, "around", p.Around)
	for name, n := range map[string]int64{"before": p.Before, "after": p.After, "limit": int64(p.Limit)} {
		if n != 0 {
			q.Set(name, strconv.FormatInt(n, 10))
		}
	}
	err = c.do(ctx, http.MethodGet, path("conversations", conversation, "transcript"), q, nil, &out)
	return out, err
}

// Outcomes lists how each message ended, in order.
func (c *Client) Outcomes(ctx context.Context, user, conversation, cursor string) (out souvenir.List[souvenir.Outcome], err error) {
	err = c.do(ctx, http.MethodGet, path("conversations", conversation, "outcomes"), values("user", user, "cursor", cursor), nil, &out)
	return out, err
}

// Queue shows how the background work stands.
func (c *Client) Queue(ctx context.Context) (out souvenir.QueueState, err error) {
	err = c.do(ctx, http.MethodGet, path("queue"), nil, nil, &out)
	return out, err
}

// Pause lets jobs wait.
func (c *Client) Pause(ctx context.Context) (out souvenir.QueueState, err error) {
	err = c.do(ctx, http.MethodPost, path("queue", "pause"), nil, nil, &out)
	return out, err
}

// Resume lets jobs be worked on again.
func (c *Client) Resume(ctx context.Context) (out souvenir.QueueState, err error) {
	err = c.do(ctx, http.MethodPost, path("queue", "resume"), nil, nil, &out)
	return out, err
}

// Jobs lists jobs in a state, oldest first.
func (c *Client) Jobs(ctx context.Context, state souvenir.JobState, cursor string) (out souvenir.List[souvenir.Job], err error) {
	err = c.do(ctx, http.MethodGet, path("jobs"), values("state", string(state), "cursor", cursor), nil, &out)
	return out, err
}

// RetryJob queues a failed or dropped job again.
func (c *Client) RetryJob(ctx context.Context, id string) (out souvenir.Job, err error) {
	err = c.do(ctx, http.MethodPost, path("jobs", id, "retry"), nil, nil, &out)
	return out, err
}

// Embedding tells which model makes the vectors and how many are to be made.
func (c *Client) Embedding(ctx context.Context) (out souvenir.EmbeddingState, err error) {
	err = c.do(ctx, http.MethodGet, path("embedding"), nil, nil, &out)
	return out, err
}

// Stats counts what there is.
func (c *Client) Stats(ctx context.Context, days int) (out souvenir.Stats, err error) {
	err = c.do(ctx, http.MethodGet, path("stats"), values("days", strconv.Itoa(days)), nil, &out)
	return out, err
}

// Keys lists API keys.
func (c *Client) Keys(ctx context.Context) (out souvenir.List[souvenir.Key], err error) {
	err = c.do(ctx, http.MethodGet, path("keys"), nil, nil, &out)
	return out, err
}

// AddKey makes an API key; its secret is shown this once.
func (c *Client) AddKey(ctx context.Context, r souvenir.KeyRequest) (out souvenir.NewKey, err error) {
	err = c.do(ctx, http.MethodPost, path("keys"), nil, r, &out)
	return out, err
}

// RevokeKey shuts a key out.
func (c *Client) RevokeKey(ctx context.Context, id string) error {
	return c.do(ctx, http.MethodDelete, path("keys", id), nil, nil, nil)
}

// Healthy says whether a Souvenir server answers.
func (c *Client) Healthy(ctx context.Context) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/healthz", nil)
	if err != nil {
		return false
	}
	res, err := c.http.Do(req)
	if err != nil {
		return false
	}
	res.Body.Close()
	return res.StatusCode == http.StatusOK && res.Header.Get("Souvenir") != ""
}
