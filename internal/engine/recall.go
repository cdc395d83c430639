package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/chatter"
	"github.com/souvenir-memory/souvenir/internal/inject"
	"github.com/souvenir-memory/souvenir/internal/recall"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/tokens"
	"github.com/souvenir-memory/souvenir/internal/when"
	"github.com/souvenir-memory/souvenir/internal/words"
	"golang.org/x/sync/errgroup"
)

// listLength is how much each way of looking may find before ranking.
const listLength = 200

// fillers is how many turns that say nothing ("ok, thanks!") may be left out.
const fillers = 10

// Recall finds memories, facts and raw turns for a query, and writes the block.
func (e *Engine) Recall(ctx context.Context, in *struct {
	Body souvenir.Query
}) (*Answer[souvenir.Recall], error) {
	q := in.Body
	sc, err := e.scope(ctx, q.User)
	if err != nil {
		return nil, err
	}
	for what, text := range map[string]string{"query": q.Query, "about": q.About, "types": strings.Join(q.Types, "")} {
		if err := souvenir.CheckText(what, text); err != nil {
			return nil, err
		}
	}
	out := &Answer[souvenir.Recall]{souvenir.Recall{Memories: []souvenir.RecalledMemory{}, Facts: []souvenir.Fact{}, Turns: []souvenir.RecalledTurn{}}}
	if sc.User != souvenir.UnknownUser {
		sc.Agent, sc.Conversation = q.Agent, q.Conversation
		if out.Body, err = e.recall(ctx, sc, q); err != nil {
			return nil, err
		}
	}
	if q.Summarize {
		out.Body.Summary = e.summarize(ctx, sc, q.Query, out.Body.Memories)
	}
	return out, nil
}

func (e *Engine) recall(ctx context.Context, sc souvenir.Scope, q souvenir.Query) (r souvenir.Recall, err error) {
	var facts []souvenir.Memory
	o := inject.Options{Budget: q.Budget, Format: inject.Format(q.Format)}
	var stands standing
	looking, ctx := errgroup.WithContext(e.look(ctx, sc))
	span := e.span(q)
	looking.Go(func() (err error) { facts, err = e.facts(ctx, sc, q); return err })
	looking.Go(func() (err error) {
		if q.Profile && q.At == nil {
			stands, err = e.profile(ctx, sc, inject.Options{Budget: profileBudget, Format: o.Format})
		}
		return err
	})
	looking.Go(func() (err error) { r.Turns, err = e.recallTurns(ctx, sc, q, span); return err })
	looking.Go(func() (err error) { r.FollowUps, err = e.followUps(ctx, sc, q); return err })
	r.Memories, err = e.recallMemories(ctx, sc, q, span)
	if err := cmp.Or(err, looking.Wait()); err != nil {
		return r, err
	}
	r.Facts = factsOf(facts)
	block := inject.Render(stands.said.Except(noted(facts, r.Memories, r.Turns)), o)
	r.Block, r.Profile, r.Tokens = block.Text, stands.block, block.Tokens+tokens.Estimate(stands.block)
	return r, nil
}

// facts are the facts as they are, or as they were at the time asked for.
func (e *Engine) facts(ctx context.Context, sc souvenir.Scope, q souvenir.Query) ([]souvenir.Memory, error) {
	const most = 50
	if q.At == nil {
		return e.currentFacts(ctx, sc, q, most)
	}
	known, err := e.store.MemoriesAsOf(ctx, e.reach(sc, q), *q.At)
	var out []souvenir.Memory
	for _, m := range known {
		if m.Key != "" && m.IsAbout(cmp.Or(q.About, sc.User)) {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b souvenir.Memory) int { return cmp.Compare(a.Key, b.Key) })
	return out[:min(len(out), most)], err
}

func (e *Engine) currentFacts(ctx context.Context, sc souvenir.Scope, q souvenir.Query, most int) ([]souvenir.Memory, error) {
	all, err := e.store.Facts(ctx, sc.Tenant, sc.User, sc.Agent, q.About, 10*most)
	all = slices.DeleteFunc(slices.Clone(all), func(m souvenir.Memory) bool {
		return !m.HoldsIn(sc.Conversation, q.Site) || m.Over(e.now()) || len(q.Types) > 0 && !slices.Contains(q.Types, m.Type)
	})
	return all[:min(len(all), most)], err
}

func (e *Engine) recallMemories(ctx context.Context, sc souvenir.Scope, q souvenir.Query, span recall.Span) ([]souvenir.RecalledMemory, error) {
	if recall.AboutAsker(q.Query) {
		return e.overview(ctx, sc, q)
	}
	ranked, err := e.rankMemories(ctx, sc, q, span, min(listLength, max(50, 5*q.Limit)))
	if err != nil {
		return nil, err
	}
	found, err := e.store.MemoriesByNumber(ctx, sc.Tenant, numbers(ranked))
	return e.recalledOnce(sc, q, ranked, found), err
}

// rankMemories ranks the best memories of each list, the best first.
func (e *Engine) rankMemories(ctx context.Context, sc souvenir.Scope, q souvenir.Query, span recall.Span, list int) ([]recall.Ranked, error) {
	clues, err := e.clues(ctx, sc, q, span, list)
	if err != nil {
		return nil, err
	}
	recent, err := e.store.RecentConversations(ctx, sc)
	if err != nil {
		return nil, err
	}
	ranked := recall.Memories(clues, recall.Circumstances{Now: e.now(), When: span, Recent: recent}, recall.DefaultWeights)
	return ranked[:min(len(ranked), q.Limit)], nil
}

// recalledOnce are the memories in their order, and what says the same once: two
// agents may know it.
func (e *Engine) recalledOnce(sc souvenir.Scope, q souvenir.Query, ranked []recall.Ranked, found map[int64]souvenir.Memory) []souvenir.RecalledMemory {
	out := make([]souvenir.RecalledMemory, 0, len(ranked))
	said := map[string]bool{}
	for _, r := range ranked {
		m, ok := found[r.N]
		if words := souvenir.Normalize(m.Question + " " + m.Content); ok && !said[words] {
			said[words] = true
			out = append(out, souvenir.RecalledMemory{Memory: m, Score: r.Score, Explain: explain(q, r)})
		}
	}
	if !q.Look {
		e.recalled.note(sc.Tenant, out)
	}
	return out
}

func (e *Engine) clues(ctx context.Context, sc souvenir.Scope, q souvenir.Query, span recall.Span, list int) ([]recall.Memory, error) {
	search := e.search(ctx, sc, q, span, store.MemoryText, list)
	if q.At != nil {
		return e.memoriesAsOf(ctx, search, *q.At)
	}
	return e.store.FindMemories(ctx, search)
}

func (e *Engine) recallTurns(ctx context.Context, sc souvenir.Scope, q souvenir.Query, span recall.Span) ([]souvenir.RecalledTurn, error) {
	limit := 10
	if q.Turns != nil {
		limit = *q.Turns
	}
	if limit == 0 || recall.AboutAsker(q.Query) {
		return []souvenir.RecalledTurn{}, nil
	}
	ranked, err := e.rankTurns(ctx, sc, q, span, listLength)
	if err != nil {
		return nil, err
	}
	ranked = ranked[:min(len(ranked), limit+fillers)]
	found, err := e.store.TurnsByNumber(ctx, sc.Tenant, numbers(ranked))
	out := make([]souvenir.RecalledTurn, 0, len(ranked))
	for _, r := range ranked {
		if t, ok := found[r.N]; ok && len(out) < limit && !isFiller(t.Message.Content) {
			m := t.Message
			out = append(out, souvenir.RecalledTurn{ID: m.ID, Conversation: t.Conversation, Role: m.Role, Name: m.Name, At: m.At, Content: m.Content, Score: r.Score, Explain: explain(q, r)})
		}
	}
	return out, err
}

// rankTurns ranks the best turns of each list, the best first.
func (e *Engine) rankTurns(ctx context.Context, sc souvenir.Scope, q souvenir.Query, span recall.Span, list int) ([]recall.Ranked, error) {
	search := e.search(ctx, sc, q, span, store.MessageText, list)
	clues, err := e.store.FindTurns(ctx, search)
	if err != nil {
		return nil, err
	}
	if q.At != nil {
		clues = slices.DeleteFunc(clues, func(t recall.Turn) bool { return t.At.After(*q.At) })
	}
	ranked := recall.Turns(clues, named(q.Query, clues), span, recall.DefaultTurnWeights)
	if q.About != "" {
		ranked = saidBy(q.About, sc, clues, ranked)
	}
	return ranked, nil
}

// isFiller reports a turn that says nothing. A longer greeting at least shows who
// talked with whom, and when.
func isFiller(text string) bool { return len(text) <= 32 && chatter.Plainly(text) }

func (e *Engine) search(ctx context.Context, sc souvenir.Scope, q souvenir.Query, span recall.Span, kind store.Kind, list int) store.Search {
	s := store.Search{Reach: e.reach(sc, q), Words: words.Query(q.Query), Limit: list}
	s.Vector, s.Model = e.queryVector(ctx, sc, kind, q.Query), e.embedder.Name()
	if span.Listed {
		s.When = span
	}
	return s
}

func (e *Engine) reach(sc souvenir.Scope, q souvenir.Query) store.Reach {
	return store.Reach{Scope: sc, Site: q.Site, Now: e.now(), Types: q.Types, About: q.About}
}

// span is the time that the query names, such as "last March". What was in a time
// that is over is listed; "today" and "next week" are mostly said of what is to do.
func (e *Engine) span(q souvenir.Query) recall.Span {
	now := e.now()
	if q.At != nil {
		now = *q.At
	}
	rest, m := when.Without(q.Query, now)
	if m.None() {
		return recall.Span{}
	}
	only := recall.Open(rest)
	return recall.Span{From: m.From, To: m.To, Only: only, Listed: only || !m.To.After(now)}
}

// named are the speakers whom the query calls by name.
func named(query string, clues []recall.Turn) map[string]bool {
	asked := words.Index(query)
	out := map[string]bool{}
	for _, c := range clues {
		if _, known := out[c.Speaker]; known {
			continue
		}
		name := words.Index(c.Speaker)
		out[c.Speaker] = len(name) > 0 && slices.Contains(asked, name[0])
	}
	return out
}

// saidBy leaves the turns of one speaker. The user may have no name.
func saidBy(who string, sc souvenir.Scope, clues []recall.Turn, ranked []recall.Ranked) []recall.Ranked {
	theirs := make(map[int64]bool, len(clues))
	for _, c := range clues {
		theirs[c.N] = c.Speaker == who || who == sc.User && c.Speaker == string(souvenir.User)
	}
	return slices.DeleteFunc(ranked, func(r recall.Ranked) bool { return !theirs[r.N] })
}

func numbers(rs []recall.Ranked) []int64 {
	ns := make([]int64, len(rs))
	for i, r := range rs {
		ns[i] = r.N
	}
	return ns
}

func explain(q souvenir.Query, r recall.Ranked) map[string]float64 {
	if !q.Explain {
		return nil
	}
	parts := make(map[string]float64, len(r.Parts))
	for _, p := range r.Parts {
		parts[p.Name] = p.Value
	}
	return parts
}

// noted is what a prompt is told of what was found.
func noted(facts []souvenir.Memory, memories []souvenir.RecalledMemory, turns []souvenir.RecalledTurn) []inject.Note {
	var ms []souvenir.Memory
	for _, m := range memories {
		if m.Key == "" { // those with a key are among the facts
			ms = append(ms, m.Memory)
		}
	}
	var ts []souvenir.Message
	for _, t := range turns {
		ts = append(ts, souvenir.Message{Role: t.Role, Name: t.Name, At: t.At, Content: t.Content})
	}
	return slices.Concat(inject.Facts(facts), inject.Memories(ms), inject.Turns(ts))
}

// wants says whether a memory passes the list's filters.
func (in *ListMemories) wants(m souvenir.Memory) bool {
	return (in.Type == "" || m.Type == in.Type) && (in.Category == "" || m.Category == in.Category) &&
		(in.Tag == "" || slices.Contains(m.Tags, strings.ToLower(in.Tag))) && (in.About == "" || m.IsAbout(in.About)) &&
		(in.Origin == "" || string(m.Origin) == in.Origin) && !m.UpdatedAt.Before(in.Since)
}

// memoriesMatching is the list of memories that have some words in them.
func (e *Engine) memoriesMatching(ctx context.Context, sc souvenir.Scope, in *ListMemories) (*Page[souvenir.Memory], error) {
	if in.Status != string(souvenir.Active) {
		return nil, souvenir.Errorf(souvenir.Invalid, "q finds active memories only; leave out the status, or q.")
	}
	sc.Agent = in.Agent
	hits, err := e.store.SearchMemories(ctx, store.Reach{Scope: sc, Now: e.now()}, words.Query(in.Q), 500)
	var found []souvenir.Memory
	for _, h := range hits {
		if in.wants(h.Found) && len(found) < in.Limit {
			found = append(found, h.Found)
		}
	}
	return listOf(found, ""), err
}
