package main

import (
	"cmp"
	"slices"

	"github.com/souvenir-memory/souvenir"
)

// learning is one thing that became of what was said.
type learning struct {
	What      string           `json:"what"` // learnt, confirmed, forgotten, waits or failed
	Memory    *souvenir.Memory `json:"memory,omitempty"`
	InPlaceOf *souvenir.Memory `json:"in_place_of,omitempty"`
	Reason    string           `json:"reason,omitempty"`

	change string // what /undo takes back
}

// How each is told.
var learningWords = map[string]string{
	"learnt": "learnt", "confirmed": "known already", "forgotten": "forgotten", "waits": "waits for your decision", "failed": "could not be read",
}

func (l learning) String() string {
	text := learningWords[l.What] + ": "
	if l.Memory == nil {
		return text + oneLine(l.Reason)
	}
	text += excerpt(sentence(*l.Memory), 200)
	if l.InPlaceOf != nil {
		text += "  (before: " + excerpt(sentence(*l.InPlaceOf), 100) + ")"
	}
	return text
}

// hint says what can be done about it.
func (l learning) hint() string {
	switch l.What {
	case "learnt", "forgotten":
		return "  /undo"
	case "waits":
		return "  /review"
	}
	return ""
}

// learnings are what became of messages, oldest first. Changes come newest first;
// those of one step are one learning.
func learnings(changes []souvenir.Change, of map[string]souvenir.Outcome) (out []learning) {
	steps := map[string]int{}
	for _, c := range slices.Backward(changes) {
		if c.Cause.Job == "" || c.After == nil || !slices.ContainsFunc(c.Cause.Messages, func(id string) bool { _, ours := of[id]; return ours }) {
			continue
		}
		l := learningOf(c)
		step := cmp.Or(c.Step, c.ID)
		at, known := steps[step]
		switch {
		case !known:
			steps[step] = len(out)
			out = append(out, l)
		case l.What == "forgotten": // its place is taken by what the step adds
			out[at].InPlaceOf = l.Memory
		case out[at].What == "forgotten":
			l.InPlaceOf = out[at].Memory
			out[at] = l
		}
	}
	for _, o := range of {
		if o.State == souvenir.Failed || o.State == souvenir.Dropped {
			out = append(out, learning{What: "failed", Reason: o.Reason})
			break
		}
	}
	return out
}

func learningOf(c souvenir.Change) learning {
	l := learning{What: "confirmed", Memory: c.After}
	wasAlive := c.Before != nil && c.Before.Alive()
	switch {
	case c.After.Status == souvenir.Waiting && !wasAlive:
		l.What = "waits"
	case c.After.Alive() && (!wasAlive || c.Before.Content != c.After.Content):
		l.What, l.change = "learnt", c.ID
	case !c.After.Alive() && wasAlive:
		l.What, l.change = "forgotten", c.ID
	}
	if wasAlive && c.After.Alive() && c.Before.Content != c.After.Content {
		l.InPlaceOf = c.Before
	}
	return l
}
