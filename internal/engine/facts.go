package engine

import (
	"context"
	"slices"

	"github.com/souvenir-memory/souvenir"
)

// FactOf names a fact of a user.
type FactOf struct {
	User  string `path:"user"`
	Key   string `path:"key"`
	Agent string `query:"agent"`
}

// PutFact sets a fact.
type PutFact struct {
	User string `path:"user"`
	Key  string `path:"key"`
	Body souvenir.FactValue
}

// Fact shows the current value of a key.
func (e *Engine) Fact(ctx context.Context, in *FactOf) (*Answer[souvenir.Fact], error) {
	m, err := e.fact(ctx, in)
	return &Answer[souvenir.Fact]{factOf(m)}, err
}

func (e *Engine) fact(ctx context.Context, in *FactOf) (souvenir.Memory, error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return souvenir.Memory{}, err
	}
	m, found, err := e.store.WithKey(ctx, sc.Tenant, souvenir.Memory{User: sc.User, Agent: in.Agent, Key: normalKey(in.Key)})
	if err == nil && !found {
		err = souvenir.Errorf(souvenir.NotFound, "Fact not found: %s", in.Key)
	}
	return m, err
}

// Facts lists a user's facts by key.
func (e *Engine) Facts(ctx context.Context, in *struct {
	User  string `path:"user"`
	Agent string `query:"agent"`
	Limit int    `query:"limit" default:"500" minimum:"1" maximum:"5000"`
}) (*Page[souvenir.Fact], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	ms, err := e.store.Facts(ctx, sc.Tenant, sc.User, in.Agent, "", in.Limit)
	ms = slices.DeleteFunc(slices.Clone(ms), func(m souvenir.Memory) bool { return m.Over(e.now()) })
	return listOf(factsOf(ms), ""), err
}

// SetFact gives a key its newest value; the older one stays in the history.
func (e *Engine) SetFact(ctx context.Context, in *PutFact) (*Decision, error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	if err := souvenir.CheckID("key", normalKey(in.Key)); err != nil {
		return nil, err
	}
	sc.Agent = in.Body.Agent
	c := e.explicit(sc, in.Body.Value, e.now())
	c.Key = normalKey(in.Key)
	return e.state(ctx, sc, c, false)
}

// ForgetFact ends a fact.
func (e *Engine) ForgetFact(ctx context.Context, in *FactOf) (*struct{}, error) {
	m, err := e.fact(ctx, in)
	if err != nil {
		return nil, err
	}
	return e.Forget(ctx, &MemoryOf{ID: m.ID})
}

func factsOf(ms []souvenir.Memory) []souvenir.Fact {
	out := make([]souvenir.Fact, len(ms))
	for i, m := range ms {
		out[i] = factOf(m)
	}
	return out
}

func factOf(m souvenir.Memory) souvenir.Fact {
	return souvenir.Fact{Key: m.Key, Value: m.Content, Memory: m.ID}
}
