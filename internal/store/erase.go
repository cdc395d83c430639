package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// Erasure is what to erase of a user: a conversation, a site, a span of time, or
// without any of these everything.
type Erasure struct {
	Scope        souvenir.Scope // Conversation empty means all of them
	Site         string
	Since, Until time.Time
}

// Erased says what an erasure took out.
type Erased struct {
	Rows    map[string]int64 // by table
	Cleaned map[string]int64 // rows that stay, without what they had of it
	Left    map[string]int64 // what a second look found
}

// looks is how often an erasure looks again for what came in meanwhile.
const looks = 3

// Erase takes everything out that was selected, whatever table it is in, in one
// transaction, and then looks again. The bytes stay in the database's files until
// Rewrite. A dry run counts only.
func (s *Store) Erase(ctx context.Context, what Erasure, dry bool) (Erased, error) {
	done := Erased{Rows: map[string]int64{}, Cleaned: map[string]int64{}}
	for range looks {
		e, err := s.eraseOnce(ctx, what, dry)
		if err != nil || dry {
			return Erased{e.erased, e.cleaned, map[string]int64{}}, err
		}
		add(done.Rows, e.erased)
		add(done.Cleaned, e.cleaned)
		again, err := s.eraseOnce(ctx, what, true)
		if err != nil {
			return done, err
		}
		if done.Left = again.erased; len(done.Left) == 0 {
			break
		}
	}
	s.find.forget(ownerOf{what.Scope.Tenant, what.Scope.User})
	s.recent.forget()
	return done, nil
}

func add(to, more map[string]int64) {
	for name, n := range more {
		to[name] += n
	}
}

func (s *Store) eraseOnce(ctx context.Context, what Erasure, dry bool) (e *erasing, err error) {
	err = s.update(ctx, func(t tx) error {
		e = &erasing{tx: t, what: what, dry: dry, erased: map[string]int64{}, cleaned: map[string]int64{}}
		return e.run()
	})
	return e, err
}

// erasing is an erasure under way, and what it has selected so far.
type erasing struct {
	tx
	what            Erasure
	dry             bool
	erased, cleaned map[string]int64

	whole         map[string]bool // conversations of which nothing stays
	touched       map[string]bool // conversations of which something goes
	gone, stays   map[saidAt]bool // messages
	goneIDs       map[string]bool // ids of messages that go, whatever their conversation
	numbers       map[Kind]map[int64]bool
	memories      map[string]bool
	episodes      map[string]bool
	lanes         map[string]bool // whether any job of them stays
	conversations []eraseConversation
}

// saidAt is the place of a message: an id is an id within its conversation only.
type saidAt struct{ conversation, id string }

type eraseConversation struct {
	n, created int64
	id, url    string
}

func (e *erasing) run() error {
	if !e.dry {
		if _, err := e.exec("void_leases", e.tenant(), e.user()); err != nil {
			return err
		}
	}
	if err := e.look(); err != nil {
		return err
	}
	for _, table := range slices.Concat(tables, derived) {
		if table.erase.rows == nil {
			continue
		}
		n, err := table.erase.rows(e, table)
		if err != nil {
			return fmt.Errorf("erase from %s: %w", table.name, err)
		}
		if n > 0 {
			e.erased[table.name] = n
		}
	}
	if e.dry || len(e.erased)+len(e.cleaned) == 0 {
		return nil
	}
	if err := e.forget(e.tenant(), e.user()); err != nil {
		return err
	}
	return e.owe()
}

func (e *erasing) tenant() string { return e.what.Scope.Tenant }
func (e *erasing) user() string   { return e.what.Scope.User }

// everything says that nothing of the user stays.
func (e *erasing) everything() bool {
	w := e.what
	return w.Scope.Conversation == "" && w.Site == "" && w.Since.IsZero() && w.Until.IsZero()
}

// spans says whether a time lies in the span that is to be erased.
func (e *erasing) spans(micros int64) bool {
	w := e.what
	if w.Since.IsZero() && w.Until.IsZero() {
		return false
	}
	return (w.Since.IsZero() || micros >= w.Since.UnixMicro()) && (w.Until.IsZero() || micros < w.Until.UnixMicro())
}

func (e *erasing) spansTime(t time.Time) bool { return !t.IsZero() && e.spans(t.UnixMicro()) }

// rule says how a user's rows are taken out of a table, or why they stay.
type rule struct {
	kept string
	rows func(*erasing, listed) (int64, error)
}

// kept is the rule of a table that holds nothing of a person.
func kept(why string) rule { return rule{kept: why} }

// rows is the rule of a table whose rows have numbers: those that choose gives go.
func rows(choose func(*erasing) ([]int64, error)) rule {
	return rule{rows: func(e *erasing, table listed) (int64, error) {
		ns, err := choose(e)
		if err != nil || e.dry {
			return int64(len(ns)), err
		}
		return e.delete(table, ns)
	}}
}

// delete takes rows out by their numbers, some at a time.
func (e *erasing) delete(table listed, ns []int64) (gone int64, err error) {
	key := "n"
	if table.words {
		key = e.dialect.wordsKey
	}
	text := fmt.Sprintf("delete from %s where %s in (%s)", table.name, key, e.dialect.numbers)
	for some := range slices.Chunk(ns, 5000) {
		res, err := e.db.ExecContext(e.ctx, text, asList(some))
		if err != nil {
			return gone, err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return gone, err
		}
		gone += n
	}
	return gone, nil
}
