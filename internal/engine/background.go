package engine

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/chatter"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/recall"
	"golang.org/x/sync/errgroup"
)

// profileBudget is what a profile may cost where nobody says, in tokens.
const profileBudget = 500

// Told is what a conversation was told at its beginning.
type Told []inject.Note

// Chat is a turn of a chat that wants to know about its user.
type Chat struct {
	User, Agent, Conversation string
	Query                     string            // what the user says now
	Seen                      func(string) bool // what the chat shows anyhow; nil means nothing
	Told                      *Told             // from the turn before; nil at the beginning
	Format                    string            // block or postfix; empty means block
	ProfileBudget, Budget     int               // tokens of each part at most
	Joined                    bool              // all in one, at the end
}

// Background is what a chat is told about its user: first what stays the same
// from turn to turn, last what bears on this one.
type Background struct {
	Profile, Tail string
	Told          Told     // for the next turn
	Lines         []string // what both say, line by line, for people
}

// Background recalls for a chat. What it said at the beginning of a conversation
// it says again, to the byte, as long as all of it holds.
func (e *Engine) Background(ctx context.Context, c Chat) (Background, error) {
	sc, err := e.scope(ctx, c.User)
	if err != nil || sc.User == souvenir.UnknownUser {
		return Background{}, err
	}
	sc.Agent, sc.Conversation = c.Agent, c.Conversation
	o := inject.Options{Budget: c.ProfileBudget, Format: inject.Format(c.Format)}
	var now, found []inject.Note
	looking, ctx := errgroup.WithContext(ctx)
	looking.Go(func() (err error) { now, err = e.profile(ctx, sc, o); return err })
	looking.Go(func() (err error) { found, err = e.bearing(ctx, sc, c); return err })
	if err := looking.Wait(); err != nil {
		return Background{}, err
	}
	if c.Joined {
		all := slices.Concat(now, inject.Except(found, now))
		both := inject.Options{Budget: c.ProfileBudget + c.Budget, Format: o.Format}
		return Background{Tail: inject.Render(all, both).Text, Lines: inject.Lines(all, both)}, nil
	}
	told, more := now, []inject.Note(nil)
	if c.Told != nil {
		told, more = inject.Settle(*c.Told, now)
	}
	tail := inject.Except(slices.Concat(more, inject.Except(found, more)), told)
	last := inject.Options{Budget: c.Budget, Format: o.Format}
	return Background{
		Profile: inject.Render(told, o).Text,
		Tail:    inject.Render(tail, last).Text,
		Told:    told,
		Lines:   slices.Concat(inject.Lines(told, o), inject.Lines(tail, last)),
	}, nil
}

// profile is what holds whatever a chat is about.
func (e *Engine) profile(ctx context.Context, sc souvenir.Scope, o inject.Options) ([]inject.Note, error) {
	stands, err := e.store.Standing(ctx, sc.Tenant, sc.User)
	if err != nil {
		return nil, err
	}
	card, err := e.store.RoleCard(ctx, sc.Tenant, sc.User)
	if err != nil {
		return nil, err
	}
	now := e.now()
	holds := func(m souvenir.Memory) bool { return holdsFor(m, sc.Agent, now) }
	return inject.Profile(card, only(stands.Facts, holds), only(stands.Memories, holds), o), nil
}

// holdsFor says that a memory holds now, wherever the user talks with an agent.
func holdsFor(m souvenir.Memory, agent string, now time.Time) bool {
	return m.Reach == souvenir.UserGlobal && (m.Agent == "" || m.Agent == agent) && (m.ExpiresAt == nil || m.ExpiresAt.After(now))
}

func only[T any](items []T, wanted func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(items), func(item T) bool { return !wanted(item) })
}

// How much bears on one turn, and how much of a query and of an old turn is looked at.
const (
	bearingMemories = 10
	bearingTurns    = 4
	longestQuery    = 1000
	longestTurn     = 600
)

// bearing is what bears on what the user says now; nothing bears on a greeting.
func (e *Engine) bearing(ctx context.Context, sc souvenir.Scope, c Chat) ([]inject.Note, error) {
	if c.Budget == 0 || chatter.Plainly(c.Query) {
		return nil, nil
	}
	q := souvenir.Query{Query: ends(c.Query, longestQuery), Limit: bearingMemories, Turns: new(3 * bearingTurns)}
	var memories []souvenir.RecalledMemory
	var turns []souvenir.RecalledTurn
	looking, ctx := errgroup.WithContext(ctx)
	span := sync.OnceValue(func() recall.Span { return e.span(q) })
	looking.Go(func() (err error) { turns, err = e.recallTurns(ctx, sc, q, span); return err })
	memories, err := e.recallMemories(ctx, sc, q, span)
	if err := cmp.Or(err, looking.Wait()); err != nil {
		return nil, err
	}
	var facts []souvenir.Memory
	for _, m := range memories {
		if m.Key != "" {
			facts = append(facts, m.Memory)
		}
	}
	turns = only(turns, func(t souvenir.RecalledTurn) bool { return c.Seen == nil || !c.Seen(t.Content) })
	turns = turns[:min(len(turns), bearingTurns)]
	for i := range turns {
		turns[i].Content = ends(turns[i].Content, longestTurn)
	}
	return noted(facts, memories, turns), nil
}

// ends are the beginning and the end of a text that is too long: a question stands
// at either.
func ends(text string, most int) string {
	rs := []rune(text)
	if len(rs) <= most {
		return text
	}
	return string(rs[:most/2]) + " … " + string(rs[len(rs)-most/2:])
}
