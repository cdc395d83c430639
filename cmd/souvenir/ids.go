package main

import (
	"context"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
)

// short is how an id is shown in lists: by its end, because ids that were made
// at about the same time begin alike.
func short(id string) string {
	const length = 8
	return id[max(0, len(id)-length):]
}

// pick finds the one id that ends in what was given.
func pick(noun, given string, ids []string) (string, error) {
	if given == "" {
		return "", souvenir.Errorf(souvenir.Invalid, "The id of the %s is empty.", noun)
	}
	fits := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !strings.HasSuffix(id, given) })
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return "", souvenir.Errorf(souvenir.NotFound, "No %s has an id that is or ends in %q.", noun, given)
	}
	return "", souvenir.Errorf(souvenir.Conflict, "%q is the end of several ids; give more of it: %s.", given, strings.Join(fits, ", "))
}

// statuses are all that a memory can be in, the likeliest first.
var statuses = []souvenir.Status{souvenir.Active, souvenir.Waiting, souvenir.Superseded, souvenir.Deleted, souvenir.Expired, souvenir.Rejected}

// memory finds a memory by its id or the end of it.
func (c *connection) memory(ctx context.Context, given string) (souvenir.Memory, error) {
	if err := souvenir.CheckID("id", given); err != nil {
		return souvenir.Memory{}, err
	}
	m, err := c.Memory(ctx, given)
	if err == nil || souvenir.CodeOf(err) != souvenir.NotFound {
		return m, err
	}
	known, err := c.everyMemory(ctx)
	if err != nil {
		return souvenir.Memory{}, err
	}
	id, err := pick("memory", given, known)
	if err != nil {
		return souvenir.Memory{}, err
	}
	return c.Memory(ctx, id)
}

// everyMemory lists the ids of all of the user's memories. Beyond a number that
// is quickly gone through it asks for the whole id instead: a short one could
// not be told to be the only one.
func (c *connection) everyMemory(ctx context.Context) (ids []string, err error) {
	const most = 10_000
	for _, status := range statuses {
		f := client.Filter{User: c.user, Status: status, Limit: 500}
		for {
			page, err := c.Memories(ctx, f)
			if err != nil {
				return nil, err
			}
			for _, m := range page.Items {
				ids = append(ids, m.ID)
			}
			if len(ids) > most {
				return nil, souvenir.Errorf(souvenir.Invalid, "There are too many memories to look for a part of an id; give the whole id.")
			}
			if f.Cursor = page.Next; f.Cursor == "" {
				break
			}
		}
	}
	return ids, nil
}
