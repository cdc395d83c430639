package client

import (
	"context"
	"net/http"

	"github.com/souvenir-memory/souvenir"
)

// Reviews lists what waits for a person, newest first.
func (c *Client) Reviews(ctx context.Context, user, cursor string) (out souvenir.List[souvenir.Review], err error) {
	err = c.do(ctx, http.MethodGet, path("review"), values("user", user, "cursor", cursor), nil, &out)
	return out, err
}

// Review shows what approving a memory would replace.
func (c *Client) Review(ctx context.Context, id string) (out souvenir.Review, err error) {
	err = c.do(ctx, http.MethodGet, path("memories", id, "review"), nil, nil, &out)
	return out, err
}

// Approve approves a memory that waits, with changes where any are given.
func (c *Client) Approve(ctx context.Context, id string, e souvenir.MemoryEdit) (out souvenir.Decision, err error) {
	err = c.do(ctx, http.MethodPost, path("memories", id, "approve"), nil, e, &out)
	return out, err
}

// Reject rejects a memory that waits.
func (c *Client) Reject(ctx context.Context, id, reason string) (out souvenir.Memory, err error) {
	err = c.do(ctx, http.MethodPost, path("memories", id, "reject"), nil, souvenir.Grounds{Reason: reason}, &out)
	return out, err
}

// Incorrect says that a memory is wrong, so that it does not come back.
func (c *Client) Incorrect(ctx context.Context, id, reason string) (out souvenir.Memory, err error) {
	err = c.do(ctx, http.MethodPost, path("memories", id, "incorrect"), nil, souvenir.Grounds{Reason: reason}, &out)
	return out, err
}

// Judge decides on many memories at once.
func (c *Client) Judge(ctx context.Context, j souvenir.Judgements) (out souvenir.Judged, err error) {
	err = c.do(ctx, http.MethodPost, path("memories", "review"), nil, j, &out)
	return out, err
}

// Retirements lists what was said to be incorrect.
func (c *Client) Retirements(ctx context.Context, user, cursor string) (out souvenir.List[souvenir.Retirement], err error) {
	err = c.do(ctx, http.MethodGet, path("retirements"), values("user", user, "cursor", cursor), nil, &out)
	return out, err
}

// Lift lets something be learnt again that was said to be incorrect.
func (c *Client) Lift(ctx context.Context, id string) error {
	return c.do(ctx, http.MethodDelete, path("retirements", id), nil, nil, nil)
}

// ForgetAbout forgets one thing, or everything about something.
func (c *Client) ForgetAbout(ctx context.Context, user string, f souvenir.Forgetting) (out souvenir.Forgotten, err error) {
	err = c.do(ctx, http.MethodPost, path("users", user, "forget"), nil, f, &out)
	return out, err
}

// Sweep ends what time has ended.
func (c *Client) Sweep(ctx context.Context, user string, s souvenir.Sweeping) (out souvenir.Swept, err error) {
	err = c.do(ctx, http.MethodPost, path("users", user, "sweep"), nil, s, &out)
	return out, err
}
