package store

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// A prompt is told little of a memory and of a turn, and many times the same. So it
// is read without the rest and kept: of memories with what they are found by, of turns
// for as long as nothing of their user changes.

// toldMemory is as much of a memory as a prompt is told.
var toldMemory = table[souvenir.Memory]{fields: func(m *souvenir.Memory) []any {
	return []any{&m.ID, &m.Key, &m.Question, &m.Content}
}}

// MemoriesToTell looks up the id, key, question and content of active memories that
// FindMemories found.
func (s *Store) MemoriesToTell(ctx context.Context, sc souvenir.Scope, ns []int64) (map[int64]souvenir.Memory, error) {
	known, missing, err := s.find.told(ctx, sc, ns)
	if err != nil || len(missing) == 0 {
		return known, err
	}
	rows, err := all(s.glance(ctx), withNumber(toldMemory), "memories_to_tell", sc.Tenant, asList(missing))
	maps.Copy(known, byNumber(rows))
	return known, err
}

// ToldTurn is a turn, and what became of what was said in it.
type ToldTurn struct {
	Turn
	Memories []string // that came of it, or of what it answers
	Ended    bool     // one of them no longer holds
}

// TurnsToTell looks up what FindTurns found, with what became of it.
func (s *Store) TurnsToTell(ctx context.Context, sc souvenir.Scope, ns []int64) (map[int64]ToldTurn, error) {
	return keptRows(ctx, s, &s.recent.turns, sc, ns, func(ns []int64) (map[int64]ToldTurn, error) {
		rows, err := all(s.glance(ctx), toldTurns, "turns_to_tell", sc.Tenant, asList(ns))
		out := make(map[int64]ToldTurn, len(rows))
		for _, r := range rows {
			for _, m := range r.came {
				r.row.Memories = append(r.row.Memories, m.ID)
				r.row.Ended = r.row.Ended || m.Status.Ended()
			}
			out[r.n] = r.row
		}
		return out, err
	})
}

// toldTurn is a turn with the memories that came of it.
type toldTurn struct {
	numbered[ToldTurn]
	came []struct {
		ID     string
		Status souvenir.Status
	}
}

var toldTurns = table[toldTurn]{fields: func(r *toldTurn) []any {
	return append(messages.values(&r.row.Message, &r.n, &r.row.Conversation), asJSON(&r.came))
}}

// Ended is a memory that does not hold any more.
type Ended struct {
	Words   []string // that tell something
	Content string
	Status  souvenir.Status
	At      time.Time
}

// mostEnded is how far back it is known what has ended.
const mostEnded = 100

// Ended are the memories of a user that stopped to hold last. Nobody may write to it.
func (s *Store) Ended(ctx context.Context, sc souvenir.Scope) ([]Ended, error) {
	read := func() ([]Ended, error) {
		list, err := all(s.glance(ctx), table[Ended]{fields: func(e *Ended) []any { return []any{&e.Content, &e.Status, micros(&e.At)} }}, "list_ended", sc.Tenant, sc.User, mostEnded)
		for i := range list {
			list[i].Words = slices.DeleteFunc(words.Query(list[i].Content), func(w string) bool { return w == "user" || w == "用户" })
		}
		return list, err
	}
	at, ok, err := s.stamp(ctx, sc.Tenant, sc.User)
	if err != nil {
		return nil, err
	}
	if !ok {
		return read()
	}
	return s.recent.ended.one(ownerOf{sc.Tenant, sc.User}, at, struct{}{}, read)
}

// Private says that nothing of a conversation may be remembered.
func (s *Store) Private(ctx context.Context, sc souvenir.Scope) (bool, error) {
	if g := glimpsed(ctx, sc.Tenant, sc.User); g != nil && !g.privates {
		return false, nil
	}
	var private bool
	_, err := s.glance(ctx).one("is_private", []any{sc.Tenant, sc.User, sc.Conversation}, &private)
	return private, err
}

// keptRows reads rows of a user that were not read before, or all where the database
// does not tell whether they changed.
func keptRows[V any](ctx context.Context, s *Store, kept *settled[int64, V], sc souvenir.Scope, ns []int64, read func([]int64) (map[int64]V, error)) (map[int64]V, error) {
	at, ok, err := s.stamp(ctx, sc.Tenant, sc.User)
	if err != nil {
		return nil, err
	}
	if !ok {
		return read(ns)
	}
	return kept.get(ownerOf{sc.Tenant, sc.User}, at, ns, read)
}
