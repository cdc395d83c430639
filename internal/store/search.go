package store

import (
	"context"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Hit is something found, with how well its words match. Scores of one search
// can be compared with each other and with nothing else.
type Hit[T any] struct {
	Score float64
	Found T
}

// Turn is a raw message with the conversation it was said in.
type Turn struct {
	Conversation string
	Message      souvenir.Message
}

// Reach says which memories a search may find besides those that hold everywhere.
type Reach struct {
	Scope souvenir.Scope // Agent and Conversation may be empty
	Site  string
	Now   time.Time
	Types []string // none means of any type
	About string   // a participant of group chats; empty means about anybody
}

// wants says whether a memory is of a type that is looked for, and about whom.
// What is about nobody in particular is about the user whose memory it is.
func (r Reach) wants(kind, subject string) bool {
	return (len(r.Types) == 0 || slices.Contains(r.Types, kind)) &&
		(r.About == "" || subject == r.About || subject == "" && r.Scope.User == r.About)
}

// narrow says whether it leaves out some of what holds here.
func (r Reach) narrow() bool { return len(r.Types) > 0 || r.About != "" }

// SearchMemories finds active memories by words, best first.
func (s *Store) SearchMemories(ctx context.Context, r Reach, words []string, limit int) ([]Hit[souvenir.Memory], error) {
	if len(words) == 0 {
		return nil, nil
	}
	t := table[Hit[souvenir.Memory]]{fields: func(h *Hit[souvenir.Memory]) []any { return memories.values(&h.Found, &h.Score) }}
	args := []any{r.Scope.Tenant, r.Scope.User, r.Scope.Agent, r.Scope.Conversation, r.Site, r.Now.UnixMicro(), limit}
	return all(s.view(ctx), t, "search_memories", append(args, s.match(r.Scope, words)...)...)
}

// SearchMessages finds raw turns by words, best first; never private ones.
func (s *Store) SearchMessages(ctx context.Context, sc souvenir.Scope, words []string, limit int) ([]Hit[Turn], error) {
	if len(words) == 0 {
		return nil, nil
	}
	t := table[Hit[Turn]]{fields: func(h *Hit[Turn]) []any {
		return messages.values(&h.Found.Message, &h.Score, &h.Found.Conversation)
	}}
	return all(s.view(ctx), t, "search_messages", append([]any{sc.Tenant, sc.User, sc.Agent, limit}, s.match(sc, words)...)...)
}

func (s *Store) match(sc souvenir.Scope, words []string) []any {
	return s.dialect.match(owner(sc.Tenant, sc.User), words)
}
