package store

import (
	"context"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

var summaries = table[souvenir.ConversationSummary]{fields: func(c *souvenir.ConversationSummary) []any {
	return append(conversations.fields(&c.Conversation), &c.Begins, &c.Ends)
}}

// Conversations lists a user's conversations; the one that something was said in
// last comes first.
func (s *Store) Conversations(ctx context.Context, tenant, user, cursor string, limit int) (Page[souvenir.ConversationSummary], error) {
	p, err := list(s.view(ctx), summaries, "list_conversations", cursor, limit, tenant, user)
	if err != nil {
		return p, err
	}
	return p, s.countMemories(ctx, tenant, user, p.Items)
}

// FindConversations finds a user's conversations by their names or by words that
// were said in them, which are never those of private ones. Names come first.
func (s *Store) FindConversations(ctx context.Context, sc souvenir.Scope, name string, words []string, limit int) ([]souvenir.ConversationSummary, error) {
	ids, err := s.named(ctx, sc, name)
	if err != nil {
		return nil, err
	}
	hits, err := s.SearchMessages(ctx, sc, words, min(10*limit, 500))
	if err != nil {
		return nil, err
	}
	best := map[string]*souvenir.FoundTurn{}
	for _, id := range ids {
		best[id] = nil
	}
	for _, h := range hits {
		turn, known := best[h.Found.Conversation]
		if !known {
			ids = append(ids, h.Found.Conversation)
		}
		if turn == nil {
			best[h.Found.Conversation] = &souvenir.FoundTurn{Message: h.Found.Message.ID, Excerpt: h.Found.Message.Content}
		}
	}
	out := make([]souvenir.ConversationSummary, 0, min(len(ids), limit))
	for _, id := range ids[:min(len(ids), limit)] {
		c, found, err := first(s.view(ctx), summaries, "conversation_in_short", sc.Tenant, sc.User, id)
		if err != nil {
			return nil, err
		}
		if c.Found = best[id]; found {
			out = append(out, c)
		}
	}
	return out, s.countMemories(ctx, sc.Tenant, sc.User, out)
}

// named are the conversations with a name that has a text in it.
func (s *Store) named(ctx context.Context, sc souvenir.Scope, text string) ([]string, error) {
	type row struct{ id, name string }
	rows, err := all(s.view(ctx), table[row]{fields: func(r *row) []any { return []any{&r.id, &r.name} }}, "names_of_conversations", sc.Tenant, sc.User)
	var ids []string
	for _, r := range rows {
		if strings.Contains(souvenir.Normalize(r.name), souvenir.Normalize(text)) {
			ids = append(ids, r.id)
		}
	}
	return ids, err
}

func (s *Store) countMemories(ctx context.Context, tenant, user string, cs []souvenir.ConversationSummary) error {
	if len(cs) == 0 {
		return nil
	}
	came, err := counts(s.view(ctx), "count_memories_by_conversation", tenant, user)
	for i := range cs {
		cs[i].Memories = came[cs[i].ID]
	}
	return err
}
