package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Who is read for ahead: those who asked for something within this time, the last ones;
// and which of their turns: the newest, about which people go on talking, and so many of
// those that they were told before.
const (
	aheadFor   = 10 * time.Minute
	aheadUsers = 8
	aheadTurns = 12
	aheadTold  = 50
	aheadTexts = 20_000 // who has more is not read anew from the beginning before they ask
)

// ReadAhead reads what the next chat of those who talk right now will ask for, so that
// it finds it in memory: nobody waits for what can be done before. While nothing is
// committed it does nothing. What goes wrong here goes wrong for whoever asks, too, and
// they are told. It tells for whom it read. The model is the one that will be searched
// with.
func (s *Store) ReadAhead(ctx context.Context, model string) []souvenir.Scope {
	return s.find.readAhead(ctx, model)
}

func (x *shelves) readAhead(ctx context.Context, model string) (read []souvenir.Scope) {
	epoch, err := x.look(ctx)
	if err != nil || epoch == unknown || x.ahead.Swap(epoch) == epoch {
		return nil
	}
	x.store.readKeysAhead(ctx)
	for _, s := range x.talking() {
		if ctx.Err() != nil {
			break
		}
		sc := souvenir.Scope{Tenant: s.of.tenant, User: s.of.user}
		x.readAheadFor(ctx, s, sc, model)
		read = append(read, sc)
	}
	return read
}

// talking are the shelves in which somebody looked for something just now.
func (x *shelves) talking() (out []*shelf) {
	x.mu.Lock()
	defer x.mu.Unlock()
	since := time.Now().Add(-aheadFor)
	for _, s := range x.users {
		if s.asked.After(since) {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b *shelf) int { return cmp.Compare(b.asked.UnixNano(), a.asked.UnixNano()) })
	return out[:min(len(out), aheadUsers)]
}

func (x *shelves) readAheadFor(ctx context.Context, theirs *shelf, sc souvenir.Scope, model string) {
	ctx, err := x.store.Look(ctx, sc, model)
	if err != nil || theirs.texts.Load() > aheadTexts && theirs.outdated(glimpsed(ctx, sc.Tenant, sc.User)) {
		return
	}
	_, s, err := x.open(ctx, sc, model)
	if err != nil {
		return
	}
	turns := x.store.recent.turns.those(ownerOf{sc.Tenant, sc.User}, aheadTold)
	for _, t := range s.turns.Those(aheadTurns, func(turnAbout) bool { return true }) {
		turns = append(turns, t.N)
	}
	_, _ = x.store.TurnsToTell(ctx, sc, turns)
	_, _ = x.store.Ended(ctx, sc)
	_, _ = x.store.Standing(ctx, sc.Tenant, sc.User)
}

// outdated says that something was taken away, and all is to be read again.
func (s *shelf) outdated(g *glimpse) bool {
	s.Lock()
	defer s.Unlock()
	return g == nil || !s.loaded || s.forgetting != g.stamp.forgetting
}

// readKeysAhead reads the keys again that were shown last.
func (s *Store) readKeysAhead(ctx context.Context) {
	shown := s.recent.keys.those(aheadUsers, func(k foundKey) bool { return k.found })
	_, _ = s.HasKeys(ctx)
	for _, hashed := range shown {
		_, _, _ = s.keyByHash(ctx, hashed)
	}
}
