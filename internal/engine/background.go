package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/chatter"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/recall"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/words"
	"golang.org/x/sync/errgroup"
)

// profileBudget is what a profile may cost where nobody says, in tokens.
const profileBudget = 500

// Told is what a conversation was told, for its next turn.
type Told struct {
	profile []inject.Note // at its beginning
	turn    string        // the last one, and what it was told
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
	ctx = e.Look(ctx)
	stamp, err := e.store.Stamp(ctx, sc.Tenant, sc.User)
	if err != nil {
		return Background{}, err
	}
	goesOn := c.Told != nil && c.Told.turn == c.Turn && c.Told.stamp == stamp && stamp != store.Stamp{}
	var stands standing
	var found bearing
	looking, ctx := errgroup.WithContext(ctx)
	looking.Go(func() (err error) { stands, err = e.profile(ctx, sc, c.profile()); return err })
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
	told, more := stands.notes, []inject.Note(nil)
	if c.Told != nil && !c.Joined {
		told, more = inject.Settle(c.Told.profile, stands.notes)
	}
	known := found.ids()
	for _, n := range stands.notes {
		known[stands.ids[n]] = true
	}
	tail := inject.Except(slices.Concat(more, found.notes(known, c.Seen)), told)
	if c.Joined {
		all := slices.Concat(told, tail)
		both := inject.Options{Budget: c.ProfileBudget + c.Budget, Format: inject.Format(c.Format)}
		return Background{Tail: inject.Render(all, both).Text, Lines: func() []string { return inject.Lines(all, both) }}
	}
	last := inject.Options{Budget: c.Budget, Format: inject.Format(c.Format)}
	return Background{
		Profile: inject.Render(told, c.profile()).Text,
		Tail:    inject.Render(tail, last).Text,
		Told:    Told{profile: told},
		Lines:   func() []string { return slices.Concat(inject.Lines(told, c.profile()), inject.Lines(tail, last)) },
	}
}

// standing is what holds whatever a chat is about, and the memories that say it.
type standing struct {
	notes []inject.Note
	ids   map[inject.Note]string
}

func (e *Engine) profile(ctx context.Context, sc souvenir.Scope, o inject.Options) (standing, error) {
	card, err := e.store.RoleCard(ctx, sc.Tenant, sc.User)
	if err != nil {
		return standing{}, err
	}
	return e.profileWith(ctx, sc, card, o)
}

// profileWith is the same with a role card that may not be kept yet.
func (e *Engine) profileWith(ctx context.Context, sc souvenir.Scope, card *souvenir.RoleCard, o inject.Options) (standing, error) {
	stands, err := e.store.Standing(ctx, sc.Tenant, sc.User)
	if err != nil {
		return standing{}, err
	}
	now := e.now()
	holds := func(m souvenir.Memory) bool { return holdsFor(m, sc.Agent, now) }
	facts, memories := only(stands.Facts, holds), only(stands.Memories, holds)
	out := standing{inject.Profile(card, facts, memories, o), map[inject.Note]string{}}
	for i, n := range inject.Facts(facts) {
		out.ids[n] = facts[i].ID
	}
	for i, n := range inject.Memories(memories) {
		out.ids[n] = memories[i].ID
	}
	return out, nil
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
	bearingList     = 40 // turns of each way of looking that are ranked
	longestQuery    = 1000
	longestTurn     = 600
	longestGreeting = 60 // of an old turn
	longestCompared = 4000
)

// bearing is what bears on what the user says now, the best first.
type bearing struct {
	memories []souvenir.Memory
	turns    []store.ToldTurn
}

// bearing looks for it; nothing bears on a greeting.
func (e *Engine) bearing(ctx context.Context, sc souvenir.Scope, c Chat) (bearing, error) {
	q := souvenir.Query{Query: ends(c.Query, longestQuery), Limit: bearingMemories}
	if c.Budget == 0 || chatter.Plainly(q.Query) {
		return bearing{}, nil
	}
	var b bearing
	looking, ctx := errgroup.WithContext(ctx)
	span := sync.OnceValue(func() recall.Span { return e.span(q) })
	looking.Go(func() error { span(); return nil }) // beside the rest
	looking.Go(func() (err error) { b.turns, err = e.turnsToTell(ctx, sc, q, span); return err })
	memories, err := e.memoriesToTell(ctx, sc, q, span)
	b.memories = memories
	return b, cmp.Or(err, looking.Wait())
}

func (e *Engine) memoriesToTell(ctx context.Context, sc souvenir.Scope, q souvenir.Query, span func() recall.Span) ([]souvenir.Memory, error) {
	if recall.AboutAsker(q.Query) {
		known, err := e.overview(ctx, sc, q)
		return plain(known), err
	}
	ranked, err := e.rankMemories(ctx, sc, q, span)
	if err != nil {
		return nil, err
	}
	found, err := e.store.MemoriesToTell(ctx, sc, numbers(ranked))
	return plain(e.recalledOnce(sc, q, ranked, found)), err
}

func plain(recalled []souvenir.RecalledMemory) []souvenir.Memory {
	out := make([]souvenir.Memory, len(recalled))
	for i, r := range recalled {
		out[i] = r.Memory
	}
	return out
}

func (e *Engine) turnsToTell(ctx context.Context, sc souvenir.Scope, q souvenir.Query, span func() recall.Span) ([]store.ToldTurn, error) {
	if recall.AboutAsker(q.Query) {
		return nil, nil
	}
	ranked, err := e.rankTurns(ctx, sc, q, span, bearingList)
	if err != nil {
		return nil, err
	}
	ranked = ranked[:min(len(ranked), 3*bearingTurns)]
	found, err := e.store.TurnsToTell(ctx, sc, numbers(ranked))
	if err != nil {
		return nil, err
	}
	ended, err := e.store.Ended(ctx, sc)
	var out []store.ToldTurn
	for _, r := range ranked {
		if t, ok := found[r.N]; ok {
			t.Ended = t.Ended || restates(t.Message, ended)
			out = append(out, t)
		}
	}
	return out, err
}

// restates says that a turn tells what ended since, though nothing was learnt from
// it: answers repeat what a model was told. Of what was forgotten, half of the words
// are too many.
func restates(m souvenir.Message, ended []store.Ended) bool {
	if len(ended) == 0 || !ended[0].At.After(m.At) {
		return false
	}
	has := map[string]bool{}
	for _, w := range words.Index(ends(m.Content, longestCompared)) {
		has[w] = true
	}
	for _, e := range ended {
		if !e.At.After(m.At) {
			return false // the last ones come first
		}
		found := 0
		for _, w := range e.Words {
			if has[w] {
				found++
			}
		}
		forgotten := e.Status == souvenir.Deleted || e.Status == souvenir.Rejected
		if found > 0 && (found == len(e.Words) || forgotten && 2*found >= len(e.Words)) {
			return true
		}
	}
	return false
}

func (b bearing) ids() map[string]bool {
	out := make(map[string]bool, len(b.memories))
	for _, m := range b.memories {
		out[m.ID] = true
	}
	return out
}

// notes are what a prompt is told of it. A turn adds nothing if the chat shows it, if
// what came of it is told already, or if it was small talk; and it must not bring
// back what no longer holds.
func (b bearing) notes(known map[string]bool, seen func(string) bool) []inject.Note {
	var facts, others []souvenir.Memory
	for _, m := range b.memories {
		if m.Key != "" {
			facts = append(facts, m)
		} else {
			others = append(others, m)
		}
	}
	var turns []souvenir.Message
	for _, t := range b.turns {
		m := t.Message
		told := slices.ContainsFunc(t.Memories, func(id string) bool { return known[id] })
		if t.Ended || told || len(turns) == bearingTurns || seen != nil && seen(m.Content) {
			continue
		}
		if len(m.Content) <= longestGreeting && chatter.Plainly(m.Content) {
			continue
		}
		m.Content = ends(m.Content, longestTurn)
		turns = append(turns, m)
	}
	return slices.Concat(inject.Facts(facts), inject.Memories(others), inject.Turns(turns))
}

// ends are the beginning and the end of a text that is too long: a question stands
// at either. Only they are looked at, however long the rest is.
func ends(text string, most int) string {
	if len(text) <= most {
		return text
	}
	head, tail := text[:min(len(text), 4*most)], text[max(0, len(text)-4*most):]
	if len(text) <= 4*most && utf8.RuneCountInString(text) <= most {
		return text
	}
	first, last := []rune(strings.ToValidUTF8(head, "")), []rune(strings.ToValidUTF8(tail, ""))
	return string(first[:min(len(first), most/2)]) + " … " + string(last[max(0, len(last)-most/2):])
}
