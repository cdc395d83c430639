package store

import (
	"context"
	"database/sql"
	"unique"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/index"
	"github.com/souvenir-memory/souvenir/internal/vector"
	"github.com/souvenir-memory/souvenir/internal/words"
	"golang.org/x/sync/errgroup"
)

// catchUp reads what is newer than what the shelf has seen, or everything when
// something was taken away or the model is another one.
func (x *shelves) catchUp(ctx context.Context, s *shelf, sc souvenir.Scope, model string) error {
	q := x.store.view(ctx)
	var forgetting int64
	if _, err := q.one("newest_forgetting", []any{owner(sc.Tenant, sc.User)}, &forgetting); err != nil {
		return err
	}
	if model == "" {
		model = s.model
	}
	another := s.model != "" && model != s.model
	if !s.loaded || forgetting != s.forgetting || another || s.memories.Worn() || s.turns.Worn() {
		s.contents = contents{
			memories: index.NewShelf[memoryAbout](), turns: index.NewShelf[turnAbout](), places: map[turnKey]int64{},
			model: model, forgetting: forgetting,
		}
	}
	s.model = model
	var reading errgroup.Group // texts and vectors side by side: a large user is worth two processors
	reading.Go(func() error { return s.readTexts(q, sc) })
	reading.Go(func() error { return s.readVectors(q, sc) })
	return reading.Wait()
}

func (s *shelf) readTexts(q session, sc souvenir.Scope) error {
	read := changedMemories
	if !s.filled {
		read = fillMemories
	}
	if err := read(q, s, sc); err != nil {
		return err
	}
	s.filled = true
	return newTurns(q, s, sc)
}

func (s *shelf) readVectors(q session, sc souvenir.Scope) error {
	if s.model == "" {
		return nil
	}
	who := owner(sc.Tenant, sc.User)
	if err := newVectors(q, who, MemoryText, s.model, &s.memVector, s.memories.PutVector); err != nil {
		return err
	}
	return newVectors(q, who, MessageText, s.model, &s.msgVector, s.turns.PutVector)
}

// memoryRow is a memory as a shelf needs it.
type memoryRow struct {
	n                                                                         int64
	kind, origin, agent, reach, conversation, site, expiry, key, text, q, sub string
	status                                                                    souvenir.Status
	priority, importance                                                      uint8
	confidence                                                                sql.NullFloat64
	confirmations                                                             uint32
	expires, said                                                             int64
	tags                                                                      []string
}

var memoryRows = table[memoryRow]{fields: func(r *memoryRow) []any {
	return []any{&r.n, &r.kind, &r.origin, &r.agent, &r.reach, &r.conversation, &r.site, &r.priority, &r.importance, &r.confidence, &r.confirmations,
		&r.expiry, &r.expires, &r.said, &r.key, &r.text, &r.q, &r.sub, asJSON(&r.tags)}
}}

func (r memoryRow) put(s *shelf) {
	m := souvenir.Memory{Content: r.text, Question: r.q, Subject: r.sub, Key: r.key, Tags: r.tags, Status: souvenir.Active}
	confidence := float32(-1)
	if r.confidence.Valid {
		confidence = float32(r.confidence.Float64)
	}
	s.memories.Put(r.n, words.Index(findable(m)), memoryAbout{
		kind: unique.Make(r.kind), origin: unique.Make(r.origin), agent: unique.Make(r.agent), reach: unique.Make(r.reach),
		conversation: unique.Make(r.conversation), site: unique.Make(r.site), key: unique.Make(r.key), priority: r.priority, importance: r.importance,
		temporary: r.expiry == string(souvenir.Temporary), confidence: confidence, confirmations: r.confirmations, expires: r.expires, said: r.said,
	})
}

func fillMemories(q session, s *shelf, sc souvenir.Scope) error {
	if _, err := q.one("newest_change", []any{sc.Tenant, sc.User}, &s.change); err != nil {
		return err
	}
	return walk(q, memoryRows, func(r memoryRow) error { r.put(s); return nil }, "clues_to_memories", sc.Tenant, sc.User)
}

func changedMemories(q session, s *shelf, sc souvenir.Scope) error {
	var newest int64
	if _, err := q.one("newest_change", []any{sc.Tenant, sc.User}, &newest); err != nil || newest == s.change {
		return err
	}
	changed := table[memoryRow]{fields: func(r *memoryRow) []any { return append(memoryRows.fields(r), &r.status) }}
	err := walk(q, changed, func(r memoryRow) error {
		if r.status == souvenir.Active {
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

func newTurns(q session, s *shelf, sc souvenir.Scope) error {
	return walk(q, turnRows, func(r turnRow) error {
		speaker := r.name
		if speaker == "" {
			speaker = r.role
		}
		s.turns.Put(r.n, words.Index(r.name+" "+r.content), turnAbout{
			conversation: unique.Make(r.conversation), speaker: unique.Make(speaker), agent: unique.Make(r.agent), seq: r.seq, at: r.at,
		})
		s.places[turnKey{unique.Make(r.conversation).Value(), r.seq}] = r.n
		s.message = r.n
		return nil
	}, "clues_to_turns", sc.Tenant, sc.User, s.message)
}

func newVectors(q session, owner string, kind Kind, model string, seen *int64, put func(int64, []float32) error) error {
	type vectorRow struct {
		n, ref int64
		v      []byte
	}
	t := table[vectorRow]{fields: func(r *vectorRow) []any { return []any{&r.n, &r.ref, &r.v} }}
	var buffer []float32
	return walk(q, t, func(r vectorRow) (err error) {
		if buffer, err = vector.Decode(buffer, r.v); err != nil {
			return err
		}
		*seen = r.n
		return put(r.ref, buffer)
	}, "vectors_of_owner", owner, kind, model, *seen)
}
