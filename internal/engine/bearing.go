package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/chatter"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/recall"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// How much bears on one turn, and how much of a query and of an old turn is looked at.
const (
	bearingMemories = 10
	bearingTurns    = 4
	bearingList     = 30 // of each way of looking, that are ranked
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
	if c.Budget == 0 || chatter.SmallTalk(q.Query) {
		return bearing{}, nil
	}
	span := e.span(q)
	turns := sync.OnceValues(func() ([]store.ToldTurn, error) { return e.turnsToTell(ctx, sc, q, span) })
	go turns() // beside the memories if a processor is free by then, and after them if not
	memories, err := e.memoriesToTell(ctx, sc, q, span)
	found, failed := turns()
	return bearing{memories, found}, cmp.Or(err, failed)
}

func (e *Engine) memoriesToTell(ctx context.Context, sc souvenir.Scope, q souvenir.Query, span recall.Span) ([]souvenir.Memory, error) {
	if recall.AboutAsker(q.Query) {
		known, err := e.overview(ctx, sc, q)
		return plain(known), err
	}
	ranked, err := e.rankMemories(ctx, sc, q, span, bearingList)
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

func (e *Engine) turnsToTell(ctx context.Context, sc souvenir.Scope, q souvenir.Query, span recall.Span) ([]store.ToldTurn, error) {
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
		if t, ok := found[r.N]; ok && !isGreeting(t.Message.Content) {
			t.Ended = t.Ended || restates(t.Message, ended)
			out = append(out, t)
		}
	}
	return out, err
}

func isGreeting(text string) bool { return len(text) <= longestGreeting && chatter.SmallTalk(text) }

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

// notes are what a prompt is told of it. A turn adds nothing if the chat shows it, or
// if what came of it is told already; and it must not bring back what no longer holds.
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
