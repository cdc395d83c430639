package engine

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// profileBudget is what a profile may cost where nobody says, in tokens.
const profileBudget = 500

// telling is notes, as a prompt is told them.
type telling struct {
	notes []inject.Note
	said  inject.Said
	block string
}

// standing is what holds whatever a chat is about, and the memories that say it.
type standing struct {
	telling
	ids map[inject.Note]string
}

// profile is what stands now. It is made anew when something of the user changes, or
// ends.
func (e *Engine) profile(ctx context.Context, sc souvenir.Scope, o inject.Options) (standing, error) {
	at, err := e.store.Stamp(ctx, sc.Tenant, sc.User)
	if err != nil {
		return standing{}, err
	}
	of := profileOf{sc.Tenant, sc.User, sc.Agent, o}
	if stands, kept := e.profiles.of(of, at, e.now()); kept {
		return stands, nil
	}
	card, err := e.store.RoleCard(ctx, sc.Tenant, sc.User)
	if err != nil {
		return standing{}, err
	}
	stands, until, err := e.profileWith(ctx, sc, card, o)
	if err == nil {
		e.profiles.keep(of, keptProfile{at, until, stands})
	}
	return stands, err
}

// profileWith is the same with a role card that may not be kept yet, and until when it
// holds; the zero time means until something changes.
func (e *Engine) profileWith(ctx context.Context, sc souvenir.Scope, card *souvenir.RoleCard, o inject.Options) (standing, time.Time, error) {
	stands, err := e.store.Standing(ctx, sc.Tenant, sc.User)
	if err != nil {
		return standing{}, time.Time{}, err
	}
	now := e.now()
	holds := func(m souvenir.Memory) bool { return holdsFor(m, sc.Agent, now) }
	facts, memories := only(stands.Facts, holds), only(stands.Memories, holds)
	notes := inject.Profile(card, facts, memories, o)
	out := standing{telling{notes, inject.SaidIn(notes), inject.Render(notes, o).Text}, map[inject.Note]string{}}
	for i, n := range inject.Facts(facts) {
		out.ids[n] = facts[i].ID
	}
	for i, n := range inject.Memories(memories) {
		out.ids[n] = memories[i].ID
	}
	return out, soonest(slices.Concat(facts, memories)), nil
}

// holdsFor says that a memory holds now, wherever the user talks with an agent.
func holdsFor(m souvenir.Memory, agent string, now time.Time) bool {
	return m.Reach == souvenir.UserGlobal && (m.Agent == "" || m.Agent == agent) && (m.ExpiresAt == nil || m.ExpiresAt.After(now))
}

// soonest is when the first of the memories ends, if one does.
func soonest(ms []souvenir.Memory) (at time.Time) {
	for _, m := range ms {
		if m.ExpiresAt != nil && (at.IsZero() || m.ExpiresAt.Before(at)) {
			at = *m.ExpiresAt
		}
	}
	return at
}

func only[T any](items []T, wanted func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(items), func(item T) bool { return !wanted(item) })
}

// profiles are those of users who chat. Nobody may write to what it gives.
type profiles struct {
	mu   sync.Mutex
	kept map[profileOf]keptProfile
}

type profileOf struct {
	tenant, user, agent string
	inject.Options
}

type keptProfile struct {
	at     store.Stamp
	until  time.Time
	stands standing
}

const mostProfiles = 1024

func (p *profiles) of(of profileOf, at store.Stamp, now time.Time) (standing, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k, ok := p.kept[of]
	return k.stands, ok && k.at == at && (k.until.IsZero() || k.until.After(now))
}

func (p *profiles) keep(of profileOf, k keptProfile) {
	if (k.at == store.Stamp{}) {
		return // the database does not tell of changes
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.kept == nil || len(p.kept) >= mostProfiles {
		p.kept = map[profileOf]keptProfile{}
	}
	p.kept[of] = k
}

// mostAhead is how many profiles of somebody are written ahead: one for each agent that
// they talk with.
const mostAhead = 8

// told are profiles that somebody was told.
func (p *profiles) told(sc souvenir.Scope) (out []profileOf) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for of := range p.kept {
		if of.tenant == sc.Tenant && of.user == sc.User && len(out) < mostAhead {
			out = append(out, of)
		}
	}
	return out
}

func (p *profiles) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept = nil
}
