package store

import (
	"context"
	"sync"

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
	if !s.dialect.grouped { // there, a change may become visible after a later one
		return s.readStanding(ctx, tenant, user)
	}
	var last int64
	if _, err := s.glance(ctx).one("last_change", []any{tenant, user}, &last); err != nil {
		return Standing{}, err
	}
	if kept, ok := s.recent.standing.get(ownerOf{tenant, user}, last); ok {
		return kept, nil
	}
	found, err := s.readStanding(ctx, tenant, user)
	if err == nil {
		s.recent.standing.keep(ownerOf{tenant, user}, last, found)
	}
	return found, err
}

func (s *Store) readStanding(ctx context.Context, tenant, user string) (Standing, error) {
	facts, err := all(s.glance(ctx), withNumber(memories), "list_facts", tenant, user, "", user, mostStanding)
	if err != nil {
		return Standing{}, err
	}
	others, err := all(s.glance(ctx), withNumber(memories), "list_standing", tenant, user, mostStanding)
	return Standing{page(facts, mostStanding).Items, page(others, mostStanding).Items}, err
}

type ownerOf struct{ tenant, user string }

// settled keeps what stands for as long as no memory of its owner changes. The last
// change is looked up before anything is read, so what is kept may be newer than it
// but never older; numbers of changes are never used again.
type settled struct {
	mu   sync.Mutex
	kept map[ownerOf]standingAt
}

type standingAt struct {
	last int64
	Standing
}

func (k *settled) get(o ownerOf, last int64) (Standing, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	at, ok := k.kept[o]
	return at.Standing, ok && at.last == last
}

func (k *settled) keep(o ownerOf, last int64, s Standing) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept == nil || len(k.kept) >= 1024 {
		k.kept = map[ownerOf]standingAt{}
	}
	k.kept[o] = standingAt{last, s}
}
