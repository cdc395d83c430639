package store

import (
	"cmp"
	"context"

	"github.com/souvenir-memory/souvenir"
)

// putEpisodes stores episodes. One with an id takes the place of that episode,
// but for when it was made.
func (t tx) putEpisodes(tenant string, es []souvenir.Episode) error {
	for _, e := range es {
		e.ID, e.CreatedAt, e.UpdatedAt = cmp.Or(e.ID, t.newID()), t.now, t.now
		if _, err := t.exec("put_episode", episodes.values(&e, tenant)...); err != nil {
			return err
		}
	}
	return nil
}

// EpisodesWanted narrows a list of episodes; what is empty does not count.
type EpisodesWanted struct {
	Conversation string
	Style        string
	Pending      *bool
}

// Episodes lists a user's episodes, newest first.
func (s *Store) Episodes(ctx context.Context, tenant, user string, w EpisodesWanted, cursor string, limit int) (Page[souvenir.Episode], error) {
	pending := -1
	if w.Pending != nil {
		pending = 0
		if *w.Pending {
			pending = 1
		}
	}
	return list(s.view(ctx), episodes, "list_episodes", cursor, limit, tenant, user, w.Conversation, w.Style, pending)
}

// Episode finds one episode of a tenant.
func (s *Store) Episode(ctx context.Context, tenant, id string) (souvenir.Episode, error) {
	e, found, err := first(s.view(ctx), episodes, "episode", tenant, id)
	if err == nil && !found {
		err = souvenir.Errorf(souvenir.NotFound, "No episode with id %s.", id)
	}
	return e, err
}
