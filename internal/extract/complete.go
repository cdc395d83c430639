package extract

import (
	"cmp"
	"time"

	"github.com/google/uuid"
	"github.com/souvenir-memory/souvenir"
)

// complete fills in what every candidate of a window has in common, so that a
// style says only what it found.
func complete(c *souvenir.Candidate, s Style, w souvenir.Window) {
	c.User = w.Scope.User
	c.Agent = cmp.Or(c.Agent, w.Scope.Agent)
	c.Conversation = cmp.Or(c.Conversation, w.Scope.Conversation)
	c.Style = s.Name
	c.Origin = cmp.Or(c.Origin, souvenir.Implicit)
	c.Type = cmp.Or(c.Type, "fact")
	c.Reach = cmp.Or(c.Reach, souvenir.UserGlobal)
	c.Expiry = cmp.Or(c.Expiry, souvenir.Permanent)
	c.Trust = cmp.Or(c.Trust, souvenir.FromUser)
	c.Priority = cmp.Or(c.Priority, souvenir.DefaultPriority)
	c.Confirmations = cmp.Or(c.Confirmations, 1)
	c.SaidAt = said(c, w)
	c.ContentHash = c.Hash()
}

// completeEpisode does the same for an episode and what it left open.
func completeEpisode(e souvenir.Episode, topics []souvenir.PendingTopic, s Style, w souvenir.Window) ([]souvenir.Episode, []souvenir.PendingTopic) {
	e.ID = cmp.Or(e.ID, uuid.Must(uuid.NewV7()).String())
	e.User, e.Agent, e.Conversation, e.Style = w.Scope.User, w.Scope.Agent, w.Scope.Conversation, s.Name
	for _, m := range w.Messages {
		e.Messages = append(e.Messages, m.ID)
	}
	for i := range topics {
		topics[i].User, topics[i].Episode, topics[i].Conversation = w.Scope.User, e.ID, e.Conversation
		topics[i].Partner = cmp.Or(topics[i].Partner, w.Partner)
	}
	return []souvenir.Episode{e}, topics
}

// said is when the newest evidence was said.
func said(c *souvenir.Candidate, w souvenir.Window) time.Time {
	at := c.SaidAt
	for _, e := range c.Evidence {
		if m, ok := w.Find(e.Message); ok && m.At.After(at) {
			at = m.At
		}
	}
	if at.IsZero() {
		at = w.Now
	}
	return at
}
