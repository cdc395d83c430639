package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

const (
	mostFollowUps = 2
	// returned is how long a conversation has to rest before what it left open
	// comes up in it again.
	returned = time.Hour
)

// followUps are what to come back to now that somebody is here again: what was
// left open with the same partner, the most urgent and the least often looked at
// first.
func (e *Engine) followUps(ctx context.Context, sc souvenir.Scope, q souvenir.Query) ([]souvenir.PendingTopic, error) {
	if q.At != nil || sc.Conversation == "" && sc.Agent == "" {
		return nil, nil
	}
	open, err := e.store.OpenTopics(ctx, sc.Tenant, sc.User)
	if err != nil || len(open) == 0 {
		return nil, err
	}
	names, err := e.partners(ctx, sc)
	if err != nil {
		return nil, err
	}
	now := e.now()
	open = slices.DeleteFunc(open, func(t souvenir.PendingTopic) bool {
		ongoing := t.Conversation == sc.Conversation && t.Conversation != "" && now.Sub(t.CreatedAt) < returned
		return ongoing || !slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, t.Partner) })
	})
	slices.SortStableFunc(open, func(a, b souvenir.PendingTopic) int {
		return cmp.Or(cmp.Compare(urgency[a.Urgency], urgency[b.Urgency]), cmp.Compare(a.CheckCount, b.CheckCount), b.CreatedAt.Compare(a.CreatedAt), strings.Compare(a.ID, b.ID))
	})
	open = open[:min(len(open), mostFollowUps)]
	for _, t := range open {
		e.checked.add(sc.Tenant, t.ID)
	}
	return open, nil
}

var urgency = map[souvenir.Urgency]int{souvenir.HighUrgency: 0, souvenir.MediumUrgency: 1, souvenir.LowUrgency: 2}

// partners are the names under which whoever the user talks with may be known.
func (e *Engine) partners(ctx context.Context, sc souvenir.Scope) ([]string, error) {
	names := []string{sc.Agent}
	agent := sc.Agent
	if sc.Conversation != "" {
		c, err := e.store.Conversation(ctx, sc)
		if err != nil && souvenir.CodeOf(err) != souvenir.NotFound {
			return nil, err
		}
		agent = cmp.Or(c.Agent, agent)
		names = append(names, c.Partner, c.Agent)
	}
	a, _, err := e.store.Agent(ctx, sc.Tenant, agent)
	if err != nil {
		return nil, err
	}
	names = append(names, a.Name)
	return slices.DeleteFunc(names, func(n string) bool { return n == "" }), nil
}
