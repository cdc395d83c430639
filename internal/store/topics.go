package store

import (
	"cmp"
	"context"

	"github.com/souvenir-memory/souvenir"
)

func (t tx) putTopics(tenant string, ps []souvenir.PendingTopic) error {
	for _, p := range ps {
		p.ID, p.CreatedAt, p.UpdatedAt = cmp.Or(p.ID, t.newID()), t.now, t.now
		p.ExpiresAt = t.now.Add(souvenir.TopicLife)
		if _, err := t.exec("insert_topic", topics.values(&p, tenant)...); err != nil {
			return err
		}
	}
	return nil
}

// Topics lists what a user may want to come back to, newest first. An empty
// status means any; a pending topic is one whose time is not over.
func (s *Store) Topics(ctx context.Context, tenant, user string, status souvenir.TopicStatus, cursor string, limit int) (Page[souvenir.PendingTopic], error) {
	var after int64
	if status == souvenir.TopicPending {
		after = s.now().UnixMicro()
	}
	return list(s.view(ctx), topics, "list_topics", cursor, limit, tenant, user, status, after)
}

// MarkTopic says how a topic stands.
func (s *Store) MarkTopic(ctx context.Context, tenant, user, id string, status souvenir.TopicStatus) (souvenir.PendingTopic, error) {
	var p souvenir.PendingTopic
	err := s.update(ctx, func(t tx) error {
		changed, err := t.exec("mark_topic", tenant, user, id, status, t.now.UnixMicro())
		if err == nil && changed == 0 {
			err = souvenir.Errorf(souvenir.NotFound, "User %q has no pending topic with id %s.", user, id)
		}
		if err != nil {
			return err
		}
		p, _, err = first(t.session, topics, "topic", tenant, id)
		return err
	})
	return p, err
}
