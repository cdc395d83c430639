package engine

import (
	"context"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract/styles"
	"github.com/souvenir-memory/souvenir/internal/immersion"
)

// AgentOf names an agent.
type AgentOf struct {
	ID string `path:"agent"`
}

// Agents lists the agents that somebody described.
func (e *Engine) Agents(ctx context.Context, in *Paging) (*Page[souvenir.Agent], error) {
	p, err := e.store.Agents(ctx, caller(ctx).Tenant, in.Cursor, in.Limit)
	for i, a := range p.Items {
		p.Items[i] = withTypes(a)
	}
	return pageOf(p), err
}

// withTypes says which types an agent keeps.
func withTypes(a souvenir.Agent) souvenir.Agent {
	a.Types = immersion.Of(a).Types
	return a
}

// PreviewImmersion says what a level and overrides amount to.
func (e *Engine) PreviewImmersion(_ context.Context, in *struct{ Body souvenir.ImmersionRequest }) (*Answer[souvenir.Immersion], error) {
	p := immersion.Of(souvenir.Agent{Immersion: in.Body.Level, Overrides: in.Body.Overrides})
	out := souvenir.Immersion{Level: p.Level, Emotions: p.Emotions, People: p.People}
	for _, t := range immersion.Types {
		name, overridden := immersion.Override(in.Body.Overrides, t)
		out.Types = append(out.Types, souvenir.ImmersedType{Type: t, Kept: p.Keeps(t), Override: overridden, Switch: name})
	}
	return &Answer[souvenir.Immersion]{out}, nil
}

// Agent shows an agent.
func (e *Engine) Agent(ctx context.Context, in *AgentOf) (*Answer[souvenir.Agent], error) {
	a, found, err := e.store.Agent(ctx, caller(ctx).Tenant, in.ID)
	if err == nil && !found {
		err = souvenir.Errorf(souvenir.NotFound, "No agent %q.", in.ID)
	}
	return &Answer[souvenir.Agent]{withTypes(a)}, err
}

// PutAgent describes an agent: its name, its model, how it extracts.
func (e *Engine) PutAgent(ctx context.Context, in *struct {
	AgentOf
	Body souvenir.AgentEdit
}) (*Answer[souvenir.Agent], error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	if err := souvenir.CheckID("agent", in.ID); err != nil {
		return nil, err
	}
	b := in.Body
	if _, err := styles.Named(e.styles, b.Styles); err != nil {
		return nil, err
	}
	for what, text := range map[string]string{"name": b.Name, "model": b.Model} {
		if err := souvenir.CheckText(what, text); err != nil {
			return nil, err
		}
	}
	a := souvenir.Agent{ID: in.ID, Name: b.Name, Model: b.Model, Immersion: b.Immersion, Overrides: b.Overrides, Styles: b.Styles, Temperature: b.Temperature}
	a, err := e.store.PutAgent(ctx, caller(ctx).Tenant, a)
	return &Answer[souvenir.Agent]{withTypes(a)}, err
}

// DeleteAgent forgets how an agent was described.
func (e *Engine) DeleteAgent(ctx context.Context, in *AgentOf) (*struct{}, error) {
	if err := needAdmin(ctx); err != nil {
		return nil, err
	}
	return nil, e.store.DeleteAgent(ctx, caller(ctx).Tenant, in.ID)
}
