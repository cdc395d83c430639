package store

import (
	"context"

	"github.com/souvenir-memory/souvenir"
)

// Standing are a user's memories that hold whatever is talked about.
type Standing struct {
	Facts    []souvenir.Memory // with a key, by key
	Memories []souvenir.Memory // pinned ones, and those that make up who somebody is
}

// mostStanding is more of each than anybody is told.
const mostStanding = 500

// Standing finds what holds whatever is talked about. Nobody may write to it.
func (s *Store) Standing(ctx context.Context, tenant, user string) (Standing, error) {
	at, ok, err := s.stamp(ctx, tenant, user)
	if err != nil {
		return Standing{}, err
	}
	read := func() (Standing, error) { return s.readStanding(ctx, tenant, user) }
	if !ok {
		return read()
	}
	return s.recent.standing.one(ownerOf{tenant, user}, at, struct{}{}, read)
}

func (s *Store) readStanding(ctx context.Context, tenant, user string) (Standing, error) {
	facts, err := all(s.glance(ctx), withNumber(memories), "list_facts", tenant, user, "", user, mostStanding)
	if err != nil {
		return Standing{}, err
	}
	others, err := all(s.glance(ctx), withNumber(memories), "list_standing", tenant, user, mostStanding)
	return Standing{page(facts, mostStanding).Items, page(others, mostStanding).Items}, err
}
