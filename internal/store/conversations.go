package store

import (
	"context"
	"encoding/json"

	"github.com/souvenir-memory/souvenir"
)

// Conversation finds one conversation of a user.
func (s *Store) Conversation(ctx context.Context, sc souvenir.Scope) (souvenir.Conversation, error) {
	c, found, err := first(s.view(ctx), conversations, "conversation", sc.Tenant, sc.User, sc.Conversation)
	if err == nil && !found {
		err = noConversation(sc)
	}
	return c, err
}

func noConversation(sc souvenir.Scope) error {
	return souvenir.Errorf(souvenir.NotFound, "User %q has no conversation %q.", sc.User, sc.Conversation)
}

// Describe sets a conversation's title or privacy, and creates it if need be:
// a person may say "private" before the first word.
func (s *Store) Describe(ctx context.Context, sc souvenir.Scope, title *string, private *bool) (souvenir.Conversation, error) {
	var c souvenir.Conversation
	err := s.update(ctx, func(t tx) (err error) {
		var none []string
		c, _, err = first(t.session, conversations, "touch_conversation", sc.Tenant, sc.User, sc.Conversation, "", "web", asJSON(&none), "", "", "", t.now.UnixMicro())
		if err != nil {
			return err
		}
		if title != nil {
			c.Title = *title
		}
		if private != nil && c.Private != *private {
			c.Private = *private
			if err := t.forget(sc.Tenant, sc.User); err != nil {
				return err
			}
		}
		_, err = t.exec("describe_conversation", sc.Tenant, sc.User, sc.Conversation, c.Title, c.Private, t.now.UnixMicro())
		return err
	})
	return c, err
}

// DeleteConversation removes what was said, and unless told to keep them ends
// the memories that came of it. A job that is at work on it finds its lease gone.
func (s *Store) DeleteConversation(ctx context.Context, sc souvenir.Scope, keepMemories bool, cause souvenir.Cause) (souvenir.Removed, error) {
	var r souvenir.Removed
	err := s.update(ctx, func(t tx) (err error) {
		r = souvenir.Removed{}
		key := []any{sc.Tenant, sc.User, sc.Conversation}
		gone, err := t.exec("delete_conversation", key...)
		if err == nil && gone == 0 {
			err = noConversation(sc)
		}
		if err != nil {
			return err
		}
		if !keepMemories {
			if r.Memories, err = t.endMemories(sc, cause); err != nil {
				return err
			}
		}
		if r.Jobs, err = t.exec("delete_jobs", key...); err != nil {
			return err
		}
		if _, err = t.exec("delete_lane", laneOf(souvenir.Job{Tenant: sc.Tenant, User: sc.User, Conversation: sc.Conversation})); err != nil {
			return err
		}
		if _, err = t.exec("unindex_messages", key...); err != nil {
			return err
		}
		if _, err = t.exec("delete_vectors_of_conversation", key...); err != nil {
			return err
		}
		if err = t.forget(sc.Tenant, sc.User); err != nil {
			return err
		}
		for _, rest := range []string{"delete_outcomes", "delete_topics", "delete_episodes"} {
			if _, err = t.exec(rest, key...); err != nil {
				return err
			}
		}
		r.Messages, err = t.exec("delete_messages", key...)
		return err
	})
	return r, err
}

func (t tx) endMemories(sc souvenir.Scope, cause souvenir.Cause) (int64, error) {
	ms, err := all(t.session, memories, "memories_of_conversation", sc.Tenant, sc.User, sc.Conversation)
	if err != nil {
		return 0, err
	}
	for _, m := range ms {
		_, err := t.change(sc.Tenant, m.ID, "delete", cause, func(m *souvenir.Memory) error {
			m.Status, m.EndedAt = souvenir.Deleted, &t.now
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	return int64(len(ms)), nil
}

// Messages lists what was said in a conversation, in order.
func (s *Store) Messages(ctx context.Context, sc souvenir.Scope, cursor string, limit int) (Page[souvenir.Message], error) {
	return list(s.view(ctx), messages, "list_messages", cursor, limit, sc.Tenant, sc.User, sc.Conversation)
}

// MessageBefore is what the user said before a message of the same conversation.
func (s *Store) MessageBefore(ctx context.Context, sc souvenir.Scope, id string) (m souvenir.Message, ok bool, err error) {
	return first(s.view(ctx), messages, "message_before", sc.Tenant, sc.User, sc.Conversation, id)
}

// MessagesByID finds some messages of a conversation, in the order asked for.
func (s *Store) MessagesByID(ctx context.Context, sc souvenir.Scope, ids []string) ([]souvenir.Message, error) {
	out := make([]souvenir.Message, 0, len(ids))
	for _, id := range ids {
		m, found, err := first(s.view(ctx), messages, "message", sc.Tenant, sc.User, sc.Conversation, id)
		if err != nil {
			return nil, err
		}
		if found {
			out = append(out, m)
		}
	}
	return out, nil
}

// Outcomes lists how a conversation's messages ended, in order.
func (s *Store) Outcomes(ctx context.Context, sc souvenir.Scope, cursor string, limit int) (Page[souvenir.Outcome], error) {
	return list(s.view(ctx), outcomes, "list_outcomes", cursor, limit, sc.Tenant, sc.User, sc.Conversation)
}

// OutcomesByID finds the outcomes of some messages, in the order asked for.
func (s *Store) OutcomesByID(ctx context.Context, sc souvenir.Scope, ids []string) ([]souvenir.Outcome, error) {
	out := make([]souvenir.Outcome, 0, len(ids))
	for _, id := range ids {
		o, found, err := first(s.view(ctx), outcomes, "outcome", sc.Tenant, sc.User, sc.Conversation, id)
		if err != nil {
			return nil, err
		}
		if found {
			out = append(out, o)
		}
	}
	return out, nil
}

// Users lists the users of a tenant.
func (s *Store) Users(ctx context.Context, tenant string) ([]souvenir.UserSummary, error) {
	return all(s.view(ctx), users, "list_users", tenant)
}

var users = table[souvenir.UserSummary]{fields: func(u *souvenir.UserSummary) []any {
	named := scanTo(func(card string) { u.Name = nameOn(card) })
	return []any{&u.User, &u.Conversations, &u.Memories, sometime(&u.LastAt), named}
}}

// nameOn is what a role card calls its owner.
func nameOn(card string) string {
	var c souvenir.RoleCard
	if card == "" || json.Unmarshal([]byte(card), &c) != nil {
		return ""
	}
	return c.Name()
}
