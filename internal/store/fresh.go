package store

import (
	"context"
	"maps"
	"sync"

	"github.com/souvenir-memory/souvenir"
)

// recent is what recalls read again and again.
type recent struct {
	memories fresh[int64, souvenir.Memory]
	facts    fresh[listOf, []souvenir.Memory]
	stamps   fresh[string, Stamp]
	glimpses fresh[glimpseOf, *glimpse]
	keys     fresh[string, foundKey] // by the hash of their secret
	hasKeys  fresh[struct{}, bool]

	standing settled[struct{}, Standing]
	ended    settled[struct{}, []Ended]
	turns    settled[int64, ToldTurn]
}

type listOf struct {
	user, agent, about string
	limit              int
}

func newRecent() recent {
	return recent{
		memories: fresh[int64, souvenir.Memory]{most: 4096},
		facts:    fresh[listOf, []souvenir.Memory]{most: 32},
		stamps:   fresh[string, Stamp]{most: 1024},
		glimpses: fresh[glimpseOf, *glimpse]{most: 1024},
		keys:     fresh[string, foundKey]{most: 1024},
		hasKeys:  fresh[struct{}, bool]{most: 1},
		standing: settled[struct{}, Standing]{most: 1024},
		ended:    settled[struct{}, []Ended]{most: 1024},
		turns:    settled[int64, ToldTurn]{most: 2048},
	}
}

// forget drops all of it at once, and not when something else is read.
func (r *recent) forget() {
	r.memories.forget()
	r.facts.forget()
	r.stamps.forget()
	r.glimpses.forget()
	r.keys.forget()
	r.hasKeys.forget()
	r.standing.forget()
	r.ended.forget()
	r.turns.forget()
}

// fresh keeps what was read of a tenant for as long as nothing is committed, by
// whomever: what was changed or erased since is never given. Nobody may write to
// what it gives.
type fresh[K comparable, V any] struct {
	most int // kept at a time

	mu    sync.Mutex
	epoch int64
	kept  map[ofTenant[K]]V
}

type ofTenant[K comparable] struct {
	tenant string
	key    K
}

// get finds what was kept and reads the rest. The epoch is looked up before
// anything is read, so what is kept may be newer than its epoch but never older.
func (f *fresh[K, V]) get(ctx context.Context, s *Store, tenant string, keys []K, read func(missing []K) (map[K]V, error)) (map[K]V, error) {
	epoch, err := s.find.look(ctx)
	if err != nil {
		return nil, err
	}
	out, missing := f.known(epoch, tenant, keys)
	if len(missing) == 0 {
		return out, nil
	}
	found, err := read(missing)
	if err != nil {
		return nil, err
	}
	f.keep(epoch, tenant, found)
	maps.Copy(out, found)
	return out, nil
}

// one is get for a single key.
func (f *fresh[K, V]) one(ctx context.Context, s *Store, tenant string, key K, read func() (V, error)) (V, error) {
	found, err := f.get(ctx, s, tenant, []K{key}, func([]K) (map[K]V, error) {
		v, err := read()
		return map[K]V{key: v}, err
	})
	return found[key], err
}

func (f *fresh[K, V]) known(epoch int64, tenant string, keys []K) (out map[K]V, missing []K) {
	f.mu.Lock()
	defer f.mu.Unlock()
	out = make(map[K]V, len(keys))
	for _, k := range keys {
		if v, ok := f.kept[ofTenant[K]{tenant, k}]; ok && epoch != unknown && epoch <= f.epoch {
			out[k] = v
		} else {
			missing = append(missing, k)
		}
	}
	return out, missing
}

func (f *fresh[K, V]) keep(epoch int64, tenant string, found map[K]V) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if epoch == unknown || epoch < f.epoch {
		return
	}
	if epoch > f.epoch || len(f.kept)+len(found) > f.most {
		f.epoch, f.kept = epoch, map[ofTenant[K]]V{}
	}
	for k, v := range found {
		f.kept[ofTenant[K]{tenant, k}] = v
	}
}

// those are up to k keys of what was kept that are wanted, in no particular order.
func (f *fresh[K, V]) those(k int, wanted func(V) bool) (out []K) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for of, v := range f.kept {
		if len(out) < k && wanted(v) {
			out = append(out, of.key)
		}
	}
	return out
}

func (f *fresh[K, V]) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.kept = map[ofTenant[K]]V{}
}

// unknown is the epoch of a database that does not tell of commits.
const unknown = 0
