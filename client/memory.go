package client

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Remember posts messages of a conversation. With a wait of more than zero it
// waits that long for their outcomes.
func (c *Client) Remember(ctx context.Context, conversation string, t souvenir.Talk, wait time.Duration) (out souvenir.Accepted, err error) {
	q := values()
	if wait > 0 {
		q.Set("wait", wait.String())
	}
	err = c.do(ctx, http.MethodPost, path("conversations", conversation, "messages"), q, t, &out)
	return out, err
}

// Recall finds what is known that bears on a query.
func (c *Client) Recall(ctx context.Context, q souvenir.Query) (out souvenir.Recall, err error) {
	err = c.do(ctx, http.MethodPost, path("recall"), nil, q, &out)
	return out, err
}

// State remembers something outright.
func (c *Client) State(ctx context.Context, s souvenir.Statement) (out souvenir.Decision, err error) {
	err = c.do(ctx, http.MethodPost, path("memories"), nil, s, &out)
	return out, err
}

// Consider decides what would become of a statement; nothing is stored.
func (c *Client) Consider(ctx context.Context, s souvenir.Statement) (out souvenir.Decision, err error) {
	err = c.do(ctx, http.MethodPost, path("memories"), values("plan", "only"), s, &out)
	return out, err
}

// Filter narrows a list of memories; a zero field does not narrow it.
type Filter struct {
	User, Agent, Type, Category, Tag, About string
	Origin                                  souvenir.Origin
	Status                                  souvenir.Status // active when empty
	Words                                   string
	Since                                   time.Time
	Cursor                                  string
	Limit                                   int
}

// Memories lists a user's memories, newest first.
func (c *Client) Memories(ctx context.Context, f Filter) (out souvenir.List[souvenir.Memory], err error) {
	q := values("user", f.User, "agent", f.Agent, "type", f.Type, "category", f.Category, "tag", f.Tag, "about", f.About,
		"origin", string(f.Origin), "status", string(f.Status), "q", f.Words, "cursor", f.Cursor, "limit", limit(f.Limit))
	if !f.Since.IsZero() {
		q.Set("since", f.Since.Format(time.RFC3339))
	}
	err = c.do(ctx, http.MethodGet, path("memories"), q, nil, &out)
	return out, err
}

// Facets counts a user's memories by what they can be narrowed by.
func (c *Client) Facets(ctx context.Context, user string, status souvenir.Status) (out souvenir.Facets, err error) {
	err = c.do(ctx, http.MethodGet, path("facets"), values("user", user, "status", string(status)), nil, &out)
	return out, err
}

// Memory shows one memory.
func (c *Client) Memory(ctx context.Context, id string) (out souvenir.Memory, err error) {
	err = c.do(ctx, http.MethodGet, path("memories", id), nil, nil, &out)
	return out, err
}

// Edit corrects a memory.
func (c *Client) Edit(ctx context.Context, id string, e souvenir.MemoryEdit) (out souvenir.Memory, err error) {
	err = c.do(ctx, http.MethodPatch, path("memories", id), nil, e, &out)
	return out, err
}

// Forget ends a memory; its history stays.
func (c *Client) Forget(ctx context.Context, id string) error {
	return c.do(ctx, http.MethodDelete, path("memories", id), nil, nil, nil)
}

// History shows every change of a memory, oldest first.
func (c *Client) History(ctx context.Context, id string) (out souvenir.List[souvenir.Change], err error) {
	err = c.do(ctx, http.MethodGet, path("memories", id, "history"), nil, nil, &out)
	return out, err
}

// Facts lists a user's facts.
func (c *Client) Facts(ctx context.Context, user string) (out souvenir.List[souvenir.Fact], err error) {
	err = c.do(ctx, http.MethodGet, path("users", user, "facts"), nil, nil, &out)
	return out, err
}

// Fact shows the current value of a key.
func (c *Client) Fact(ctx context.Context, user, key string) (out souvenir.Fact, err error) {
	err = c.do(ctx, http.MethodGet, path("users", user, "facts", key), nil, nil, &out)
	return out, err
}

// SetFact gives a key its newest value.
func (c *Client) SetFact(ctx context.Context, user, key, value string) (out souvenir.Decision, err error) {
	err = c.do(ctx, http.MethodPut, path("users", user, "facts", key), nil, souvenir.FactValue{Value: value}, &out)
	return out, err
}

// ForgetFact ends a fact.
func (c *Client) ForgetFact(ctx context.Context, user, key string) error {
	return c.do(ctx, http.MethodDelete, path("users", user, "facts", key), nil, nil, nil)
}

// Users lists of whom something is known.
func (c *Client) Users(ctx context.Context) (out souvenir.List[souvenir.UserSummary], err error) {
	err = c.do(ctx, http.MethodGet, path("users"), nil, nil, &out)
	return out, err
}

func limit(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
