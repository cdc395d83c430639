package store_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
	"pgregory.net/rapid"
)

var thorough = flag.Bool("thorough", false, "try as many sequences of changes as -rapid.checks says, in each database")

// TestHistoryCanBeWalkedBack does random things to a user's memories and holds
// undo and restore against what was written down on the way.
func TestHistoryCanBeWalkedBack(t *testing.T) {
	t.Parallel()
	storetest.EachURL(t, func(t *testing.T, url string) {
		w := &world{}
		var err error
		if w.s, err = store.Open(t.Context(), url, store.Options{Now: w.tick}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { w.s.Close() })
		const lives = 20
		users := 0
		rapid.Check(t, func(r *rapid.T) {
			if users++; users > lives && !*thorough {
				return
			}
			w.begin(r, fmt.Sprint("user", users))
			for range rapid.IntRange(5, 40).Draw(r, "steps") {
				w.act()
			}
			w.checkHistory()
			w.restoreAnywhere()
		})
	})
}

// world is one user's memories, with everything they were.
type world struct {
	s     *store.Store
	clock time.Time

	r     *rapid.T
	user  string
	marks []mark
}

// mark is what there was at a time.
type mark struct {
	at   time.Time
	then map[string]souvenir.Memory
}

var tenant = souvenir.DefaultTenant

func (w *world) tick() time.Time {
	if w.clock.IsZero() {
		w.clock = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	w.clock = w.clock.Add(time.Second)
	return w.clock
}

func (w *world) begin(r *rapid.T, user string) {
	w.r, w.user, w.marks = r, user, nil
	w.note()
}

func (w *world) note() { w.marks = append(w.marks, mark{w.tick(), w.all()}) }

// all are the user's memories by id, without what is only counted.
func (w *world) all() map[string]souvenir.Memory {
	out := map[string]souvenir.Memory{}
	for _, status := range []souvenir.Status{souvenir.Active, souvenir.Waiting, souvenir.Superseded, souvenir.Deleted, souvenir.Expired, souvenir.Rejected} {
		p, err := w.s.Memories(context.Background(), tenant, w.user, store.Filter{Status: status, Limit: 500})
		if err != nil {
			w.r.Fatal(err)
		}
		for _, m := range p.Items {
			out[m.ID] = bare(m)
		}
	}
	return out
}

func bare(m souvenir.Memory) souvenir.Memory {
	m.UpdatedAt, m.LastRecalledAt, m.RecallCount, m.EmbeddingModel = time.Time{}, nil, 0, ""
	return m
}

// act does one thing. What is refused must leave everything as it was.
func (w *world) act() {
	before := w.all()
	err := rapid.SampledFrom([]func(context.Context) error{w.say, w.say, w.say, w.edit, w.forget, w.undo, w.undo, w.restore, w.recalled}).Draw(w.r, "what")(context.Background())
	if err == nil {
		w.note()
		return
	}
	if code := souvenir.CodeOf(err); code != souvenir.Conflict && code != souvenir.NotFound {
		w.r.Fatal(err)
	}
	if diff := cmp.Diff(before, w.all()); diff != "" {
		w.r.Fatalf("refused (%v), and yet changed:\n%s", err, diff)
	}
}

// say states something.
func (w *world) say(ctx context.Context) error {
	m := newMemory(uuid.Must(uuid.NewV7()).String(), w.words())
	m.User, m.SaidAt, m.Confidence = w.user, w.tick(), new(0.9)
	m.Key = rapid.SampledFrom([]string{"", "", "city", "job"}).Draw(w.r, "key")
	m.Evidence = []souvenir.Evidence{{Message: fmt.Sprint("m", len(w.marks)), Quote: "said"}}
	_, err := state(ctx, w.s, m)
	return err
}

// state stores a memory; the same words reinforce, the same key supersedes.
func state(ctx context.Context, s *store.Store, m souvenir.Memory) (souvenir.Memory, error) {
	m.ContentHash = m.Hash()
	step := souvenir.Step{Operation: souvenir.Add, Memory: m}
	same, err := s.SameAs(ctx, tenant, m)
	if err != nil {
		return m, err
	}
	keyed, found, err := s.WithKey(ctx, tenant, m)
	switch {
	case err != nil:
		return m, err
	case len(same) > 0:
		step.Operation, step.Related = souvenir.Reinforce, []string{same[0].ID}
	case m.Key != "" && found:
		step.Operation, step.Related = souvenir.Supersede, []string{keyed.ID}
	}
	steps, err := s.Apply(ctx, tenant, souvenir.Plan{Steps: []souvenir.Step{step}}, souvenir.Cause{By: "test"})
	if err != nil {
		return m, err
	}
	return steps[0].Memory, nil
}

func (w *world) words() string {
	return rapid.SampledFrom([]string{"Lyon", "Paris", "tea", "coffee", "a cat", "two dogs", "the sea", "10 December"}).Draw(w.r, "words")
}

// one is any of the user's memories.
func (w *world) one() (string, error) {
	all := w.all()
	if len(all) == 0 {
		return "", souvenir.Errorf(souvenir.NotFound, "There is none yet.")
	}
	return rapid.SampledFrom(slices.Sorted(maps.Keys(all))).Draw(w.r, "memory"), nil
}

func (w *world) edit(ctx context.Context) error {
	id, err := w.one()
	if err != nil {
		return err
	}
	words := w.words()
	_, err = w.s.Edit(ctx, tenant, id, "edit", souvenir.Cause{By: "test"}, func(m *souvenir.Memory) error {
		if !m.Alive() {
			return souvenir.Errorf(souvenir.Conflict, "ended")
		}
		m.Content, m.Tags = words, append(m.Tags, "edited")
		return nil
	})
	return err
}

func (w *world) forget(ctx context.Context) error {
	id, err := w.one()
	if err != nil {
		return err
	}
	_, err = w.s.Edit(ctx, tenant, id, "delete", souvenir.Cause{By: "test"}, func(m *souvenir.Memory) error {
		if m.Status == souvenir.Deleted {
			return souvenir.Errorf(souvenir.Conflict, "deleted")
		}
		m.Status, m.EndedAt = souvenir.Deleted, new(w.clock)
		return nil
	})
	return err
}

func (w *world) recalled(ctx context.Context) error {
	id, err := w.one()
	if err != nil {
		return err
	}
	return w.s.CountRecalls(ctx, tenant, map[string]int{id: 1})
}

// undo takes any change back. When it is the last one, what is left is what there
// was before it.
func (w *world) undo(ctx context.Context) error {
	p, err := w.s.ChangesOf(ctx, tenant, w.user, "", 500)
	if err != nil || len(p.Items) == 0 {
		return errors.Join(err, souvenir.Errorf(souvenir.NotFound, "There is nothing to undo."))
	}
	at := rapid.IntRange(0, len(p.Items)-1).Draw(w.r, "change")
	c := p.Items[at]
	done, err := w.s.Undo(ctx, tenant, c.ID, souvenir.Cause{By: "test"})
	if err != nil {
		if at == 0 {
			w.r.Fatalf("the last change (%s) cannot be undone: %v", c.Operation, err)
		}
		return err
	}
	for _, d := range done {
		if d.Memory == c.Memory && c.Before != nil && !d.After.SameAs(*c.Before) {
			w.r.Fatalf("undoing %s leaves %+v, want %+v", c.Operation, d.After, c.Before)
		}
		if d.Memory == c.Memory && c.Before == nil && d.After.Status != souvenir.Deleted {
			w.r.Fatalf("undoing a create leaves %+v, want it deleted", d.After)
		}
	}
	if _, err := w.s.Undo(ctx, tenant, c.ID, souvenir.Cause{}); souvenir.CodeOf(err) != souvenir.Conflict {
		w.r.Fatalf("undoing it again = %v, want a conflict", err)
	}
	return nil
}

func (w *world) restore(ctx context.Context) error {
	m := rapid.SampledFrom(w.marks).Draw(w.r, "mark")
	_, err := w.s.Restore(ctx, tenant, w.user, m.at, souvenir.Cause{By: "test"})
	if err != nil {
		w.r.Fatalf("Restore = %v", err) // whatever was once, can be again
	}
	return nil
}

// restoreAnywhere goes back to every mark in some order.
func (w *world) restoreAnywhere() {
	ctx := context.Background()
	for range 5 {
		m := rapid.SampledFrom(w.marks).Draw(w.r, "back to")
		would, err := w.s.WayBack(ctx, tenant, w.user, m.at)
		if err != nil {
			w.r.Fatal(err)
		}
		did, err := w.s.Restore(ctx, tenant, w.user, m.at, souvenir.Cause{By: "test"})
		if err != nil || len(did) != len(would) {
			w.r.Fatalf("Restore = %d changes, %v; the dry run had %d", len(did), err, len(would))
		}
		now := w.all()
		for id, was := range now {
			if _, known := m.then[id]; !known {
				if was.Alive() {
					w.r.Fatalf("%s was learnt since and is %s", id, was.Status)
				}
				delete(now, id)
			}
		}
		if diff := cmp.Diff(m.then, now); diff != "" {
			w.r.Fatalf("Restore to %v (-want +got):\n%s", m.at, diff)
		}
		if again, err := w.s.Restore(ctx, tenant, w.user, m.at, souvenir.Cause{}); err != nil || len(again) != 0 {
			w.r.Fatalf("Restore again = %+v, %v, want nothing", again, err)
		}
		w.checkHistory()
	}
}

// checkHistory makes sure that every memory's history is a chain from nothing to
// what it is now.
func (w *world) checkHistory() {
	for id, m := range w.all() {
		cs, err := w.s.Changes(context.Background(), tenant, id)
		if err != nil || len(cs) == 0 || cs[0].Before != nil {
			w.r.Fatalf("history of %s = %+v, %v", id, cs, err)
		}
		for i, c := range cs[1:] {
			if c.Before == nil || !c.Before.SameAs(*cs[i].After) {
				w.r.Fatalf("%s does not follow from %s", c.Operation, cs[i].Operation)
			}
		}
		if !m.SameAs(*cs[len(cs)-1].After) {
			w.r.Fatalf("%s is not what its history ends in", id)
		}
	}
}

func TestUndoSaysWhatIsInTheWay(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		say := func(content, key string) souvenir.Memory {
			t.Helper()
			m := newMemory(uuid.Must(uuid.NewV7()).String(), content)
			m.Key = key
			m, err := state(t.Context(), s, m)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		last := func(id string) souvenir.Change {
			t.Helper()
			cs, err := s.Changes(t.Context(), tenant, id)
			if err != nil || len(cs) == 0 {
				t.Fatalf("Changes = %v, %v", cs, err)
			}
			return cs[len(cs)-1]
		}
		undo := func(c souvenir.Change) error {
			_, err := s.Undo(t.Context(), tenant, c.ID, souvenir.Cause{By: "ada"})
			return err
		}
		status := func(id string) souvenir.Status {
			t.Helper()
			m, err := s.Memory(t.Context(), tenant, id)
			if err != nil {
				t.Fatal(err)
			}
			return m.Status
		}
		t.Run("a supersede is undone together with its successor", func(t *testing.T) {
			lyon := say("Lyon", "city")
			paris := say("Paris", "city")
			say("Paris", "city") // confirmed meanwhile
			if err := undo(last(lyon.ID)); err != nil {
				t.Fatal(err)
			}
			if status(lyon.ID) != souvenir.Active || status(paris.ID) != souvenir.Deleted {
				t.Errorf("Lyon is %s and Paris %s, want active and deleted", status(lyon.ID), status(paris.ID))
			}
			if err := undo(last(lyon.ID)); err != nil {
				t.Fatal(err)
			}
			if status(lyon.ID) != souvenir.Superseded || status(paris.ID) != souvenir.Active {
				t.Errorf("after undoing the undo Lyon is %s and Paris %s", status(lyon.ID), status(paris.ID))
			}
		})
		t.Run("a later change is named", func(t *testing.T) {
			m := say("tea", "")
			created := last(m.ID)
			say("tea", "")
			confirmed := last(m.ID)
			err := undo(created)
			if souvenir.CodeOf(err) != souvenir.Conflict || !strings.Contains(err.Error(), confirmed.ID) {
				t.Errorf("Undo = %v, want a conflict that names %s", err, confirmed.ID)
			}
			if err := errors.Join(undo(confirmed), undo(created)); err != nil {
				t.Errorf("from the newest on: %v", err)
			}
		})
		t.Run("a memory that has the place now is named", func(t *testing.T) {
			m := say("coffee", "")
			if _, err := s.Edit(t.Context(), tenant, m.ID, "delete", souvenir.Cause{}, func(m *souvenir.Memory) error {
				m.Status = souvenir.Deleted
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			again := say("coffee", "")
			if err := undo(last(m.ID)); souvenir.CodeOf(err) != souvenir.Conflict || !strings.Contains(err.Error(), again.ID) {
				t.Errorf("Undo = %v, want a conflict that names %s", err, again.ID)
			}
		})
	})
}
