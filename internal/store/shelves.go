package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unique"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/index"
	"github.com/souvenir-memory/souvenir/internal/recall"
	"github.com/souvenir-memory/souvenir/internal/words"
	"golang.org/x/sync/errgroup"
)

// shelves is the finder beside SQLite: the texts of the users at work, in
// memory. SQLite has one writer at a time, so rows are numbered in the order of
// their commits, and a shelf catches up by reading what is newer than the last
// row it saw, whoever wrote it.
type shelves struct {
	store *Store

	mu    sync.Mutex
	users map[ownerOf]*shelf
	ahead atomic.Int64 // the epoch that was read ahead

	// watch is a connection that stays open, so that the index of commits does too.
	watch *sql.Conn
}

// maxShelved is how many texts are kept in memory before the user who was away
// longest has to make room.
const maxShelved = 3_000_000

// maxTold is how many memories a user may have whose texts are kept to be told. Who has
// more waits for the search, and not for the few rows that it finds.
const maxTold = 50_000

// shelf is one user's texts. Its lock is held while it catches up.
type shelf struct {
	sync.Mutex
	of    ownerOf
	used  time.Time    // guarded by shelves.mu
	asked time.Time    // when something was last looked for; guarded by shelves.mu
	texts atomic.Int64 // how many there are, for those who do not have the lock
	contents
}

// contents are what a shelf holds, and how far it has read.
type contents struct {
	memories *index.Shelf[memoryAbout]
	turns    *index.Shelf[turnAbout]
	places   map[turnPlace]int64 // a turn's number by its place

	loaded                                            bool // read to the end at least once
	filled                                            bool // memories were read, and changes follow
	tells                                             bool // what prompts are told is kept, too
	model                                             string
	epoch                                             int64
	change, message, forgetting, memVector, msgVector int64 // the last rows seen
	newest                                            newestTexts
}

// memoryAbout is what decides whether a memory is within reach and how it ranks.
type memoryAbout struct {
	labels               unique.Handle[labels]
	priority, importance uint8
	temporary            bool
	confidence           float32 // below zero means unknown
	confirmations        uint32
	expires, said        int64
	told                 *toldTexts // nil where they are not kept
}

// toldTexts is as much of a memory as a prompt is told, beside its key.
type toldTexts struct{ id, question, content string }

// labels are what many memories have in common, and so are held once.
type labels struct{ kind, origin, agent, reach, conversation, site, key, about string }

type turnAbout struct {
	conversation, speaker, agent unique.Handle[string]
	seq, at                      int64
}

// turnPlace is where a turn is in its conversation.
type turnPlace struct {
	conversation unique.Handle[string]
	seq          int64
}

func newShelves(s *Store) *shelves { return &shelves{store: s, users: map[ownerOf]*shelf{}} }

func (x *shelves) memories(ctx context.Context, q Search) ([]recall.Memory, error) {
	shelf, s, err := x.open(ctx, q.Scope, q.Model)
	if err != nil {
		return nil, err
	}
	x.noteAsked(shelf)
	words, near, err := search(s.memories, q, within(q.Reach))
	if err != nil {
		return nil, err
	}
	byWords := clues(words, memoryClue, func(m *recall.Memory, score float64) { m.Match.Words = score })
	byMeaning := clues(near, memoryClue, func(m *recall.Memory, score float64) { m.Match.Near = score })
	found := gatherMemories(byWords, byMeaning)
	for i := range found {
		if about, ok := s.memories.About(found[i].N); ok {
			found[i].Key = hasKey(about.labels.Value().key, q.Words)
		}
	}
	if q.When.From.IsZero() {
		return found, nil
	}
	then, err := x.then(ctx, q, s.memories)
	return atTheTime(found, then), err
}

// begun is a memory's number and since when it is so.
type begun struct{ n, since int64 }

var begunRows = table[begun]{fields: func(b *begun) []any { return []any{&b.n, &b.since} }}

// then are the memories that were said in a time, or are so since then.
func (x *shelves) then(ctx context.Context, q Search, memories *index.Shelf[memoryAbout]) ([]recall.Memory, error) {
	keep, from, to := within(q.Reach), q.When.From.UnixMicro(), q.When.To.UnixMicro()
	said := memories.Those(q.Limit, func(a memoryAbout) bool { return a.said >= from && a.said < to && keep(a) })
	out := clues(said, memoryClue, func(*recall.Memory, float64) {})
	since, err := all(x.store.view(ctx), begunRows, "memories_begun", q.Scope.Tenant, q.Scope.User, from, to, q.Limit)
	for _, b := range since {
		if about, ok := memories.About(b.n); ok && keep(about) {
			m := memoryClue(index.Hit[memoryAbout]{N: b.n, About: about})
			m.Happened = time.UnixMicro(b.since)
			out = atTheTime(out, []recall.Memory{m})
		}
	}
	return out, err
}

func (x *shelves) turns(ctx context.Context, q Search) ([]recall.Turn, error) {
	shelf, s, err := x.open(ctx, q.Scope, q.Model)
	if err != nil {
		return nil, err
	}
	keep := func(a turnAbout) bool {
		agent := a.agent.Value()
		return q.Scope.Agent == "" || agent == "" || agent == q.Scope.Agent
	}
	words, near, err := search(s.turns, q, keep)
	if err != nil {
		return nil, err
	}
	byWords := clues(words, turnClue, func(t *recall.Turn, score float64) { t.Match.Words = score })
	byMeaning := clues(near, turnClue, func(t *recall.Turn, score float64) { t.Match.Near = score })
	found := gatherTurns(byWords, byMeaning)
	found = append(found, shelf.beside(words, near)...)
	if q.When.From.IsZero() {
		return found, nil
	}
	from, to := q.When.From.UnixMicro(), q.When.To.UnixMicro()
	then := s.turns.Those(q.Limit, func(a turnAbout) bool { return a.at >= from && a.at < to && keep(a) })
	return turnsThen(found, clues(then, turnClue, func(*recall.Turn, float64) {})), nil
}

// search looks by words and by meaning, side by side where there is much to look
// through.
func search[M any](s *index.Shelf[M], q Search, keep func(M) bool) (words, near []index.Hit[M], err error) {
	const much = 50_000
	meaning := func() (err error) {
		if q.Vector != nil {
			near, err = s.Near(q.Vector, q.Limit, keep)
		}
		return err
	}
	if s.Len() < much {
		err = meaning()
		return s.Words(q.Words, q.Limit, keep), near, err
	}
	var looking errgroup.Group
	looking.Go(meaning)
	words = s.Words(q.Words, q.Limit, keep)
	return words, near, looking.Wait()
}

func (x *shelves) frequencies(ctx context.Context, sc souvenir.Scope, kind Kind, model string, ws []string) (map[string]int, int, error) {
	_, s, err := x.open(ctx, sc, model)
	if err != nil {
		return nil, 0, err
	}
	frequency, texts := s.turns.Frequency, s.turns.Len()
	if kind == MemoryText {
		frequency, texts = s.memories.Frequency, s.memories.Len()
	}
	out := make(map[string]int, len(ws))
	for _, w := range ws {
		out[w] = frequency(w)
	}
	return out, texts, nil
}

// beside gives the turns around those found.
func (s *shelf) beside(found ...[]index.Hit[turnAbout]) (out []recall.Turn) {
	s.Lock()
	defer s.Unlock()
	known := map[int64]bool{}
	for _, h := range slices.Concat(found...) {
		known[h.N] = true
	}
	for _, h := range slices.Concat(found...) {
		for away := int64(-recall.Reach); away <= recall.Reach; away++ {
			n, ok := s.places[turnPlace{h.About.conversation, h.About.seq + away}]
			if !ok || known[n] {
				continue
			}
			known[n] = true
			if about, ok := s.turns.About(n); ok {
				out = append(out, turnClue(index.Hit[turnAbout]{N: n, About: about}))
			}
		}
	}
	return out
}

// within says which memories a search may find.
func within(r Reach) func(memoryAbout) bool {
	now, narrow := r.Now.UnixMicro(), r.narrow()
	return func(a memoryAbout) bool {
		if a.expires != 0 && a.expires <= now {
			return false
		}
		l := a.labels.Value()
		if l.agent != "" && r.Scope.Agent != "" && l.agent != r.Scope.Agent || narrow && !r.wants(l.kind, l.about) {
			return false
		}
		switch souvenir.Reach(l.reach) {
		case souvenir.SessionOnly, souvenir.ConversationOnly:
			return l.conversation == r.Scope.Conversation
		case souvenir.SiteOnly:
			return l.site == r.Site
		}
		return true
	}
}

func memoryClue(h index.Hit[memoryAbout]) recall.Memory {
	a := h.About
	l := a.labels.Value()
	m := recall.Memory{
		N: h.N, Type: l.kind, Origin: souvenir.Origin(l.origin), Priority: int(a.priority), Importance: int(a.importance),
		Confirmations: int(a.confirmations), Temporary: a.temporary, Conversation: l.conversation, SaidAt: time.UnixMicro(a.said),
	}
	if a.confidence >= 0 {
		m.Confidence = new(float64(a.confidence))
	}
	return m
}

func turnClue(h index.Hit[turnAbout]) recall.Turn {
	a := h.About
	return recall.Turn{N: h.N, Conversation: a.conversation.Value(), Seq: a.seq, Speaker: a.speaker.Value(), At: time.UnixMicro(a.at)}
}

func clues[M, T any](hits []index.Hit[M], clue func(index.Hit[M]) T, score func(*T, float64)) []T {
	out := make([]T, len(hits))
	for i, h := range hits {
		out[i] = clue(h)
		score(&out[i], h.Score)
	}
	return out
}

// hasKey says whether a query names a fact by its key.
func hasKey(key string, query []string) bool {
	if key == "" {
		return false
	}
	for _, w := range words.Query(key) {
		if !slices.Contains(query, w) {
			return false
		}
	}
	return true
}

// open finds a user's shelf and lets it catch up. The contents are those of now:
// the shelf may get others when something is taken away.
func (x *shelves) open(ctx context.Context, sc souvenir.Scope, model string) (*shelf, contents, error) {
	s := x.take(ownerOf{sc.Tenant, sc.User})
	s.Lock()
	defer s.Unlock()
	if glimpsed(ctx, sc.Tenant, sc.User).shows(s, model) {
		return s, s.contents, nil
	}
	epoch, err := x.look(ctx)
	if err != nil {
		return nil, contents{}, err
	}
	if s.loaded && epoch != unknown && s.epoch >= epoch && (model == "" || model == s.model) {
		return s, s.contents, nil
	}
	if err := x.catchUp(ctx, s, sc, model); err != nil {
		return nil, contents{}, fmt.Errorf("read %s's texts: %w", sc.User, err)
	}
	s.epoch, s.loaded = max(epoch, s.epoch), true
	s.texts.Store(int64(s.memories.Len() + s.turns.Len()))
	return s, s.contents, nil
}

func (x *shelves) told(ctx context.Context, sc souvenir.Scope, ns []int64) (map[int64]souvenir.Memory, []int64, error) {
	_, s, err := x.open(ctx, sc, "")
	if err != nil {
		return nil, nil, err
	}
	known, missing := make(map[int64]souvenir.Memory, len(ns)), []int64(nil)
	for _, n := range ns {
		about, ok := s.memories.About(n)
		switch {
		case !ok: // it is gone
		case about.told == nil:
			missing = append(missing, n)
		default:
			t := about.told
			known[n] = souvenir.Memory{ID: t.id, Key: about.labels.Value().key, Question: t.question, Content: t.content}
		}
	}
	return known, missing, nil
}

// take finds the shelf of a user, and clears those away that were not used for
// longest when there is too much in memory.
func (x *shelves) take(of ownerOf) *shelf {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.users[of]
	if s == nil {
		x.makeRoom()
		s = &shelf{of: of}
		x.users[of] = s
	}
	s.used = time.Now()
	return s
}

func (x *shelves) noteAsked(s *shelf) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s.asked = time.Now()
}

func (x *shelves) makeRoom() {
	var texts int64
	var oldest ownerOf
	for o, s := range x.users {
		texts += s.texts.Load()
		if oldest == (ownerOf{}) || s.used.Before(x.users[oldest].used) {
			oldest = o
		}
	}
	if texts > maxShelved {
		delete(x.users, oldest)
	}
}
