package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/recall"
)

// pgFinder finds in PostgreSQL itself: words by tsvector, weighed by how rare
// they are among the user's texts, and meaning by pgvector.
type pgFinder struct{ store *Store }

func (f pgFinder) memories(ctx context.Context, q Search) ([]recall.Memory, error) {
	reach := []any{q.Scope.Tenant, q.Scope.User, q.Scope.Agent, q.Scope.Conversation, q.Site, q.Now.UnixMicro()}
	view := f.store.view(ctx)
	var byWords, byMeaning []recall.Memory
	if len(q.Words) > 0 {
		lexemes, weights, match, err := f.weigh(ctx, q, MemoryText)
		if err != nil {
			return nil, err
		}
		t := pgMemories(q.Words, func(m *recall.Memory) *float64 { return &m.Match.Words })
		if byWords, err = t.rows(view, view.sql.get("memories_with_words"), append(reach, lexemes, weights, match, q.Limit, q.Types, q.About)...); err != nil {
			return nil, err
		}
	}
	if q.Vector != nil {
		var err error
		t := pgMemories(q.Words, func(m *recall.Memory) *float64 { return &m.Match.Near })
		text := ofModel(view.sql.get("memories_near"), q.Model, len(q.Vector))
		if byMeaning, err = t.rows(view, text, append(reach, owner(q.Scope.Tenant, q.Scope.User), pgVector(q.Vector), q.nearest(), q.Types, q.About)...); err != nil {
			return nil, err
		}
	}
	found := gatherMemories(byWords, byMeaning)
	if q.When.From.IsZero() {
		return found, nil
	}
	t := table[recall.Memory]{fields: func(m *recall.Memory) []any {
		columns := pgMemories(q.Words, func(m *recall.Memory) *float64 { return &m.Match.Words }).fields(m)
		columns[len(columns)-1] = scanSince(&m.Happened)
		return columns
	}}
	then, err := t.rows(view, view.sql.get("memories_then"), append(reach, q.When.From.UnixMicro(), q.When.To.UnixMicro(), q.Limit, q.Types, q.About)...)
	return atTheTime(found, then), err
}

// scanSince reads a time that may be unknown, which is 0.
func scanSince(at *time.Time) any {
	return column{scan: func(src any) error {
		if n, ok := src.(int64); ok && n != 0 {
			*at = time.UnixMicro(n)
		}
		return nil
	}}
}

// nearest is how many vectors are looked at: more where some of what is near is
// not wanted.
func (q Search) nearest() int {
	if q.narrow() {
		return 10 * q.Limit
	}
	return q.Limit
}

func (f pgFinder) look(context.Context) (int64, error) { return unknown, nil }

func (f pgFinder) turns(ctx context.Context, q Search) ([]recall.Turn, error) {
	who := []any{q.Scope.Tenant, q.Scope.User, q.Scope.Agent}
	view := f.store.view(ctx)
	var byWords, byMeaning []recall.Turn
	if len(q.Words) > 0 {
		lexemes, weights, match, err := f.weigh(ctx, q, MessageText)
		if err != nil {
			return nil, err
		}
		t := pgTurns(func(t *recall.Turn) *float64 { return &t.Match.Words })
		if byWords, err = t.rows(view, view.sql.get("turns_with_words"), append(who, lexemes, weights, match, q.Limit)...); err != nil {
			return nil, err
		}
	}
	if q.Vector != nil {
		var err error
		t := pgTurns(func(t *recall.Turn) *float64 { return &t.Match.Near })
		text := ofModel(view.sql.get("turns_near"), q.Model, len(q.Vector))
		if byMeaning, err = t.rows(view, text, append(who, owner(q.Scope.Tenant, q.Scope.User), pgVector(q.Vector), q.Limit)...); err != nil {
			return nil, err
		}
	}
	found := gatherTurns(byWords, byMeaning)
	var conversations []string
	var seqs []int64
	for _, k := range around(found) {
		conversations, seqs = append(conversations, k.conversation), append(seqs, k.seq)
	}
	beside, err := pgTurns(func(t *recall.Turn) *float64 { return &t.Match.Words }).
		rows(view, view.sql.get("turns_around"), q.Scope.Tenant, q.Scope.User, conversations, seqs)
	if found = append(found, beside...); err != nil || q.When.From.IsZero() {
		return found, err
	}
	then, err := pgTurns(func(t *recall.Turn) *float64 { return &t.Match.Words }).
		rows(view, view.sql.get("turns_then"), append(who, q.When.From.UnixMicro(), q.When.To.UnixMicro(), q.Limit)...)
	return turnsThen(found, then), err
}

// weigh gives the words as lexemes with their rarity, and the query that finds
// texts with any of them.
func (f pgFinder) weigh(ctx context.Context, q Search, kind Kind) (lexemes []string, weights []float64, match string, err error) {
	df, texts, err := f.frequencies(ctx, q.Scope, kind, q.Model, q.Words)
	if err != nil {
		return nil, nil, "", err
	}
	for _, w := range q.Words {
		n := float64(min(df[w], texts))
		lexemes = append(lexemes, lexeme(w))
		weights = append(weights, math.Log(1+(float64(texts)-n+0.5)/(n+0.5)))
	}
	return lexemes, weights, f.store.match(q.Scope, q.Words)[0].(string), nil
}

func (f pgFinder) frequencies(ctx context.Context, sc souvenir.Scope, kind Kind, _ string, ws []string) (map[string]int, int, error) {
	q := f.store.view(ctx)
	name, total := "word_frequencies_in_messages", "count_message_words"
	if kind == MemoryText {
		name, total = "word_frequencies_in_memories", "count_memory_words"
	}
	matches := make([]string, len(ws))
	for i, w := range ws {
		matches[i] = lexeme(owner(sc.Tenant, sc.User)) + " & " + lexeme(w)
	}
	df, err := counts(q, name, ws, matches)
	if err != nil {
		return nil, 0, err
	}
	var texts int
	if _, err := q.one(total, []any{sc.Tenant, sc.User}, &texts); err != nil {
		return nil, 0, err
	}
	out := make(map[string]int, len(df))
	for w, n := range df {
		out[w] = int(n)
	}
	return out, texts, nil
}

func (f pgFinder) told(_ context.Context, _ souvenir.Scope, ns []int64) (map[int64]souvenir.Memory, []int64, error) {
	return map[int64]souvenir.Memory{}, ns, nil
}

func (f pgFinder) readAhead(context.Context, string) []souvenir.Scope { return nil }

func (f pgFinder) close() error { return nil }

func (f pgFinder) forget(ownerOf) {}

func pgMemories(query []string, score func(*recall.Memory) *float64) table[recall.Memory] {
	return table[recall.Memory]{fields: func(m *recall.Memory) []any {
		return []any{&m.N, &m.Type, &m.Origin, &m.Priority, &m.Importance, &m.Confidence, &m.Confirmations,
			scanTo(func(s string) { m.Temporary = s == string(souvenir.Temporary) }), &m.Conversation, micros(&m.SaidAt),
			scanTo(func(s string) { m.Key = hasKey(s, query) }), score(m)}
	}}
}

func pgTurns(score func(*recall.Turn) *float64) table[recall.Turn] {
	return table[recall.Turn]{fields: func(t *recall.Turn) []any {
		return []any{&t.N, &t.Conversation, &t.Seq, &t.Speaker,
			scanTo(func(name string) {
				if name != "" {
					t.Speaker = name
				}
			}), micros(&t.At), score(t)}
	}}
}

// rows runs a statement given as text.
func (t table[T]) rows(q session, text string, args ...any) ([]T, error) {
	var out []T
	rows, err := q.db.QueryContext(q.ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var row T
		if err := rows.Scan(t.fields(&row)...); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

// pgVector writes a vector as pgvector reads it.
func pgVector(v []float32) string {
	b := make([]byte, 0, 12*len(v))
	b = append(b, '[')
	for i, x := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendFloat(b, float64(x), 'g', -1, 32)
	}
	return string(append(b, ']'))
}

// ofModel completes a statement about the vectors of one model. The model is
// written into it, because only then PostgreSQL knows that the model's own index
// will do.
func ofModel(text, model string, dims int) string {
	return strings.NewReplacer("{{dims}}", strconv.Itoa(dims), "{{model}}", "'"+strings.ReplaceAll(model, "'", "''")+"'").Replace(text)
}

// IndexVectors makes the index that finds a model's vectors fast, once there are
// enough of them to need it. It does nothing beside SQLite, and pgvector indexes
// up to 2,000 dimensions; beyond that it reads them all.
func (s *Store) IndexVectors(ctx context.Context, model string, dims int) error {
	if s.dialect.name != postgres.name || dims > 2000 {
		return nil
	}
	sum := sha256.Sum256([]byte(model))
	text := strings.ReplaceAll(ofModel(s.sql.get("index_vectors"), model, dims), "{{name}}", "vectors_"+hex.EncodeToString(sum[:8]))
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	_, err := s.write.ExecContext(ctx, text)
	return err
}

// turnKey is the place of a turn in its conversation.
type turnKey struct {
	conversation string
	seq          int64
}

// around lists the places beside turns that are not among them.
func around(ts []recall.Turn) []turnKey {
	known := make(map[turnKey]bool, len(ts))
	for _, t := range ts {
		known[turnKey{t.Conversation, t.Seq}] = true
	}
	var out []turnKey
	for _, t := range ts {
		for d := int64(-recall.Reach); d <= recall.Reach; d++ {
			k := turnKey{t.Conversation, t.Seq + d}
			if k.seq > 0 && !known[k] {
				known[k] = true
				out = append(out, k)
			}
		}
	}
	return out
}
