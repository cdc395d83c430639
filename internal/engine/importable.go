package engine

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// importable reads what each type of line brings, makes it the user's, and refuses
// what could not have been stored here.
var importable = map[string]func(json.RawMessage, string) (any, error){
	"conversation": bringing(func(c *souvenir.Conversation, user string) error {
		c.User, c.Source, c.Messages = user, cmp.Or(c.Source, "web"), max(c.Messages, 0)
		return wanted(map[string]string{"id": c.ID}, c.CreatedAt, c.UpdatedAt)
	}),
	"outcome": bringing(func(o *souvenir.ExportedOutcome, _ string) error {
		if !slices.Contains(states, o.State) {
			return souvenir.Errorf(souvenir.Invalid, "There is no outcome %q.", o.State)
		}
		if !o.State.Final() {
			o.State, o.Reason = souvenir.Skipped, "It was exported before it was read."
		}
		return wanted(map[string]string{"conversation": o.Conversation, "message": o.Message}, o.UpdatedAt)
	}),
	"message": bringing(func(m *souvenir.ExportedMessage, _ string) error {
		if !slices.Contains(souvenir.Roles, m.Role) {
			return souvenir.Errorf(souvenir.Invalid, "There is no role %q.", m.Role)
		}
		if m.ReceivedAt.IsZero() {
			m.ReceivedAt = m.At
		}
		m.Seq = max(m.Seq, 1)
		if err := souvenir.CheckText("message", m.Content); err != nil {
			return err
		}
		return wanted(map[string]string{"conversation": m.Conversation, "id": m.ID}, m.At)
	}),
	"change": bringing(func(c *souvenir.Change, user string) error {
		if c.After == nil || c.After.ID != c.Memory || c.Before != nil && c.Before.ID != c.Memory {
			return souvenir.Errorf(souvenir.Invalid, "The change does not say what memory %s became.", c.Memory)
		}
		c.After.User, c.Step = user, cmp.Or(c.Step, c.ID)
		if c.Before != nil {
			c.Before.User = user
		}
		return wanted(map[string]string{"id": c.ID, "memory": c.Memory, "operation": c.Operation}, c.At)
	}),
	"memory": bringing(wholeMemory),
	"retirement": bringing(func(r *souvenir.Retirement, user string) error {
		r.User = user
		return wanted(map[string]string{"id": r.ID, "memory": r.Memory}, r.CreatedAt)
	}),
	"rejection": bringing(func(r *souvenir.Rejection, user string) error {
		r.User, r.Candidate.User = user, user
		return wanted(map[string]string{"id": r.ID, "rule": r.Rule}, r.CreatedAt)
	}),
	"episode": bringing(func(e *souvenir.Episode, user string) error {
		e.User = user
		if len(e.Body) == 0 {
			return souvenir.Errorf(souvenir.Invalid, "The episode is empty.")
		}
		return wanted(map[string]string{"id": e.ID, "conversation": e.Conversation, "style": e.Style}, e.CreatedAt, e.UpdatedAt)
	}),
	"topic": bringing(func(t *souvenir.PendingTopic, user string) error {
		t.User = user
		return wanted(map[string]string{"id": t.ID, "status": string(t.Status)}, t.CreatedAt, t.UpdatedAt)
	}),
	"rolecard": bringing(func(c *souvenir.RoleCard, user string) error {
		c.User = user
		return wanted(nil, c.UpdatedAt)
	}),
}

func bringing[T any](check func(*T, string) error) func(json.RawMessage, string) (any, error) {
	return func(data json.RawMessage, user string) (any, error) {
		var v T
		if err := json.Unmarshal(data, &v); err != nil {
			return nil, souvenir.Errorf(souvenir.Invalid, "The line cannot be understood: %v", err)
		}
		err := check(&v, user)
		return v, err
	}
}

// wanted makes sure that what must be there is.
func wanted(ids map[string]string, times ...time.Time) error {
	for what, id := range ids {
		if err := souvenir.CheckID(what, id); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(times, time.Time.IsZero) {
		return souvenir.Errorf(souvenir.Invalid, "The time is missing.")
	}
	return nil
}

func wholeMemory(m *souvenir.Memory, user string) error {
	m.User, m.ContentHash, m.EmbeddingModel = user, m.Hash(), ""
	for what, known := range map[string]bool{
		"status":   slices.Contains([]souvenir.Status{souvenir.Active, souvenir.Waiting, souvenir.Rejected, souvenir.Superseded, souvenir.Expired, souvenir.Deleted}, m.Status),
		"origin":   slices.Contains([]souvenir.Origin{souvenir.Implicit, souvenir.Explicit, souvenir.Core, souvenir.Imported}, m.Origin),
		"scope":    slices.Contains([]souvenir.Reach{souvenir.UserGlobal, souvenir.SessionOnly, souvenir.SiteOnly, souvenir.ConversationOnly}, m.Reach),
		"expiry":   slices.Contains([]souvenir.Expiry{souvenir.Permanent, souvenir.Temporary}, m.Expiry),
		"trust":    slices.Contains([]souvenir.Trust{souvenir.FromUser, souvenir.FromAssistant, souvenir.FromPage, souvenir.FromImport}, m.Trust),
		"priority": m.Priority >= 0 && m.Priority <= 100,
	} {
		if !known {
			return souvenir.Errorf(souvenir.Invalid, "The memory's %s is not one that there is.", what)
		}
	}
	if err := checkMemory(*m); err != nil {
		return err
	}
	return wanted(map[string]string{"id": m.ID, "style": m.Style, "type": m.Type}, m.SaidAt, m.CreatedAt, m.UpdatedAt)
}

var states = []souvenir.State{
	souvenir.Queued, souvenir.Remembered, souvenir.Nothing, souvenir.Filtered, souvenir.Duplicate,
	souvenir.Pending, souvenir.Private, souvenir.Skipped, souvenir.Dropped, souvenir.Failed,
}
