package store

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// said is a message as the transcript shows it.
var said = table[souvenir.TranscriptItem]{fields: func(i *souvenir.TranscriptItem) []any {
	o := &i.Outcome
	return append(messages.fields(&i.Message), &o.State, &o.Reason, asJSON(&o.Memories), micros(&o.UpdatedAt))
}}

// AtEnd is the place after everything that was said.
const AtEnd = math.MaxInt64

// Before gives the last messages before a place of a conversation, in order, and
// whether there are more before them.
func (s *Store) Before(ctx context.Context, sc souvenir.Scope, seq int64, limit int) ([]souvenir.TranscriptItem, bool, error) {
	items, more, err := s.passage(ctx, "transcript_before", sc, seq, limit)
	slices.Reverse(items)
	return items, more, err
}

// From gives the first messages from a place on, and whether there are more after
// them.
func (s *Store) From(ctx context.Context, sc souvenir.Scope, seq int64, limit int) ([]souvenir.TranscriptItem, bool, error) {
	return s.passage(ctx, "transcript_from", sc, seq, limit)
}

func (s *Store) passage(ctx context.Context, statement string, sc souvenir.Scope, seq int64, limit int) ([]souvenir.TranscriptItem, bool, error) {
	items, err := all(s.view(ctx), said, statement, sc.Tenant, sc.User, sc.Conversation, seq, limit+1)
	return items[:min(len(items), limit)], len(items) > limit, err
}

// Refused gives what was refused in a conversation between two times. What is
// refused bears the time at which the outcomes of its messages were written.
func (s *Store) Refused(ctx context.Context, sc souvenir.Scope, from, to time.Time) ([]souvenir.Rejection, error) {
	return all(s.view(ctx), rejections, "refused_between", sc.Tenant, sc.User, sc.Conversation, from.UnixMicro(), to.UnixMicro())
}

// UndoneJobs gives the work on a conversation that is still to be done, or failed.
func (s *Store) UndoneJobs(ctx context.Context, sc souvenir.Scope) ([]souvenir.Job, error) {
	return all(s.view(ctx), jobs, "undone_jobs_of_conversation", sc.Tenant, sc.User, sc.Conversation)
}
