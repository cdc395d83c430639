package store

import (
	"context"
	"maps"
	"sync"
)

// Stamp tells whether anything can have changed of what is known of a user: the last
// change of a memory, the last time that something was taken out, and their role card.
// Neither number is ever used again. The zero Stamp tells nothing.
type Stamp struct {
	change, forgetting int64
	card               string
}

// Stamp is another one as soon as a memory or the role card of a user changes, or
// something of theirs is taken out. It is zero where a database may show a change after a later one, as
// PostgreSQL does.
func (s *Store) Stamp(ctx context.Context, tenant, user string) (Stamp, error) {
	at, _, err := s.stamp(ctx, tenant, user)
	return at, err
}

func (s *Store) stamp(ctx context.Context, tenant, user string) (at Stamp, ok bool, err error) {
	if !s.dialect.grouped {
		return Stamp{}, false, nil
	}
	if g := glimpsed(ctx, tenant, user); g != nil {
		return g.stamp, true, nil
	}
	at, err = s.recent.stamps.one(ctx, s, tenant, user, func() (at Stamp, err error) {
		_, err = s.glance(ctx).one("stamp", []any{tenant, user, owner(tenant, user)}, &at.change, &at.forgetting, &at.card)
		return at, err
	})
	return at, err == nil, err
}

// older says that another stamp was taken later.
func (at Stamp) older(than Stamp) bool {
	return at.forgetting < than.forgetting || at.forgetting == than.forgetting && at.change < than.change
}

type ownerOf struct{ tenant, user string }

// settled keeps what was read of a user for as long as their stamp is the same.
// The stamp is looked up before anything is read, so what is kept may be newer than
// it but never older. Nobody may write to what it gives.
type settled[K comparable, V any] struct {
	most int // kept at a time

	mu   sync.Mutex
	n    int
	kept map[ownerOf]settledAt[K, V]
}

type settledAt[K comparable, V any] struct {
	Stamp
	rows map[K]V
}

// get finds what was kept and reads the rest.
func (k *settled[K, V]) get(of ownerOf, at Stamp, keys []K, read func(missing []K) (map[K]V, error)) (map[K]V, error) {
	out, missing := k.known(of, at, keys)
	if len(missing) == 0 {
		return out, nil
	}
	found, err := read(missing)
	if err != nil {
		return nil, err
	}
	k.keep(of, at, found)
	maps.Copy(out, found)
	return out, nil
}

// one is get for a single key.
func (k *settled[K, V]) one(of ownerOf, at Stamp, key K, read func() (V, error)) (V, error) {
	found, err := k.get(of, at, []K{key}, func([]K) (map[K]V, error) {
		v, err := read()
		return map[K]V{key: v}, err
	})
	return found[key], err
}

func (k *settled[K, V]) known(of ownerOf, at Stamp, keys []K) (out map[K]V, missing []K) {
	k.mu.Lock()
	defer k.mu.Unlock()
	out = make(map[K]V, len(keys))
	has, ok := k.kept[of]
	for _, key := range keys {
		if v, there := has.rows[key]; there && ok && has.Stamp == at {
			out[key] = v
		} else {
			missing = append(missing, key)
		}
	}
	return out, missing
}

func (k *settled[K, V]) keep(of ownerOf, at Stamp, found map[K]V) {
	k.mu.Lock()
	defer k.mu.Unlock()
	has, ok := k.kept[of]
	if ok && at.older(has.Stamp) {
		return // somebody has read something newer
	}
	if ok && has.Stamp != at {
		k.n -= len(has.rows)
		has = settledAt[K, V]{}
	}
	if k.kept == nil || k.n+len(found) > k.most {
		k.kept, k.n, has = map[ownerOf]settledAt[K, V]{}, 0, settledAt[K, V]{}
	}
	if has.rows == nil {
		has = settledAt[K, V]{at, map[K]V{}}
	}
	before := len(has.rows)
	maps.Copy(has.rows, found)
	k.n += len(has.rows) - before
	k.kept[of] = has
}

// those are up to so many keys of what was kept of somebody, in no particular order.
func (k *settled[K, V]) those(of ownerOf, most int) (out []K) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for key := range k.kept[of].rows {
		if len(out) < most {
			out = append(out, key)
		}
	}
	return out
}

func (k *settled[K, V]) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kept, k.n = nil, 0
}
