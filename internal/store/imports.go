package store

import (
	"context"

	"github.com/souvenir-memory/souvenir"
)

// Brought is what became of something that was brought in: it is new, or was there
// already and was left as it is, or cannot be stored, for a reason that a person
// can read.
type Brought struct {
	New bool
	Err error
}

// Import stores things of a user that an export tells of, in one transaction.
// Whoever asks has made sure that they are the user's and are whole; ids and times
// are kept. What is there already stays as it is, so that an import can be made
// again.
func (s *Store) Import(ctx context.Context, tenant, user string, things []any, cause souvenir.Cause) ([]Brought, error) {
	var out []Brought
	err := s.update(ctx, func(t tx) error {
		out = make([]Brought, len(things))
		in := &importing{tx: t, tenant: tenant, user: user, cause: cause}
		for i, thing := range things {
			isNew, err := in.take(thing)
			if err != nil && souvenir.CodeOf(err) == souvenir.Internal {
				return err
			}
			out[i] = Brought{isNew, err}
		}
		return in.end()
	})
	return out, err
}

// importing is an import under way.
type importing struct {
	tx
	tenant, user string
	cause        souvenir.Cause
	turns        []document // messages to be made findable
	learnt       bool       // there are new memories
}

func (in *importing) take(thing any) (isNew bool, err error) {
	switch v := thing.(type) {
	case souvenir.Conversation:
		return in.put("import_conversation", conversations.values(&v, in.tenant)...)
	case souvenir.ExportedOutcome:
		return in.put("import_outcome", append(outcomes.values(&v.Outcome, in.tenant), in.user, v.Conversation, v.Job)...)
	case souvenir.ExportedMessage:
		return in.message(v)
	case souvenir.Change:
		return in.change(v)
	case souvenir.Memory:
		return in.memory(v)
	case souvenir.Retirement:
		return in.put("import_retirement", retirements.values(&v, in.tenant)...)
	case souvenir.Rejection:
		return in.put("import_rejection", rejections.values(&v, in.tenant)...)
	case souvenir.Episode:
		return in.put("import_episode", episodes.values(&v, in.tenant)...)
	case souvenir.PendingTopic:
		return in.put("import_topic", topics.values(&v, in.tenant)...)
	case souvenir.RoleCard:
		return in.put("import_rolecard", in.tenant, in.user, asJSON(&v), micros(&v.UpdatedAt))
	}
	return false, souvenir.Errorf(souvenir.Invalid, "A %T cannot be imported.", thing)
}

func (in *importing) put(statement string, args ...any) (isNew bool, err error) {
	added, err := in.exec(statement, args...)
	return added > 0, err
}

// message keeps a message's place in its conversation if nobody else has it. One
// that comes without an outcome gets one that says so.
func (in *importing) message(m souvenir.ExportedMessage) (bool, error) {
	conv, found, err := first(in.session, conversations, "conversation", in.tenant, in.user, m.Conversation)
	if err == nil && !found {
		err = noConversation(souvenir.Scope{User: in.user, Conversation: m.Conversation})
	}
	if err != nil {
		return false, err
	}
	if _, known, err := first(in.session, messages, "message", in.tenant, in.user, m.Conversation, m.ID); err != nil || known {
		return false, err
	}
	model := ""
	if conv.Private {
		model = "-" // never embedded
	}
	n, err := in.place(m, model)
	if n == 0 && err == nil {
		m.Seq = conv.Messages + 1
		n, err = in.place(m, model)
	}
	if err != nil {
		return false, err
	}
	if _, err := in.exec("reach_message", in.tenant, in.user, m.Conversation, m.Seq); err != nil {
		return false, err
	}
	if !conv.Private {
		text := in.dialect.turn(in.tenant, in.user, m.Message)
		text.n = n
		in.turns = append(in.turns, text)
	}
	o := souvenir.Outcome{Message: m.ID, State: souvenir.Skipped, Reason: "It was imported without an outcome.", UpdatedAt: in.now}
	_, err = in.put("import_outcome", append(outcomes.values(&o, in.tenant), in.user, m.Conversation, "")...)
	return true, err
}

func (in *importing) place(m souvenir.ExportedMessage, model string) (n int64, err error) {
	_, err = in.one("import_message", append(messages.values(&m.Message, in.tenant), in.user, m.Conversation, micros(&m.ReceivedAt), model), &n)
	return n, err
}

// change keeps an entry of the history of a memory that is still to come. A memory
// that is there already has its history.
func (in *importing) change(c souvenir.Change) (bool, error) {
	m, found, err := first(in.session, memories, "memory", in.tenant, c.Memory)
	if err == nil && found && m.User != in.user {
		err = notTheirs("memory", c.Memory)
	}
	if err != nil || found {
		return false, err
	}
	return in.put("import_change", append(changes.values(&c, in.tenant), in.user)...)
}

func notTheirs(what, id string) error {
	return souvenir.Errorf(souvenir.Conflict, "The id of %s %s is in use here by another user.", what, id)
}

// memory stores a memory as it is. If it comes without a history, that begins now.
func (in *importing) memory(m souvenir.Memory) (bool, error) {
	elsewhere := 0
	if taken, err := in.one("change_elsewhere", []any{in.tenant, m.ID, in.user}, &elsewhere); err != nil || taken {
		return false, orConflict(err, notTheirs("memory", m.ID))
	}
	var n int64
	isNew, err := in.one("insert_memory", memories.values(&m, in.tenant), &n)
	if err != nil {
		return false, err
	}
	if !isNew {
		return false, in.whyNot(m)
	}
	in.index(in.tenant, n, m)
	in.learnt = true
	if _, found, err := first(in.session, changes, "change_as_of", in.tenant, m.ID, maxTime); err != nil || found {
		return true, err
	}
	_, err = in.record(in.tenant, "import", nil, &m, in.cause)
	return true, err
}

// maxTime is later than everything.
const maxTime = int64(1) << 62

func orConflict(err, conflict error) error {
	if err != nil {
		return err
	}
	return conflict
}

// whyNot tells why a memory could not be inserted; nil means that it is there.
func (in *importing) whyNot(m souvenir.Memory) error {
	known, found, err := first(in.session, memories, "memory", in.tenant, m.ID)
	switch {
	case err != nil:
		return err
	case found && known.User != in.user:
		return notTheirs("memory", m.ID)
	case found:
		return nil
	}
	others, err := in.holders(in.tenant, m)
	if err != nil || len(others) == 0 {
		return orConflict(err, souvenir.Errorf(souvenir.Conflict, "Memory %s contradicts what is there.", m.ID))
	}
	return souvenir.Errorf(souvenir.Conflict, "Memory %s has the place of memory %s.", others[0].ID, m.ID)
}

// end makes findable what was stored. Those who keep the user's texts in memory
// follow the history, which was there before the memories: they are told to look again.
func (in *importing) end() error {
	if err := in.indexMessages(in.turns); err != nil || !in.learnt {
		return err
	}
	return in.forget(in.tenant, in.user)
}

// HasMemories says whether anything is or was known of a user.
func (s *Store) HasMemories(ctx context.Context, tenant, user string) (bool, error) {
	var one int
	return s.view(ctx).one("user_has_memories", []any{tenant, user}, &one)
}
