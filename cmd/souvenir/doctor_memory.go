package main

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
)

// memory checks what works through the API, of the server or in this process.
func (e *examination) memory(ctx context.Context) {
	c, err := e.g.connectTo(ctx, e.cfg)
	if err != nil {
		e.bad("memory", err.Error(), "")
		return
	}
	defer c.close()
	for _, look := range []func(context.Context, *connection) error{e.queue, e.vectors, e.search, e.keys} {
		switch err := look(ctx, c); {
		case souvenir.CodeOf(err) == souvenir.Denied:
			e.bad("key", err.Error(), "Show the server an admin key with SOUVENIR_SERVER_API_KEY, or look at the database itself with --db.")
			return
		case err != nil:
			e.bad("memory", err.Error(), "")
			return
		}
	}
}

func (e *examination) queue(ctx context.Context, c *connection) error {
	q, err := c.Queue(ctx)
	if err != nil {
		return err
	}
	detail := fmt.Sprintf("%d waiting%s, %d at work, %d failed, %d dropped", q.Queued, since(q.Oldest), q.Running, q.Failed, q.Dropped)
	switch {
	case q.Failed > 0:
		e.bad("queue", detail, "'souvenir queue jobs' says why they failed; 'souvenir queue retry --all' tries them again.")
	case q.Paused:
		e.none("queue", "paused; "+detail, "'souvenir queue resume' lets it go on.")
	case c.direct() && q.Queued > 0:
		e.none("queue", detail, "They wait for 'souvenir serve'.")
	default:
		e.ok("queue", "%s", detail)
	}
	return nil
}

// vectors says how much is found by its words only, for now.
func (e *examination) vectors(ctx context.Context, c *connection) error {
	v, err := c.Embedding(ctx)
	switch {
	case err != nil:
		return err
	case v.Pending > 0:
		e.none("vectors", fmt.Sprintf("by %s; %s found by words only until 'souvenir serve' has embedded them", v.Model, plural(v.Pending, "text is", "texts are")), "")
	default:
		e.ok("vectors", "by %s, for everything", v.Model)
	}
	return nil
}

// search checks that somebody's newest memory is found by its own words.
func (e *examination) search(ctx context.Context, c *connection) error {
	newest, err := e.newest(ctx, c)
	if err != nil {
		return err
	}
	if newest == nil {
		e.none("full text", "nothing to look for yet", "")
		return nil
	}
	found, err := c.Recall(ctx, souvenir.Query{
		User: newest.User, Agent: newest.Agent, Conversation: newest.Conversation, Site: newest.Site, Query: newest.Content, Limit: 200, Turns: new(0),
	})
	if err != nil {
		return err
	}
	if slices.ContainsFunc(found.Memories, func(m souvenir.RecalledMemory) bool { return m.ID == newest.ID }) {
		e.ok("full text", "a memory is found by its words")
		return nil
	}
	e.bad("full text", "memory "+newest.ID+" is not found by its own words", "Please report this, with what the memory says.")
	return nil
}

// newest is the last memory of whoever has any, and in reach of a plain search.
func (e *examination) newest(ctx context.Context, c *connection) (*souvenir.Memory, error) {
	users, err := c.Users(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(users.Items, func(a, b souvenir.UserSummary) int { return cmp.Compare(b.Memories, a.Memories) })
	if len(users.Items) == 0 || users.Items[0].Memories == 0 {
		return nil, nil
	}
	page, err := c.Memories(ctx, client.Filter{User: users.Items[0].User, Limit: 1})
	if err != nil || len(page.Items) == 0 {
		return nil, err
	}
	return &page.Items[0], nil
}

// keys compares who may come in with from where we can be reached.
func (e *examination) keys(ctx context.Context, c *connection) error {
	all, err := c.Keys(ctx)
	if err != nil {
		return err
	}
	valid := slices.DeleteFunc(all.Items, func(k souvenir.Key) bool { return k.RevokedAt != nil })
	host, _, _ := net.SplitHostPort(e.cfg.Listen)
	switch {
	case len(valid) > 0:
		e.ok("keys", "%s", plural(int64(len(valid)), "key", "keys"))
	case loopback(host):
		e.none("keys", "none; whoever is on this machine is let in", "")
	default:
		e.bad("keys", fmt.Sprintf("none, and listen is %s (%s): 'souvenir serve' will refuse", e.cfg.Listen, e.cfg.Origin("listen")), "souvenir keys add NAME --admin")
	}
	return nil
}
