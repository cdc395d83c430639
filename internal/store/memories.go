package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/souvenir-memory/souvenir"
	sqlite3 "modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// Memory finds one memory of a tenant, whatever its status.
func (s *Store) Memory(ctx context.Context, tenant, id string) (souvenir.Memory, error) {
	m, found, err := first(s.view(ctx), memories, "memory", tenant, id)
	if err == nil && !found {
		err = souvenir.Errorf(souvenir.NotFound, "No memory with id %s.", id)
	}
	return m, err
}

// Edit changes a memory by hand; the history keeps what it was.
func (s *Store) Edit(ctx context.Context, tenant, id, operation string, cause souvenir.Cause, edit func(*souvenir.Memory) error) (souvenir.Memory, error) {
	var m souvenir.Memory
	err := s.update(ctx, func(t tx) (err error) {
		m, err = t.change(tenant, id, operation, cause, edit)
		return err
	})
	return m, err
}

// CountRecalls adds to how often memories were recalled. That is no change of
// what they say, so it is in no history.
func (s *Store) CountRecalls(ctx context.Context, tenant string, times map[string]int) error {
	return s.update(ctx, func(t tx) error {
		for _, id := range slices.Sorted(maps.Keys(times)) { // in one order, so that two writers never wait for each other
			if _, err := t.exec("count_recalls", tenant, id, times[id], t.now.UnixMicro()); err != nil {
				return err
			}
		}
		return nil
	})
}

// Changes is the history of a memory, oldest first.
func (s *Store) Changes(ctx context.Context, tenant, memory string) ([]souvenir.Change, error) {
	return all(s.view(ctx), changes, "list_changes", tenant, memory)
}

// Filter narrows a list of memories. A zero field does not narrow it, except
// that the status is active unless said otherwise.
type Filter struct {
	Status   souvenir.Status
	Agent    string
	Type     string
	Category string
	Tag      string
	About    string
	Origin   souvenir.Origin
	Since    time.Time
	Cursor   string
	Limit    int
}

// Memories lists a user's memories, newest first.
func (s *Store) Memories(ctx context.Context, tenant, user string, f Filter) (Page[souvenir.Memory], error) {
	if f.Status == "" {
		f.Status = souvenir.Active
	}
	var since int64
	if !f.Since.IsZero() {
		since = f.Since.UnixMicro()
	}
	return list(s.view(ctx), memories, "list_memories", f.Cursor, f.Limit,
		tenant, user, f.Status, f.Agent, f.Type, f.Category, containing(f.Tag), since, f.About, f.Origin)
}

// Traits are what some memories have in common, and how many they are.
type Traits struct {
	Status         souvenir.Status
	Agent          string
	Type, Category string
	Origin         souvenir.Origin
	Tags           []string
	Count          int64
}

// TraitsOf counts a user's memories by what they have in common.
func (s *Store) TraitsOf(ctx context.Context, tenant, user string) ([]Traits, error) {
	t := table[Traits]{fields: func(k *Traits) []any {
		return []any{&k.Status, &k.Agent, &k.Type, &k.Category, &k.Origin, asJSON(&k.Tags), &k.Count}
	}}
	return all(s.view(ctx), t, "count_traits", tenant, user)
}

// containing is the LIKE pattern for a JSON list with the tag in it.
func containing(tag string) string {
	if tag == "" {
		return ""
	}
	quoted, _ := json.Marshal(strings.ToLower(tag))
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(string(quoted)) + "%"
}

// SameAs finds what says the same as m about the same person, word for word.
func (s *Store) SameAs(ctx context.Context, tenant string, m souvenir.Memory) ([]souvenir.Memory, error) {
	return all(s.view(ctx), memories, "memories_by_hash", tenant, m.User, m.Agent, m.SubjectUser, m.ContentHash)
}

// WithKey finds the current value of a fact.
func (s *Store) WithKey(ctx context.Context, tenant string, m souvenir.Memory) (souvenir.Memory, bool, error) {
	return first(s.view(ctx), memories, "memory_by_key", tenant, m.User, m.Agent, m.SubjectUser, m.Key)
}

// Facts are the current memories that have a key, by key: those about the user,
// or about another participant of their group chats.
func (s *Store) Facts(ctx context.Context, tenant, user, agent, about string, limit int) ([]souvenir.Memory, error) {
	about = cmp.Or(about, user)
	return s.recent.facts.one(ctx, s, tenant, listOf{user, agent, about, limit}, func() ([]souvenir.Memory, error) {
		rows, err := all(s.glance(ctx), withNumber(memories), "list_facts", tenant, user, agent, about, limit)
		return page(rows, limit).Items, err
	})
}

// isTaken reports a write that a unique index refused.
func isTaken(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "23505"
	}
	lite, ok := errors.AsType[*sqlite3.Error](err)
	return ok && lite.Code() == sqlitelib.SQLITE_CONSTRAINT_UNIQUE
}
