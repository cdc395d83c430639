package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// The queue is paused for everybody: it is the machine that needs the rest.
const everybody, paused = "", "queue.paused"

// Paused says whether jobs are to be left alone. It survives a restart.
func (s *Store) Paused(ctx context.Context) (bool, error) {
	value, _, err := s.Setting(ctx, paused)
	return value == "true", err
}

// Pause stops jobs from being taken, or lets them be taken again.
func (s *Store) Pause(ctx context.Context, on bool) error {
	value := "false"
	if on {
		value = "true"
	}
	return s.SetSetting(ctx, paused, value)
}

// Setting is something that the program noted for itself, for everybody.
func (s *Store) Setting(ctx context.Context, name string) (value string, found bool, err error) {
	found, err = s.view(ctx).one("setting", []any{everybody, name}, &value)
	return value, found, err
}

// SetSetting notes something.
func (s *Store) SetSetting(ctx context.Context, name, value string) error {
	return s.update(ctx, func(t tx) error {
		_, err := t.exec("set_setting", everybody, name, value, t.now.UnixMicro())
		return err
	})
}

// Agent finds an agent. One that nobody described has a name and nothing else.
func (s *Store) Agent(ctx context.Context, tenant, id string) (souvenir.Agent, bool, error) {
	a, found, err := first(s.view(ctx), agents, "agent", tenant, id)
	if !found {
		a = souvenir.Agent{ID: id, Name: id}
	}
	return a, found, err
}

// Agents lists the agents that somebody described, newest first.
func (s *Store) Agents(ctx context.Context, tenant, cursor string, limit int) (Page[souvenir.Agent], error) {
	return list(s.view(ctx), agents, "list_agents", cursor, limit, tenant)
}

// PutAgent describes an agent, or describes it anew.
func (s *Store) PutAgent(ctx context.Context, tenant string, a souvenir.Agent) (souvenir.Agent, error) {
	err := s.update(ctx, func(t tx) error {
		a.CreatedAt, a.UpdatedAt = t.now, t.now
		_, err := t.exec("put_agent", agents.values(&a, tenant)...)
		return err
	})
	return a, err
}

// DeleteAgent forgets how an agent was described; its memories stay.
func (s *Store) DeleteAgent(ctx context.Context, tenant, id string) error {
	return s.update(ctx, func(t tx) error {
		gone, err := t.exec("delete_agent", tenant, id)
		if err == nil && gone == 0 {
			err = souvenir.Errorf(souvenir.NotFound, "No agent %q.", id)
		}
		return err
	})
}

// AddKey stores a key under the hash of its secret.
func (s *Store) AddKey(ctx context.Context, k souvenir.Key, secret string) (souvenir.Key, error) {
	err := s.update(ctx, func(t tx) error {
		k.ID, k.CreatedAt = t.newID(), t.now
		_, err := t.exec("insert_key", keys.values(&k, hash(secret))...)
		return err
	})
	return k, err
}

// KeyBySecret finds the key that a caller holds.
func (s *Store) KeyBySecret(ctx context.Context, secret string) (souvenir.Key, bool, error) {
	return s.keyByHash(ctx, hash(secret))
}

func (s *Store) keyByHash(ctx context.Context, hashed string) (souvenir.Key, bool, error) {
	k, err := s.recent.keys.one(ctx, s, "", hashed, func() (k foundKey, err error) {
		k.Key, k.found, err = first(s.glance(ctx), keys, "key_by_hash", hashed)
		return k, err
	})
	return k.Key, k.found, err
}

type foundKey struct {
	souvenir.Key
	found bool
}

// UseKey notes that a key was used, to the minute.
func (s *Store) UseKey(ctx context.Context, secret string, k souvenir.Key) error {
	if k.LastUsedAt != nil && s.now().Sub(*k.LastUsedAt) < time.Minute {
		return nil
	}
	return s.update(ctx, func(t tx) error {
		_, err := t.exec("use_key", hash(secret), t.now.UnixMicro())
		return err
	})
}

// Keys lists a tenant's keys.
func (s *Store) Keys(ctx context.Context, tenant string) ([]souvenir.Key, error) {
	return all(s.view(ctx), keys, "list_keys", tenant)
}

// HasKeys says whether anybody needs a key to come in.
func (s *Store) HasKeys(ctx context.Context) (bool, error) {
	return s.recent.hasKeys.one(ctx, s, "", struct{}{}, func() (bool, error) {
		var n int
		_, err := s.glance(ctx).one("count_keys", nil, &n)
		return n > 0, err
	})
}

// RevokeKey shuts a key out for good.
func (s *Store) RevokeKey(ctx context.Context, tenant, id string) error {
	return s.update(ctx, func(t tx) error {
		changed, err := t.exec("revoke_key", tenant, id, t.now.UnixMicro())
		if err == nil && changed == 0 {
			err = souvenir.Errorf(souvenir.NotFound, "No key with id %s.", id)
		}
		return err
	})
}

func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
