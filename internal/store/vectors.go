package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir/internal/vector"
)

// Text is something that wants a vector.
type Text struct {
	N         int64
	Tenant    string
	User      string
	Text      string
	updatedAt time.Time
}

// Unembedded gives texts that have no vector of the model yet, oldest first.
func (s *Store) Unembedded(ctx context.Context, kind Kind, model string, limit int) ([]Text, error) {
	if kind == MemoryText {
		t := table[Text]{fields: func(t *Text) []any {
			return []any{&t.N, &t.Tenant, &t.User, scanTo(func(s string) { t.Text = s }),
				scanTo(func(s string) { t.Text = spaced(s, t.Text) }), scanTo(func(s string) { t.Text = spaced(s, t.Text) }), micros(&t.updatedAt)}
		}}
		return all(s.view(ctx), t, "unembedded_memories", model, limit)
	}
	t := table[Text]{fields: func(t *Text) []any {
		return []any{&t.N, &t.Tenant, &t.User, scanTo(func(s string) { t.Text = s }), scanTo(func(s string) {
			if t.Text != "" {
				t.Text += ": "
			}
			t.Text += s
		})}
	}}
	return all(s.view(ctx), t, "unembedded_messages", model, limit)
}

func spaced(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}

// CountUnembedded is how many texts still want a vector of the model.
func (s *Store) CountUnembedded(ctx context.Context, model string) (int64, error) {
	var memories, messages int64
	if _, err := s.view(ctx).one("count_unembedded_memories", []any{model}, &memories); err != nil {
		return 0, err
	}
	_, err := s.view(ctx).one("count_unembedded_messages", []any{model}, &messages)
	return memories + messages, err
}

// PutVectors stores the vectors of some texts in place of those of other models.
// A text that changed meanwhile is left for the next round; one that says
// nothing has no vector, but needs none any more.
func (s *Store) PutVectors(ctx context.Context, kind Kind, model string, texts []Text, vs [][]float32) error {
	for few := range slices.Chunk(texts, vectorsAtOnce) {
		if err := s.putVectors(ctx, kind, model, few, vs); err != nil {
			return err
		}
		vs = vs[len(few):]
	}
	return nil
}

// vectorsAtOnce is how many vectors are written in one transaction: few, so that
// nobody who posts a message waits long for the writer.
const vectorsAtOnce = 16

func (s *Store) putVectors(ctx context.Context, kind Kind, model string, texts []Text, vs [][]float32) error {
	return s.updatePatiently(ctx, func(t tx) error {
		for i, text := range texts {
			if err := t.putVector(kind, model, text, vs[i]); err != nil {
				return fmt.Errorf("vector of %s %d: %w", kind, text.N, err)
			}
		}
		return nil
	})
}

var mark = map[Kind]string{MemoryText: "mark_memory_embedded", MessageText: "mark_message_embedded"}

func (t tx) putVector(kind Kind, model string, text Text, v []float32) error {
	args := []any{text.N, model}
	if kind == MemoryText {
		args = append(args, micros(&text.updatedAt))
	}
	marked, err := t.exec(mark[kind], args...)
	if err != nil || marked == 0 {
		return err
	}
	if _, err := t.exec("delete_vectors", kind, text.N); err != nil {
		return err
	}
	if vector.Check(v) != nil {
		return nil
	}
	_, err = t.exec("insert_vector", owner(text.Tenant, text.User), kind, text.N, model, t.dialect.vector(v))
	return err
}

// forget tells every process that keeps the user's texts to read them anew.
func (t tx) forget(tenant, user string) error {
	_, err := t.exec("forget", owner(tenant, user), t.now.UnixMicro())
	return err
}
