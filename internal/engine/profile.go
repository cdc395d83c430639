package engine

import (
	"cmp"
	"context"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract/persona"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/tokens"
)

// ProfileOf asks what every prompt is told of a user.
type ProfileOf struct {
	UserOf
	Agent  string `query:"agent" doc:"With whom the user talks."`
	Budget int    `query:"budget" minimum:"0" maximum:"100000" doc:"Tokens at most; 500 when absent."`
}

// Profile shows what every prompt is told of a user.
func (e *Engine) Profile(ctx context.Context, in *ProfileOf) (*Answer[souvenir.Profile], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	card, err := e.store.RoleCard(ctx, sc.Tenant, sc.User)
	if err != nil {
		return nil, err
	}
	return e.profileTold(ctx, sc, souvenir.ProfileDraft{Card: card, Agent: in.Agent, Budget: in.Budget})
}

// PreviewProfile shows what a prompt would be told with another role card; the
// card is not kept.
func (e *Engine) PreviewProfile(ctx context.Context, in *struct {
	UserOf
	Body souvenir.ProfileDraft
}) (*Answer[souvenir.Profile], error) {
	sc, err := e.scope(ctx, in.User)
	if err != nil {
		return nil, err
	}
	return e.profileTold(ctx, sc, in.Body)
}

func (e *Engine) profileTold(ctx context.Context, sc souvenir.Scope, d souvenir.ProfileDraft) (*Answer[souvenir.Profile], error) {
	sc.Agent = d.Agent
	o := inject.Options{Budget: cmp.Or(d.Budget, profileBudget)}
	stands, _, err := e.profileWith(ctx, sc, d.Card, o)
	if err != nil {
		return nil, err
	}
	p := souvenir.Profile{User: sc.User, Block: stands.block, Tokens: tokens.Estimate(stands.block)}
	if d.Card.Tells() {
		p.Personality = persona.FormatPersonality(d.Card)
	}
	return &Answer[souvenir.Profile]{p}, nil
}
