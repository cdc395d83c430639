package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"unique"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/index"
	"github.com/souvenir-memory/souvenir/internal/vector"
	"github.com/souvenir-memory/souvenir/internal/words"
	"golang.org/x/sync/errgroup"
)

// catchUp reads what is newer than what the shelf has seen, or everything when
// something was taken away or the model is another one. It goes on when the caller
// goes away: whoever asks next would have to begin again.
func (x *shelves) catchUp(ctx context.Context, s *shelf, sc souvenir.Scope, model string) error {
	q := x.store.view(context.WithoutCancel(ctx))
	if model == "" {
		model = s.model
	}
	now, err := x.store.glimpse(q.ctx, sc, model) // a new one: the context's may be older than the epoch
	if err != nil {
		return err
	}
	at := now.stamp
	another := s.model != "" && model != s.model
	if !s.loaded || at.forgetting != s.forgetting || another || s.memories.Worn() || s.turns.Worn() {
		s.contents = contents{
			memories: index.NewShelf[memoryAbout](), turns: index.NewShelf[turnAbout](), places: map[turnPlace]int64{},
			model: model, forgetting: at.forgetting,
		}
	}
	s.model = model
	first := !s.filled
	if first {
		var expected int
		if _, err := q.one("count_active_memories", []any{sc.Tenant, sc.User}, &expected); err != nil {
			return err
		}
		s.memories.Expect(expected)
		s.tells = expected <= maxTold
	}
	switch {
	case first:
		err = s.readAll(q, sc, at.change)
	case now.newest == s.newest:
		err = changedMemories(q, s, sc, at.change)
	default: // a few rows are read before another goroutine wakes up
		err = cmp.Or(s.readTexts(q, sc, first, at.change), s.readVectors(q, sc, first))
	}
	if err == nil {
		s.newest = now.newest
	}
	return err
}

func (s *shelf) readAll(q session, sc souvenir.Scope, newest int64) error {
	var reading errgroup.Group // texts and vectors side by side: a large user is worth two processors
	reading.Go(func() error { return s.readTexts(q, sc, true, newest) })
	reading.Go(func() error { return s.readVectors(q, sc, true) })
	return reading.Wait()
}

// reader is the way to read many rows, or the few that are new.
func reader[T any](many bool) func(session, table[T], func(T) error, string, ...any) error {
	if many {
		return stream[T]
	}
	return walk[T]
}

// readTexts reads memories up to a change, or beyond, and turns.
func (s *shelf) readTexts(q session, sc souvenir.Scope, first bool, newest int64) error {
	read := changedMemories
	if first {
		read = fillMemories
	}
	if err := read(q, s, sc, newest); err != nil {
		return err
	}
	s.filled = true
	return s.newTurns(q, sc, first)
}

func (s *shelf) readVectors(q session, sc souvenir.Scope, first bool) error {
	if s.model == "" {
		return nil
	}
	who := owner(sc.Tenant, sc.User)
	if err := newVectors(q, first, who, MemoryText, s.model, &s.memVector, s.memories.Vectors()); err != nil {
		return err
	}
	return newVectors(q, first, who, MessageText, s.model, &s.msgVector, s.turns.Vectors())
}

// memoryRow is a memory as a shelf needs it.
type memoryRow struct {
	n  int64
	id string
	labels
	expiry, text, question, subject, tags, status string
	priority, importance                          uint8
	confidence                                    sql.NullFloat64
	confirmations                                 uint32
	expires, said                                 int64
}

var memoryRows = table[memoryRow]{fields: func(r *memoryRow) []any {
	return []any{&r.n, &r.id, &r.kind, &r.origin, &r.agent, &r.reach, &r.conversation, &r.site, &r.priority, &r.importance, &r.confidence, &r.confirmations,
		&r.expiry, &r.expires, &r.said, &r.key, &r.text, &r.question, &r.subject, &r.tags, &r.about}
}}

func (r memoryRow) put(s *shelf) {
	confidence := float32(-1)
	if r.confidence.Valid {
		confidence = float32(r.confidence.Float64)
	}
	var told *toldTexts
	if s.tells {
		told = &toldTexts{r.id, r.question, r.text}
	}
	s.memories.Put(r.n, words.Index(r.findable()), memoryAbout{
		told: told, labels: unique.Make(r.labels), priority: r.priority, importance: r.importance, temporary: r.expiry == string(souvenir.Temporary),
		confidence: confidence, confirmations: r.confirmations, expires: r.expires, said: r.said,
	})
}

func (r memoryRow) findable() string {
	m := souvenir.Memory{Content: r.text, Question: r.question, Subject: r.subject, Key: r.key, Status: souvenir.Active}
	if r.tags != "[]" {
		_ = json.Unmarshal([]byte(r.tags), &m.Tags) // what is no list has no tags
	}
	return findable(m)
}

func fillMemories(q session, s *shelf, sc souvenir.Scope, newest int64) error {
	s.change = newest
	p := packing{shelf: s}
	text := table[string]{fields: func(text *string) []any { return []any{text} }}
	err := aside(func(do func(string) error) error {
		return stream(q, text, do, "packed_clues_to_memories", sc.Tenant, sc.User, s.tells)
	}, p.put)
	if err != nil || len(p.odd) == 0 {
		return err
	}
	return walk(q, memoryRows, func(r memoryRow) error { r.put(s); return nil }, "clues_to_memories", sc.Tenant, sc.User, asList(p.odd))
}

func changedMemories(q session, s *shelf, sc souvenir.Scope, newest int64) error {
	if newest == s.change {
		return nil
	}
	changed := table[memoryRow]{fields: func(r *memoryRow) []any { return append(memoryRows.fields(r), &r.status) }}
	err := walk(q, changed, func(r memoryRow) error {
		if r.status == string(souvenir.Active) {
			r.put(s)
		} else {
			s.memories.Remove(r.n)
		}
		return nil
	}, "changed_clues_to_memories", sc.Tenant, sc.User, s.change)
	s.change = newest
	return err
}

// turnRow is a turn as a shelf needs it.
type turnRow struct {
	n, seq, at                               int64
	conversation, role, name, content, agent string
}

var turnRows = table[turnRow]{fields: func(r *turnRow) []any {
	return []any{&r.n, &r.conversation, &r.seq, &r.role, &r.name, &r.content, &r.at, &r.agent}
}}

func (s *shelf) newTurns(q session, sc souvenir.Scope, first bool) error {
	if !first {
		return walk(q, turnRows, func(r turnRow) error { r.put(s); return nil }, "clues_to_turns", sc.Tenant, sc.User, s.message)
	}
	return aside(func(do func(turnRow) error) error {
		return stream(q, turnRows, do, "clues_to_turns", sc.Tenant, sc.User, s.message)
	}, func(r turnRow) { r.put(s) })
}

func (r turnRow) put(s *shelf) {
	speaker := r.name
	if speaker == "" {
		speaker = r.role
	}
	conversation := unique.Make(r.conversation)
	s.turns.Put(r.n, words.Index(r.name+" "+r.content), turnAbout{
		conversation: conversation, speaker: unique.Make(speaker), agent: unique.Make(r.agent), seq: r.seq, at: r.at,
	})
	s.places[turnPlace{conversation, r.seq}] = r.n
	s.message = r.n
}

func newVectors(q session, first bool, owner string, kind Kind, model string, seen *int64, to *vector.Loader) error {
	type vectorRow struct {
		n, ref int64
		v      []byte
	}
	t := table[vectorRow]{fields: func(r *vectorRow) []any { return []any{&r.n, &r.ref, &r.v} }}
	var buffer []float32
	put := func(r vectorRow) (err error) {
		if buffer, err = vector.Decode(buffer, r.v); err != nil {
			return err
		}
		*seen = r.n
		return to.Put(r.ref, buffer)
	}
	from := *seen
	read := func(do func(vectorRow) error) error {
		return reader[vectorRow](first)(q, t, do, "vectors_of_owner", owner, string(kind), model, from)
	}
	if !first {
		return read(put)
	}
	var broken error
	err := aside(read, func(r vectorRow) {
		if broken == nil {
			broken = put(r)
		}
	})
	return cmp.Or(err, broken)
}
