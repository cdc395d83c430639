package store

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/recall"
)

// Kind is what a text is.
type Kind string

const (
	MemoryText  Kind = "memory"
	MessageText Kind = "message"
)

// Search is what to look for among a user's texts.
type Search struct {
	Reach
	Words  []string
	Vector []float32   // nil means by words only
	Model  string      // of the vector
	Limit  int         // of each list
	When   recall.Span // what was said or begun then is found, whatever its words; a zero span means no such list
}

// finder finds clues: in memory beside SQLite, by pgvector in PostgreSQL.
type finder interface {
	memories(ctx context.Context, q Search) ([]recall.Memory, error)
	turns(ctx context.Context, q Search) ([]recall.Turn, error)
	frequencies(ctx context.Context, sc souvenir.Scope, kind Kind, model string, words []string) (map[string]int, int, error)
	// told gives what prompts are told of memories, and which of them have to be read.
	told(ctx context.Context, sc souvenir.Scope, ns []int64) (known map[int64]souvenir.Memory, missing []int64, err error)
	// readAhead reads what those who talk right now will ask for, and tells who they are.
	readAhead(ctx context.Context, model string) []souvenir.Scope
	// look gives a number that goes up whenever something was committed, or is unknown.
	look(ctx context.Context) (epoch int64, err error)
	// forget drops what is kept in memory of a user.
	forget(of ownerOf)
	close() error
}

// FindMemories gives the active memories within reach that match by words or
// by meaning, in no particular order.
func (s *Store) FindMemories(ctx context.Context, q Search) ([]recall.Memory, error) {
	return s.find.memories(ctx, q)
}

// FindTurns gives the raw turns that match, and those around the best of them.
func (s *Store) FindTurns(ctx context.Context, q Search) ([]recall.Turn, error) {
	return s.find.turns(ctx, q)
}

// Frequencies tells how many of a user's texts have each word, and how many
// texts there are. The model is the one that will be searched with.
func (s *Store) Frequencies(ctx context.Context, sc souvenir.Scope, kind Kind, model string, words []string) (map[string]int, int, error) {
	return s.find.frequencies(ctx, sc, kind, model, words)
}

// MemoriesByNumber looks up what FindMemories found.
func (s *Store) MemoriesByNumber(ctx context.Context, tenant string, ns []int64) (map[int64]souvenir.Memory, error) {
	return s.recent.memories.get(ctx, s, tenant, ns, func(ns []int64) (map[int64]souvenir.Memory, error) {
		rows, err := all(s.glance(ctx), withNumber(memories), "memories_by_number", tenant, asList(ns))
		return byNumber(rows), err
	})
}

// MemoriesAsOf gives what was known at a time, whatever became of it since. What
// somebody deleted stays deleted.
func (s *Store) MemoriesAsOf(ctx context.Context, r Reach, at time.Time) (map[int64]souvenir.Memory, error) {
	rows, err := all(s.view(ctx), withNumber(memories), "memories_as_of",
		r.Scope.Tenant, r.Scope.User, at.UnixMicro(), r.Scope.Agent, r.Scope.Conversation, r.Site)
	rows = slices.DeleteFunc(rows, func(m numbered[souvenir.Memory]) bool { return !r.wants(m.row.Type, m.row.SubjectUser) })
	return byNumber(rows), err
}

func byNumber[T any](rows []numbered[T]) map[int64]T {
	out := make(map[int64]T, len(rows))
	for _, r := range rows {
		out[r.n] = r.row
	}
	return out
}

// TurnsByNumber looks up what FindTurns found.
func (s *Store) TurnsByNumber(ctx context.Context, tenant string, ns []int64) (map[int64]Turn, error) {
	t := table[numbered[Turn]]{fields: func(r *numbered[Turn]) []any {
		return messages.values(&r.row.Message, &r.n, &r.row.Conversation)
	}}
	rows, err := all(s.glance(ctx), t, "turns_by_number", tenant, asList(ns))
	return byNumber(rows), err
}

// recentConversations is how many conversations of a user count as recent.
const recentConversations = 6

// RecentConversations are a user's last conversations, the last one first.
func (s *Store) RecentConversations(ctx context.Context, sc souvenir.Scope) ([]string, error) {
	if g := glimpsed(ctx, sc.Tenant, sc.User); g != nil {
		return g.recent, nil
	}
	return all(s.glance(ctx), table[string]{fields: func(id *string) []any { return []any{id} }}, "recent_conversations", sc.Tenant, sc.User, recentConversations)
}

func asList(ns []int64) string {
	text, _ := json.Marshal(ns)
	return string(text)
}

// gather merges the two lists of a search: what both found is one clue.
func gather[T any](words, near []T, n func(T) int64, match func(*T) *recall.Match) []T {
	out := make([]T, 0, len(words)+len(near))
	at := make(map[int64]int, len(words))
	for _, c := range words {
		at[n(c)] = len(out)
		out = append(out, c)
	}
	for _, c := range near {
		if i, ok := at[n(c)]; ok {
			match(&out[i]).Near = match(&c).Near
			continue
		}
		out = append(out, c)
	}
	return out
}

func gatherTurns(words, near []recall.Turn) []recall.Turn {
	return gather(words, near, func(t recall.Turn) int64 { return t.N }, func(t *recall.Turn) *recall.Match { return &t.Match })
}

func gatherMemories(words, near []recall.Memory) []recall.Memory {
	return gather(words, near, func(m recall.Memory) int64 { return m.N }, func(m *recall.Memory) *recall.Match { return &m.Match })
}

// atTheTime adds what a list by time found.
func atTheTime(found, then []recall.Memory) []recall.Memory {
	at := make(map[int64]int, len(found))
	for i, m := range found {
		at[m.N] = i
	}
	for _, m := range then {
		i, known := at[m.N]
		if !known {
			at[m.N] = len(found)
			found = append(found, m)
			continue
		}
		if found[i].Happened.IsZero() {
			found[i].Happened = m.Happened
		}
	}
	return found
}

// turnsThen adds what a list by time found.
func turnsThen(found, then []recall.Turn) []recall.Turn {
	known := make(map[int64]bool, len(found))
	for _, t := range found {
		known[t.N] = true
	}
	for _, t := range then {
		if !known[t.N] {
			found = append(found, t)
		}
	}
	return found
}
