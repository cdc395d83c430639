package engine

import (
	"context"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/reconcile"
	"github.com/souvenir-memory/souvenir/internal/reconcile/sense"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/when"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// nearby is how many neighbours of a candidate each way of looking may find.
const nearby = 8

// plan looks up what is known about each candidate and lets reconcile decide. About
// what is doubtful the judge is asked, each thing once, however often it is planned
// again.
func (e *Engine) plan(ctx context.Context, tenant string, cs []souvenir.Candidate, h *hearing) (souvenir.Plan, error) {
	for i := range cs {
		cs[i].ID = e.newID()
		if cs[i].SaidAt.After(e.now()) {
			cs[i].SaidAt = e.now() // or nothing could be said against it until then
		}
		dated(&cs[i].Memory)
	}
	for {
		plan, questions, err := e.draft(ctx, tenant, cs, h)
		if err != nil {
			return plan, err
		}
		if !e.hear(ctx, tenant, h, questions) {
			return e.considered(ctx, tenant, cs, plan)
		}
	}
}

// draft plans with the rulings there are.
func (e *Engine) draft(ctx context.Context, tenant string, cs []souvenir.Candidate, h *hearing) (p souvenir.Plan, open []reconcile.Question, err error) {
	look := func() error {
		known, err := e.known(ctx, tenant, cs)
		if err == nil {
			p, open = reconcile.Plan(cs, known, h.said)
		}
		return err
	}
	if h.background {
		err = e.sparing(ctx, look)
	} else {
		err = look()
	}
	return p, open, err
}

// dated gives a memory the time from which and until which it holds, where its
// words say so.
func dated(m *souvenir.Memory) {
	from, to := when.Valid(m.Content, m.SaidAt)
	if m.ValidFrom == nil && !from.IsZero() {
		m.ValidFrom = &from
	}
	if m.ValidTo == nil && !to.IsZero() && (m.ValidFrom == nil || m.ValidFrom.Before(to)) {
		m.ValidTo = &to
	}
}

// known is what may say what the candidates say. Neighbours are looked for only
// where neither words nor key decide.
func (e *Engine) known(ctx context.Context, tenant string, cs []souvenir.Candidate) ([]reconcile.Known, error) {
	out := make([]reconcile.Known, len(cs))
	var open []int
	for i := range cs {
		var err error
		if out[i].Same, err = e.store.SameAs(ctx, tenant, cs[i].Memory); err != nil {
			return nil, err
		}
		out[i].Same = slices.DeleteFunc(out[i].Same, func(m souvenir.Memory) bool { return m.ID == cs[i].ID }) // it waits for review itself
		if cs[i].Key != "" && len(out[i].Same) == 0 {
			keyed, found, err := e.store.WithKey(ctx, tenant, cs[i].Memory)
			if err != nil {
				return nil, err
			}
			if found {
				out[i].Keyed = &keyed
			}
		}
		if len(out[i].Same) == 0 && out[i].Keyed == nil && len(cs[i].Doubts) == 0 {
			open = append(open, i)
		}
	}
	return out, e.neighbours(ctx, tenant, cs, open, out)
}

// neighbours looks for what is near the open candidates, by words and by meaning.
func (e *Engine) neighbours(ctx context.Context, tenant string, cs []souvenir.Candidate, open []int, out []reconcile.Known) error {
	if len(open) == 0 {
		return nil
	}
	contents := make([]string, len(open))
	for i, at := range open {
		contents[i] = cs[at].Content
	}
	vectors := e.vectors(ctx, contents)
	var searches []store.Search
	var of []int
	for i, at := range open {
		for _, s := range e.searches(tenant, cs[at].Memory, vectors[i]) {
			searches, of = append(searches, s), append(of, i)
		}
	}
	found, err := e.store.Near(ctx, tenant, searches)
	if err != nil {
		return err
	}
	e.measure(ctx, found, of, vectors, func(i int, n reconcile.Neighbour) {
		k := &out[open[i]]
		if !slices.ContainsFunc(k.Near, func(m reconcile.Neighbour) bool { return m.Memory.ID == n.Memory.ID }) {
			k.Near = append(k.Near, n)
		}
	})
	return nil
}

// searches are the ways to look for what is near a memory: by its words and
// meaning, and by the words of what has one value at a time.
func (e *Engine) searches(tenant string, m souvenir.Memory, vector []float32) []store.Search {
	s := store.Search{
		Reach: store.Reach{Scope: souvenir.Scope{Tenant: tenant, User: m.User, Agent: m.Agent, Conversation: m.Conversation}, Site: m.Site, Now: e.now()},
		Words: slices.DeleteFunc(words.Query(m.Content), func(w string) bool { return w == "user" || w == "用户" }),
		Model: e.embedder.Name(), Vector: vector, Limit: nearby,
	}
	out := []store.Search{s}
	if cues := sense.Read(m.Content).Cues(); len(cues) > 0 {
		s.Words, s.Vector = cues, nil
		out = append(out, s)
	}
	return out
}

// measure tells the cosine of each neighbour: of the contents themselves, because
// a new memory has no vector yet.
func (e *Engine) measure(ctx context.Context, found [][]souvenir.Memory, of []int, vectors [][]float32, tell func(int, reconcile.Neighbour)) {
	var contents []string
	for _, ms := range found {
		for _, m := range ms {
			contents = append(contents, m.Content)
		}
	}
	theirs := e.vectors(ctx, contents)
	at := 0
	for i, ms := range found {
		for _, m := range ms {
			tell(of[i], reconcile.Neighbour{Memory: m, Similarity: dot(vectors[of[i]], theirs[at])})
			at++
		}
	}
}

// vectors embeds texts in one go. Without an answer there are none, and words
// alone must do.
func (e *Engine) vectors(ctx context.Context, texts []string) [][]float32 {
	none := make([][]float32, len(texts))
	if len(texts) == 0 {
		return none
	}
	out, err := e.embedder.Embed(ctx, texts)
	if err != nil || len(out) != len(texts) {
		e.log.WarnContext(ctx, "candidates not embedded; comparing by words", "error", err)
		return none
	}
	return out
}

func dot(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// hearing is what a judge has said while something is planned, and what that cost.
type hearing struct {
	background bool // wait for a processor to spare
	said       reconcile.Rulings
	tried      map[string]bool
	away       bool // there is nobody to ask
	asked      []reconcile.Asked
}

func newHearing(background bool) *hearing {
	return &hearing{background: background, said: reconcile.Rulings{}, tried: map[string]bool{}}
}

// judging is how long somebody who waits for an answer waits for a judge.
const judging = 10 * time.Second

// hear asks the judge what is open, and says whether there is anything new to plan
// with. What nobody answers is decided by rules.
func (e *Engine) hear(ctx context.Context, tenant string, h *hearing, open []reconcile.Question) (news bool) {
	open = slices.DeleteFunc(open, func(q reconcile.Question) bool { return h.tried[q.ID()] })
	if len(open) == 0 || h.away {
		return false
	}
	model, _, err := e.modelFor(ctx, tenant)
	if model == nil || err != nil {
		h.away = true
		return false
	}
	if !h.background {
		var done context.CancelFunc
		ctx, done = context.WithTimeout(ctx, judging)
		defer done()
	}
	for _, q := range open {
		news = e.judgeOne(ctx, h, model, q) || news
	}
	return news
}

func (e *Engine) judgeOne(ctx context.Context, h *hearing, model llm.Client, q reconcile.Question) bool {
	h.tried[q.ID()] = true
	if h.away {
		return false
	}
	ruling, asked, ok, err := e.judge.Ask(ctx, model, q)
	h.asked = append(h.asked, asked...)
	if err != nil {
		h.away = true
		e.log.WarnContext(ctx, "judge away; deciding by rules", "error", err)
	}
	if ruling.Flag != "" {
		e.log.WarnContext(ctx, "[RECONCILE] "+ruling.Flag)
	}
	if ok {
		h.said[q.ID()] = ruling
	}
	return ok
}

// tallies are what the judge did, for the statistics, and its cost.
func (h *hearing) tallies() (out []souvenir.Tally, cost souvenir.Usage) {
	for _, a := range h.asked {
		u := a.Usage
		for what, n := range map[string]int{souvenir.ModelCalls: 1, souvenir.TokensIn: u.In, souvenir.TokensCached: u.Cached, souvenir.TokensOut: u.Out, souvenir.ReplyMode + string(a.Mode): 1} {
			if n > 0 {
				out = append(out, souvenir.Tally{Style: reconcile.Style, Model: u.Model, What: what, N: int64(n)})
			}
		}
		cost = cost.Plus(souvenir.Usage{Calls: 1, In: int64(u.In), Cached: int64(u.Cached), Out: int64(u.Out)})
	}
	return out, cost
}

// settle counts what a judge cost where no job does.
func (e *Engine) settle(ctx context.Context, tenant string, h *hearing) {
	judged, _ := h.tallies()
	if len(judged) == 0 {
		return
	}
	e.count(judged)
	if err := e.store.Settle(context.WithoutCancel(ctx), tenant, store.Verdict{Tallies: judged}, souvenir.Cause{}); err != nil {
		e.log.ErrorContext(ctx, "cost of a judge not noted", "error", err)
	}
}
