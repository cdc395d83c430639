package engine

import (
	"cmp"
	"context"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/store"
	"golang.org/x/sync/errgroup"
)

// Told is what a conversation was told, for its next turn.
type Told struct {
	profile telling // at its beginning
	turn    string  // the last one, and what it was told
	tail    string
	lines   func() []string
	stamp   store.Stamp // when that held
}

// Chat is a turn of a chat that wants to know about its user.
type Chat struct {
	User, Agent, Conversation string
	Turn                      string            // names what the user says now
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
	Told          Told            // for the next turn
	Lines         func() []string // what both say, line by line, for people; nil where nothing is told
}

// Background recalls for a chat. What it said at the beginning of a conversation
// it says again, to the byte, as long as all of it holds; and to a turn that goes on
// what it said before, as long as nothing has changed.
func (e *Engine) Background(ctx context.Context, c Chat) (Background, error) {
	sc, err := e.scope(ctx, c.User)
	if err != nil || sc.User == souvenir.UnknownUser {
		return Background{}, err
	}
	sc.Agent, sc.Conversation = c.Agent, c.Conversation
	ctx = e.look(ctx, sc)
	stamp, err := e.store.Stamp(ctx, sc.Tenant, sc.User)
	if err != nil {
		return Background{}, err
	}
	goesOn := c.Told != nil && c.Told.turn == c.Turn && c.Told.stamp == stamp && stamp != store.Stamp{}
	var found bearing
	looking, ctx := errgroup.WithContext(ctx)
	stands, kept := e.profiles.of(profileOf{sc.Tenant, sc.User, sc.Agent, c.profile()}, stamp, e.now())
	if !kept {
		looking.Go(func() (err error) { stands, err = e.profile(ctx, sc, c.profile()); return err })
	}
	if !goesOn {
		found, err = e.bearing(ctx, sc, c)
	}
	if err := cmp.Or(err, looking.Wait()); err != nil {
		return Background{}, err
	}
	b := c.tell(stands, found)
	if goesOn {
		b.Tail, b.Lines = c.Told.tail, c.Told.lines
	}
	b.Told.turn, b.Told.tail, b.Told.lines, b.Told.stamp = c.Turn, b.Tail, b.Lines, stamp
	return b, nil
}

func (c Chat) profile() inject.Options {
	return inject.Options{Budget: c.ProfileBudget, Format: inject.Format(c.Format)}
}

// tell writes both parts. Nothing is told twice.
func (c Chat) tell(stands standing, found bearing) Background {
	told, more := stands.telling, []inject.Note(nil)
	if c.Told != nil && !c.Joined {
		if since, holds := inject.Settle(c.Told.profile.notes, stands.notes); holds {
			told, more = c.Told.profile, since
		}
	}
	known := found.ids()
	for _, n := range stands.notes {
		known[stands.ids[n]] = true
	}
	tail := told.said.Except(slices.Concat(more, found.notes(known, c.Seen)))
	if c.Joined {
		all := slices.Concat(told.notes, tail)
		both := inject.Options{Budget: c.ProfileBudget + c.Budget, Format: inject.Format(c.Format)}
		return Background{Tail: inject.Render(all, both).Text, Lines: func() []string { return inject.Lines(all, both) }}
	}
	last := inject.Options{Budget: c.Budget, Format: inject.Format(c.Format)}
	return Background{
		Profile: told.block,
		Tail:    inject.Render(tail, last).Text,
		Told:    Told{profile: told},
		Lines:   func() []string { return slices.Concat(inject.Lines(told.notes, c.profile()), inject.Lines(tail, last)) },
	}
}
