package engine

import (
	"context"
	"slices"

	"github.com/souvenir-memory/souvenir"
)

// ReadTimeline asks how what is known of a user changed.
type ReadTimeline struct {
	UserOf
	Paging
	Facts bool `query:"facts" doc:"Facts only, which have a key."`
}

// Timeline lists how what is known of a user changed, newest first. What merely
// was heard again, or changed in nothing that it says, is left out.
func (e *Engine) Timeline(ctx context.Context, in *ReadTimeline) (*Page[souvenir.TimelineEntry], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	changes := e.store.ChangesOf
	if in.Facts {
		changes = e.store.FactChangesOf
	}
	p, err := changes(ctx, sc.Tenant, sc.User, in.Cursor, in.Limit)
	if err != nil {
		return nil, err
	}
	out := []souvenir.TimelineEntry{}
	for i, step := range stepsOf(p.Items) {
		whole, err := e.wholeStep(ctx, sc.Tenant, step, in.Facts)
		if err != nil {
			return nil, err
		}
		if i > 0 || whole[0].ID == step[0].ID { // one that began on the page before was told there
			out = append(out, told(whole)...)
		}
	}
	return listOf(out, p.Next), nil
}

// stepsOf groups changes, newest first, by what changed together.
func stepsOf(cs []souvenir.Change) (out [][]souvenir.Change) {
	at := map[string]int{}
	for _, c := range cs {
		if i, known := at[c.Step]; known && c.Step != "" {
			out[i] = append(out[i], c)
			continue
		}
		at[c.Step] = len(out)
		out = append(out, []souvenir.Change{c})
	}
	return out
}

// wholeStep completes a group with what its page left out, newest first.
func (e *Engine) wholeStep(ctx context.Context, tenant string, step []souvenir.Change, facts bool) ([]souvenir.Change, error) {
	if step[0].Step == "" || step[0].Step == step[0].ID {
		return step, nil
	}
	whole, err := e.store.Step(ctx, tenant, step[0].Step)
	slices.Reverse(whole)
	if facts {
		whole = only(whole, func(c souvenir.Change) bool { return c.After != nil && c.After.Key != "" })
	}
	if len(whole) == 0 {
		return step, err
	}
	return whole, err
}

// told is what a step amounts to: one thing that takes the place of others is one
// entry, anything else an entry for each memory.
func told(step []souvenir.Change) (out []souvenir.TimelineEntry) {
	var came, went, rest []souvenir.Change
	for _, c := range step {
		switch was, is := c.Before != nil && c.Before.Alive(), c.After != nil && c.After.Alive(); {
		case is && !was:
			came = append(came, c)
		case was && !is:
			went = append(went, c)
		case is && (c.Before.Content != c.After.Content || c.Before.Key != c.After.Key || c.Before.Status != c.After.Status):
			rest = append(rest, c)
		}
	}
	if len(came) == 1 && len(went) > 0 {
		entry := entryOf(souvenir.TurnedChanged, came[0])
		for _, c := range went {
			entry.Was = append(entry.Was, c.Before.Content)
		}
		return append(out, entry)
	}
	for _, c := range came {
		out = append(out, entryOf(coming(c), c))
	}
	for _, c := range rest {
		entry := entryOf(souvenir.TurnedChanged, c)
		if entry.Was = []string{c.Before.Content}; c.Before.Content == c.After.Content {
			entry.What, entry.Was = coming(c), nil
		}
		out = append(out, entry)
	}
	for _, c := range went {
		entry := entryOf(souvenir.TurnedEnded, c)
		entry.Was, entry.Is = []string{c.Before.Content}, ""
		out = append(out, entry)
	}
	return out
}

func coming(c souvenir.Change) souvenir.Turning {
	switch {
	case c.After.Status == souvenir.Waiting:
		return souvenir.TurnedProposed
	case c.Before != nil && !c.Before.Alive():
		return souvenir.TurnedReturned
	}
	return souvenir.TurnedLearnt
}

func entryOf(what souvenir.Turning, c souvenir.Change) souvenir.TimelineEntry {
	m := c.After
	entry := souvenir.TimelineEntry{
		ID: c.ID, At: c.At, What: what, Key: m.Key, Is: m.Content, Memory: c.Memory, Conversation: m.Conversation, Operation: c.Operation, Cause: c.Cause,
	}
	if len(c.Cause.Messages) > 0 {
		entry.Message = c.Cause.Messages[0]
	}
	return entry
}
