package engine

import (
	"context"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// ReadTranscript asks for a part of a conversation: around a message, before or
// after a place, or its end.
type ReadTranscript struct {
	ConversationOf
	Around string `query:"around" doc:"Id of a message to have in the middle."`
	Before int64  `query:"before" minimum:"1" doc:"What was said before this seq."`
	After  int64  `query:"after" minimum:"0" doc:"What was said after this seq."`
	Limit  int    `query:"limit" default:"50" minimum:"1" maximum:"200"`
}

// Validate refuses what names two places.
func (in *ReadTranscript) Validate() error {
	named := 0
	for _, is := range []bool{in.Around != "", in.Before > 0, in.After > 0} {
		if is {
			named++
		}
	}
	if named > 1 {
		return souvenir.Errorf(souvenir.Invalid, "Name around, before or after, and only one of them.")
	}
	return nil
}

// Transcript shows what was said, in order, and beside each message what came of it.
func (e *Engine) Transcript(ctx context.Context, in *ReadTranscript) (*Answer[souvenir.Transcript], error) {
	sc, err := e.conversation(ctx, in.User, in.ID)
	if err != nil {
		return nil, err
	}
	if err := in.Validate(); err != nil {
		return nil, err
	}
	conv, err := e.store.Conversation(ctx, sc)
	if err != nil {
		return nil, err
	}
	t, err := e.passage(ctx, sc, in)
	if err != nil {
		return nil, err
	}
	if len(t.Items) == 0 {
		return &Answer[souvenir.Transcript]{souvenir.Transcript{Items: []souvenir.TranscriptItem{}}}, nil
	}
	first, last := t.Items[0].Message.Seq, t.Items[len(t.Items)-1].Message.Seq
	t.Earlier, t.Later = t.Earlier || in.After > 0 && first > 1, t.Later || in.Before > 0 && last < conv.Messages
	for _, beside := range []func(context.Context, souvenir.Scope, []souvenir.TranscriptItem) error{e.ledTo, e.refused, e.toBeDone} {
		if err := beside(ctx, sc, t.Items); err != nil {
			return nil, err
		}
	}
	return &Answer[souvenir.Transcript]{t}, nil
}

// passage is the part that is asked for.
func (e *Engine) passage(ctx context.Context, sc souvenir.Scope, in *ReadTranscript) (t souvenir.Transcript, err error) {
	switch {
	case in.Around != "":
		return e.passageAround(ctx, sc, in.Around, in.Limit)
	case in.After > 0:
		t.Items, t.Later, err = e.store.From(ctx, sc, in.After+1, in.Limit)
	case in.Before > 0:
		t.Items, t.Earlier, err = e.store.Before(ctx, sc, in.Before, in.Limit)
	default:
		t.Items, t.Earlier, err = e.store.Before(ctx, sc, store.AtEnd, in.Limit)
	}
	return t, err
}

func (e *Engine) passageAround(ctx context.Context, sc souvenir.Scope, message string, limit int) (t souvenir.Transcript, err error) {
	ms, err := e.store.MessagesByID(ctx, sc, []string{message})
	if err != nil {
		return t, err
	}
	if len(ms) == 0 {
		return t, souvenir.Errorf(souvenir.NotFound, "The conversation has no message %q.", message)
	}
	before, earlier, err := e.store.Before(ctx, sc, ms[0].Seq, limit/2)
	if err != nil {
		return t, err
	}
	from, later, err := e.store.From(ctx, sc, ms[0].Seq, limit-limit/2)
	return souvenir.Transcript{Items: slices.Concat(before, from), Earlier: earlier, Later: later}, err
}

// ledTo puts beside each message the memories that came of it, as they are now.
func (e *Engine) ledTo(ctx context.Context, sc souvenir.Scope, items []souvenir.TranscriptItem) error {
	for i, item := range items {
		for _, id := range item.Outcome.Memories {
			m, err := e.store.Memory(ctx, sc.Tenant, id)
			if souvenir.CodeOf(err) == souvenir.NotFound {
				continue // erased since
			}
			if err != nil {
				return err
			}
			items[i].Memories = append(items[i].Memories, m)
		}
	}
	return nil
}

// refused puts beside each message what was proposed because of it and refused.
// What names no message stands beside the last one that was read with it.
func (e *Engine) refused(ctx context.Context, sc souvenir.Scope, items []souvenir.TranscriptItem) error {
	from, to := items[0].Outcome.UpdatedAt, items[0].Outcome.UpdatedAt
	for _, i := range items {
		if i.Outcome.UpdatedAt.Before(from) {
			from = i.Outcome.UpdatedAt
		}
		if i.Outcome.UpdatedAt.After(to) {
			to = i.Outcome.UpdatedAt
		}
	}
	rs, err := e.store.Refused(ctx, sc, from, to)
	for _, r := range rs {
		if i := besideWhich(items, r); i >= 0 {
			items[i].Rejections = append(items[i].Rejections, r)
		}
	}
	return err
}

func besideWhich(items []souvenir.TranscriptItem, r souvenir.Rejection) int {
	for _, ev := range r.Candidate.Evidence {
		if ev.Message != "" {
			return slices.IndexFunc(items, func(i souvenir.TranscriptItem) bool { return i.Message.ID == ev.Message })
		}
	}
	for i, item := range slices.Backward(items) {
		if item.Outcome.UpdatedAt.Equal(r.CreatedAt) && item.Message.Role == souvenir.User {
			return i
		}
	}
	return -1
}

// toBeDone puts beside each message that is still to be read, or could not be, the
// work that it waits for.
func (e *Engine) toBeDone(ctx context.Context, sc souvenir.Scope, items []souvenir.TranscriptItem) error {
	open := func(i souvenir.TranscriptItem) bool {
		return i.Outcome.State == souvenir.Queued || i.Outcome.State == souvenir.Failed || i.Outcome.State == souvenir.Dropped
	}
	if !slices.ContainsFunc(items, open) {
		return nil
	}
	jobs, err := e.store.UndoneJobs(ctx, sc)
	for i := range items {
		for _, j := range jobs {
			if open(items[i]) && slices.Contains(j.Messages, items[i].Message.ID) {
				items[i].Job = &souvenir.WorkState{ID: j.ID, State: j.State, Attempts: j.Attempts, Reason: j.Reason}
			}
		}
	}
	return err
}
