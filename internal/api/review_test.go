package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/review"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

func eachReviewing(t *testing.T, mode string, run func(t *testing.T, s *server)) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		run(t, start(t, s, engine.Settings{Extraction: true, MaxTurns: 20, Review: mode}))
	})
}

// told lets a user say something in a conversation of its own.
func (s *server) told(t *testing.T, conversation, text string) souvenir.Outcome {
	t.Helper()
	got, err := s.Remember(t.Context(), conversation, say("ann", text), 50*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return got.Messages[0].Outcome
}

func (s *server) contents(t *testing.T, status souvenir.Status) (out []string) {
	t.Helper()
	l, err := s.Memories(t.Context(), client.Filter{User: "ann", Status: status})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range l.Items {
		out = append(out, m.Content)
	}
	slices.Sort(out)
	return out
}

func (s *server) waiting(t *testing.T) []souvenir.Review {
	t.Helper()
	l, err := s.Reviews(t.Context(), "ann", "")
	if err != nil {
		t.Fatal(err)
	}
	return l.Items
}

// put states a memory that waits.
func (s *server) put(t *testing.T, m souvenir.Memory) souvenir.Memory {
	t.Helper()
	m.User, m.Style, m.Type, m.Origin, m.Trust, m.Reach, m.Expiry = "ann", "rules", "fact", souvenir.Implicit, souvenir.FromUser, souvenir.UserGlobal, souvenir.Permanent
	m.Status, m.Priority, m.Confirmations = souvenir.Waiting, 80, 1
	if m.ID == "" {
		m.ID = fmt.Sprintf("w%d", time.Now().UnixNano())
	}
	if m.SaidAt.IsZero() {
		m.SaidAt = time.Now().UTC()
	}
	m.ContentHash = m.Hash()
	p := souvenir.Plan{Steps: []souvenir.Step{{Operation: souvenir.Hold, Memory: m, Reason: "Waits for review: unattributed."}}}
	steps, err := s.store.Apply(t.Context(), "default", p, souvenir.Cause{})
	if err != nil {
		t.Fatal(err)
	}
	return steps[0].Memory
}

func TestWhatWaitsIsNowhereToBeSeen(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		m := s.put(t, souvenir.Memory{Content: "User plays the bassoon"})
		s.put(t, souvenir.Memory{Content: "bassoon", Key: "instrument"})
		q := souvenir.Query{User: "ann", Query: "which instrument, the bassoon?"}
		empty := func(when string) {
			r, err := s.Recall(t.Context(), q)
			if err != nil || len(r.Memories)+len(r.Facts) != 0 || strings.Contains(r.Block, "bassoon") {
				t.Errorf("%s: %+v, %v", when, r, err)
			}
			if l, err := s.Memories(t.Context(), client.Filter{User: "ann", Words: "bassoon"}); err != nil || len(l.Items) != 0 {
				t.Errorf("%s, search: %+v, %v", when, l.Items, err)
			}
			if l, err := s.Facts(t.Context(), "ann"); err != nil || len(l.Items) != 0 {
				t.Errorf("%s, facts: %+v, %v", when, l.Items, err)
			}
		}
		empty("now")
		q.At = new(time.Now().Add(time.Minute))
		empty("as of a time")
		q.At = nil
		if _, err := s.Approve(t.Context(), m.ID, souvenir.MemoryEdit{}); err != nil {
			t.Fatal(err)
		}
		if r, err := s.Recall(t.Context(), q); err != nil || len(r.Memories) != 1 {
			t.Errorf("after it was approved: %+v, %v", r.Memories, err)
		}
	})
}

func TestApprovingGoesThroughWhatIsKnownNow(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		lives := s.put(t, souvenir.Memory{Content: "User lives in Rome"})
		berlin, err := s.State(ctx, souvenir.Statement{User: "ann", Content: "User lives in Berlin", SaidAt: time.Now().Add(-time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		rs := s.waiting(t)
		if len(rs) != 1 || rs[0].Reason != "unattributed" || rs[0].Decision != souvenir.Supersede || len(rs[0].Replaces) != 1 || rs[0].Replaces[0].Memory.ID != berlin.Memory.ID {
			t.Fatalf("waiting: %+v", rs)
		}
		if d := rs[0].Replaces[0].Diff; len(d) != 3 || d[1] != (souvenir.Word{Kind: souvenir.Gone, Text: "Berlin"}) || d[2].Text != "Rome" {
			t.Errorf("diff: %+v", d)
		}
		if one, err := s.Review(ctx, lives.ID); err != nil || len(one.Replaces) != 1 {
			t.Errorf("one review: %+v, %v", one, err)
		}
		d, err := s.Approve(ctx, lives.ID, souvenir.MemoryEdit{Reason: "she said so"})
		if err != nil || d.Operation != souvenir.Supersede || d.Memory.Status != souvenir.Active || d.Memory.ID != lives.ID {
			t.Fatalf("Approve = %+v, %v", d, err)
		}
		if old, _ := s.Memory(ctx, berlin.Memory.ID); old.Status != souvenir.Superseded || old.SupersededBy != lives.ID {
			t.Errorf("what it replaces is %s by %q", old.Status, old.SupersededBy)
		}
		h, _ := s.History(ctx, lives.ID)
		if last := h.Items[len(h.Items)-1]; last.Operation != "approve" || !strings.HasPrefix(last.Cause.Reason, "she said so") {
			t.Errorf("history: %+v", last)
		}
		if _, err := s.Approve(ctx, lives.ID, souvenir.MemoryEdit{}); souvenir.CodeOf(err) != souvenir.Conflict {
			t.Errorf("approving twice: %v", err)
		}
		same := s.put(t, souvenir.Memory{Content: "User is living in Rome"})
		if d, err := s.Approve(ctx, same.ID, souvenir.MemoryEdit{}); err != nil || d.Operation != souvenir.Reinforce || d.Memory.ID != lives.ID {
			t.Errorf("approving the same in other words: %+v, %v", d, err)
		}
		edited := s.put(t, souvenir.Memory{Content: "User owns a cat called Tim"})
		if d, err := s.Approve(ctx, edited.ID, souvenir.MemoryEdit{Content: new("User owns a cat called Tom")}); err != nil || d.Memory.Content != "User owns a cat called Tom" || d.Memory.Status != souvenir.Active {
			t.Errorf("editing and approving: %+v, %v", d, err)
		}
		if got := s.contents(t, souvenir.Active); !slices.Equal(got, []string{"User lives in Rome", "User owns a cat called Tom"}) {
			t.Errorf("active: %q", got)
		}
	})
}

func TestManyAreDecidedOnAtOnce(t *testing.T) { // B-006
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		a, b, c := s.put(t, souvenir.Memory{Content: "User likes tea"}), s.put(t, souvenir.Memory{Content: "User owns a boat"}), s.put(t, souvenir.Memory{Content: "User hates opera"})
		got, err := s.Judge(t.Context(), souvenir.Judgements{IDs: []string{a.ID, "nobody", b.ID}, Decision: souvenir.Approve})
		if err != nil || got.Approved != 2 || got.Rejected != 0 || len(got.Failed) != 1 || got.Failed[0].ID != "nobody" {
			t.Errorf("approve: %+v, %v", got, err)
		}
		got, err = s.Judge(t.Context(), souvenir.Judgements{IDs: []string{a.ID, c.ID}, Decision: souvenir.Reject, Reason: "no"})
		if err != nil || got.Rejected != 1 || len(got.Failed) != 1 || got.Failed[0].ID != a.ID {
			t.Errorf("reject: %+v, %v", got, err)
		}
		if m, _ := s.Memory(t.Context(), c.ID); m.Status != souvenir.Rejected || m.EndedAt == nil {
			t.Errorf("rejected: %+v", m)
		}
		if again := s.put(t, souvenir.Memory{Content: "User hates opera"}); again.Status != souvenir.Waiting {
			t.Errorf("what was rejected cannot come again: %+v", again)
		}
		if _, err := s.Judge(t.Context(), souvenir.Judgements{IDs: []string{}, Decision: souvenir.Reject}); souvenir.CodeOf(err) != souvenir.Invalid {
			t.Errorf("nothing at all: %v", err)
		}
	})
}

func TestWhatIsIncorrectDoesNotComeBack(t *testing.T) { // B-038
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		id := s.told(t, "c1", "Remember that I am allergic to peanuts").Memories[0]
		m, err := s.Incorrect(ctx, id, "it was the cat")
		if err != nil || m.Status != souvenir.Rejected || m.EndedAt == nil {
			t.Fatalf("Incorrect = %+v, %v", m, err)
		}
		for i, text := range []string{"Remember that I am allergic to peanuts", "Remember that I have a peanut allergy", "remember that I'm allergic to PEANUTS!"} {
			if o := s.told(t, fmt.Sprint("again", i), text); o.State != souvenir.Filtered || !strings.HasPrefix(o.Reason, "retired: ") {
				t.Errorf("%q ended as %+v", text, o)
			}
		}
		if o := s.told(t, "other", "Remember that I am allergic to pollen"); o.State != souvenir.Remembered {
			t.Errorf("something else ended as %+v", o)
		}
		refused, err := s.Rejections(ctx, "ann", review.Retired, "")
		if err != nil || len(refused.Items) != 3 {
			t.Fatalf("refused: %+v, %v", refused, err)
		}
		l, err := s.Retirements(ctx, "ann", "")
		if err != nil || len(l.Items) != 1 || l.Items[0].Reason != "it was the cat" || l.Items[0].Memory != id {
			t.Fatalf("retirements: %+v, %v", l, err)
		}
		t.Run("until somebody lifts it", func(t *testing.T) {
			if err := s.Lift(ctx, l.Items[0].ID); err != nil {
				t.Fatal(err)
			}
			if err := s.Lift(ctx, l.Items[0].ID); souvenir.CodeOf(err) != souvenir.NotFound {
				t.Errorf("lifting twice: %v", err)
			}
			if o := s.told(t, "lifted", "Remember that I am allergic to peanuts"); o.State != souvenir.Remembered {
				t.Errorf("it ended as %+v", o)
			}
		})
		t.Run("or states it outright", func(t *testing.T) {
			again := s.contents(t, souvenir.Active)
			l, _ := s.Memories(ctx, client.Filter{User: "ann", Words: "peanuts"})
			if _, err := s.Incorrect(ctx, l.Items[0].ID, ""); err != nil {
				t.Fatal(err)
			}
			if d, err := s.State(ctx, souvenir.Statement{User: "ann", Content: "User is allergic to peanuts"}); err != nil || d.Operation != souvenir.Add {
				t.Fatalf("State = %+v, %v", d, err)
			}
			if o := s.told(t, "stated", "Remember that I am allergic to peanuts"); o.State != souvenir.Duplicate {
				t.Errorf("it ended as %+v; active before: %q", o, again)
			}
		})
	})
}

func TestWhatARiskyModeHoldsBack(t *testing.T) {
	t.Parallel()
	eachReviewing(t, review.Risk, func(t *testing.T, s *server) {
		if _, err := s.State(t.Context(), souvenir.Statement{User: "ann", Content: "User prefers tea over coffee", SaidAt: time.Now().Add(-time.Hour)}); err != nil {
			t.Fatal(err)
		}
		if o := s.told(t, "c1", "I prefer coffee over tea."); o.State != souvenir.Pending {
			t.Errorf("a contradiction of something certain ended as %+v", o)
		}
		if got := s.contents(t, souvenir.Active); !slices.Equal(got, []string{"User prefers tea over coffee"}) {
			t.Errorf("active: %q", got)
		}
		rs := s.waiting(t)
		if len(rs) != 1 || rs[0].Decision != souvenir.Supersede {
			t.Fatalf("waiting: %+v", rs)
		}
		if o := s.told(t, "c2", "I was diagnosed with asthma last year."); o.State == souvenir.Remembered {
			t.Errorf("something sensitive ended as %+v", o)
		}
	})
}

func TestSayingOutrightWhatWaitsApprovesIt(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		m := s.put(t, souvenir.Memory{Content: "User likes tea"})
		d, err := s.State(t.Context(), souvenir.Statement{User: "ann", Content: "User likes tea"})
		if err != nil || d.Memory.ID != m.ID || d.Memory.Status != souvenir.Active {
			t.Errorf("State = %+v, %v", d, err)
		}
	})
}
