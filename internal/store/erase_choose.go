package store

import (
	"maps"
	"slices"

	"github.com/souvenir-memory/souvenir"
)

// look reads what there is of the user's conversations and messages, and decides
// which of them go.
func (e *erasing) look() error {
	e.whole, e.touched, e.goneIDs = map[string]bool{}, map[string]bool{}, map[string]bool{}
	e.gone, e.stays = map[saidAt]bool{}, map[saidAt]bool{}
	e.numbers = map[Kind]map[int64]bool{MessageText: {}, MemoryText: {}}
	e.memories, e.episodes, e.lanes = map[string]bool{}, map[string]bool{}, map[string]bool{}
	var err error
	e.conversations, err = all(e.session, table[eraseConversation]{fields: func(c *eraseConversation) []any {
		return []any{&c.n, &c.id, &c.url, &c.created}
	}}, "conversations_to_erase", e.tenant(), e.user())
	if err != nil {
		return err
	}
	for _, c := range e.conversations {
		onSite := e.what.Site != "" && souvenir.SiteOf(c.url) == e.what.Site
		if e.everything() || onSite || c.id == e.what.Scope.Conversation {
			e.whole[c.id] = true
		}
	}
	if c := e.what.Scope.Conversation; c != "" {
		e.whole[c] = true // also where nothing was said in it
	}
	if err := e.lookAtMessages(); err != nil {
		return err
	}
	e.emptied()
	return nil
}

func (e *erasing) lookAtMessages() error {
	type message struct {
		n, at, received int64
		saidAt
	}
	return walk(e.session, table[message]{fields: func(m *message) []any {
		return []any{&m.n, &m.conversation, &m.id, &m.at, &m.received}
	}}, func(m message) error {
		if !e.everything() && !e.whole[m.conversation] && !e.spans(m.at) && !e.spans(m.received) {
			e.stays[m.saidAt] = true
			return nil
		}
		e.gone[m.saidAt], e.goneIDs[m.id], e.touched[m.conversation] = true, true, true
		e.numbers[MessageText][m.n] = true
		return nil
	}, "messages_to_erase", e.tenant(), e.user())
}

// emptied are the conversations in which nothing is left, and those that began in
// the span and in which nothing was said.
func (e *erasing) emptied() {
	left := map[string]bool{}
	for m := range e.stays {
		left[m.conversation] = true
	}
	for _, c := range e.conversations {
		if !left[c.id] && (e.touched[c.id] || e.spans(c.created)) {
			e.whole[c.id] = true
		}
	}
}

// goes says whether something goes that belongs to a conversation and was made of
// some of its messages; of none means of all of them.
func (e *erasing) goes(conversation string, messages []string) bool {
	if e.everything() || conversation != "" && e.whole[conversation] {
		return true
	}
	if len(messages) == 0 {
		return e.touched[conversation]
	}
	return slices.ContainsFunc(messages, func(id string) bool { return e.gone[saidAt{conversation, id}] })
}

func (e *erasing) ofConversations() (ns []int64, err error) {
	for _, c := range e.conversations {
		if e.everything() || e.whole[c.id] {
			ns = append(ns, c.n)
		}
	}
	return ns, nil
}

func (e *erasing) ofMessages() ([]int64, error) { return e.sorted(MessageText), nil }

func (e *erasing) sorted(k Kind) []int64 { return slices.Sorted(maps.Keys(e.numbers[k])) }

func (e *erasing) ofOutcomes() (ns []int64, err error) {
	type outcome struct {
		n int64
		saidAt
	}
	return ns, walk(e.session, table[outcome]{fields: func(o *outcome) []any { return []any{&o.n, &o.conversation, &o.id} }}, func(o outcome) error {
		if e.goes(o.conversation, []string{o.id}) {
			ns = append(ns, o.n)
		}
		return nil
	}, "outcomes_to_erase", e.tenant(), e.user())
}

func (e *erasing) ofRejections() (ns []int64, err error) {
	return ns, walk(e.session, withNumber(rejections), func(r numbered[souvenir.Rejection]) error {
		c := r.row.Candidate
		if e.goes(r.row.Conversation, append(messagesOf(c.Evidence), "")) || e.takes(c.Memory) || e.spansTime(r.row.CreatedAt) {
			ns = append(ns, r.n)
		}
		return nil
	}, "rejections_to_erase", e.tenant(), e.user())
}

func messagesOf(es []souvenir.Evidence) (ids []string) {
	for _, e := range es {
		ids = append(ids, e.Message)
	}
	return ids
}

func (e *erasing) ofEpisodes() (ns []int64, err error) {
	return ns, walk(e.session, withNumber(episodes), func(r numbered[souvenir.Episode]) error {
		if e.goes(r.row.Conversation, r.row.Messages) {
			ns = append(ns, r.n)
			e.episodes[r.row.ID] = true
		}
		return nil
	}, "episodes_to_erase", e.tenant(), e.user())
}

func (e *erasing) ofTopics() (ns []int64, err error) {
	return ns, walk(e.session, withNumber(topics), func(r numbered[souvenir.PendingTopic]) error {
		t := r.row
		if e.everything() || e.episodes[t.Episode] || t.Conversation != "" && e.whole[t.Conversation] || t.Episode == "" && e.spansTime(t.CreatedAt) {
			ns = append(ns, r.n)
		}
		return nil
	}, "topics_to_erase", e.tenant(), e.user())
}

func (e *erasing) ofRetirements() (ns []int64, err error) {
	return ns, walk(e.session, withNumber(retirements), func(r numbered[souvenir.Retirement]) error {
		if e.everything() || e.memories[r.row.Memory] || e.spansTime(r.row.CreatedAt) {
			ns = append(ns, r.n)
		}
		return nil
	}, "retirements_to_erase", e.tenant(), e.user())
}

func (e *erasing) ofVectors() (ns []int64, err error) {
	type vector struct {
		n, ref int64
		kind   Kind
	}
	return ns, walk(e.session, table[vector]{fields: func(v *vector) []any { return []any{&v.n, &v.kind, &v.ref} }}, func(v vector) error {
		if e.everything() || e.numbers[v.kind][v.ref] {
			ns = append(ns, v.n)
		}
		return nil
	}, "vectors_to_erase", owner(e.tenant(), e.user()))
}

// ofWords are the entries of the full-text index. A dry run counts the texts.
func ofWords(k Kind) func(*erasing) ([]int64, error) {
	return func(e *erasing) ([]int64, error) { return e.sorted(k), nil }
}

// eraseRolecard takes the user's card, which is about no conversation in
// particular.
func eraseRolecard(e *erasing, _ listed) (int64, error) {
	var card string
	var updated int64
	found, err := e.one("rolecard", []any{e.tenant(), e.user()}, &card, &updated)
	if err != nil || !found || !e.everything() && !e.spans(updated) {
		return 0, err
	}
	if e.dry {
		return 1, nil
	}
	return e.exec("delete_rolecard", e.tenant(), e.user())
}
