package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/souvenir-memory/souvenir"
)

// Export tells everything that is kept of a user, line by line, as it is at one
// moment. What a line relies on comes after what others rely on it for: a message's
// outcome before the message, a memory's history before the memory, so that whoever
// reads it knows at each line whether something is missing.
func (s *Store) Export(ctx context.Context, tenant, user string, tell func(souvenir.Line) error) error {
	snapshot, err := s.read.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return fmt.Errorf("export: begin reading: %w", err)
	}
	defer snapshot.Rollback()
	q := session{ctx, s, snapshot}
	counted, err := counts(q, "count_exports", tenant, user)
	if err != nil {
		return err
	}
	if err := tell(souvenir.Line{Type: "souvenir", Data: souvenir.ExportHeader{Version: souvenir.ExportVersion, User: user, Counts: counted}}); err != nil {
		return err
	}
	for _, e := range exports {
		if err := e.read(q, tenant, user, func(v any) error { return tell(souvenir.Line{Type: e.kind, Data: v}) }); err != nil {
			return err
		}
	}
	return nil
}

// export is one kind of thing that is exported.
type export struct {
	kind string
	read func(q session, tenant, user string, tell func(any) error) error
}

var exports = []export{
	exporting("conversation", "export_conversations", conversations, same),
	exporting("outcome", "export_outcomes", outcomesIn, same),
	exporting("message", "export_messages", messagesIn, same),
	exporting("change", "export_changes", changes, same),
	exporting("memory", "export_memories", memories, func(m souvenir.Memory) souvenir.Memory {
		m.EmbeddingModel = "" // vectors stay here; they can be made again
		return m
	}),
	exporting("retirement", "export_retirements", retirements, same),
	exporting("rejection", "export_rejections", rejections, same),
	exporting("episode", "export_episodes", episodes, same),
	exporting("topic", "export_topics", topics, same),
	exporting("rolecard", "export_rolecard", rolecards, same),
}

func exporting[T any](kind, statement string, t table[T], as func(T) T) export {
	return export{kind, func(q session, tenant, user string, tell func(any) error) error {
		return walk(q, t, func(row T) error { return tell(as(row)) }, statement, tenant, user)
	}}
}

func same[T any](v T) T { return v }

var (
	outcomesIn = table[souvenir.ExportedOutcome]{fields: func(o *souvenir.ExportedOutcome) []any {
		return outcomes.values(&o.Outcome, &o.Conversation, &o.Job)
	}}
	messagesIn = table[souvenir.ExportedMessage]{fields: func(m *souvenir.ExportedMessage) []any {
		return messages.values(&m.Message, &m.Conversation, micros(&m.ReceivedAt))
	}}
	rolecards = table[souvenir.RoleCard]{fields: func(c *souvenir.RoleCard) []any {
		return []any{asJSON(c), micros(&c.UpdatedAt)}
	}}
)

// ImportedBefore says whether something with these words was ever brought in for
// the user, whatever became of it since.
func (s *Store) ImportedBefore(ctx context.Context, tenant, user, hash string) (bool, error) {
	var id string
	return s.view(ctx).one("imported_before", []any{tenant, user, hash}, &id)
}
