package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
	"github.com/souvenir-memory/souvenir/internal/words"
)

var alice = souvenir.Scope{Tenant: "default", User: "alice", Conversation: "c1"}

func post(ids ...string) store.Post {
	p := store.Post{Scope: alice, Source: "web"}
	for _, id := range ids {
		p.Messages = append(p.Messages, souvenir.Message{ID: id, Role: souvenir.User, Content: "text of " + id, At: time.Now()})
	}
	return p
}

func accept(t *testing.T, s *store.Store, p store.Post) store.Receipt {
	t.Helper()
	r, err := s.Accept(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func take(t *testing.T, s *store.Store, max int) []store.Lease {
	t.Helper()
	ls, err := s.Take(t.Context(), max, time.Minute, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return ls
}

func newMemory(id, content string) souvenir.Memory {
	m := souvenir.Memory{
		ID: id, User: alice.User, Style: "verbatim", Origin: souvenir.Explicit, Type: "fact", Content: content, Priority: 80,
		Reach: souvenir.UserGlobal, Expiry: souvenir.Permanent, Status: souvenir.Active, Trust: souvenir.FromUser,
		SaidAt: time.Now().UTC().Truncate(time.Microsecond), Confirmations: 1,
	}
	m.ContentHash = m.Hash()
	return m
}

func add(t *testing.T, s *store.Store, m souvenir.Memory) souvenir.Memory {
	t.Helper()
	steps, err := s.Apply(t.Context(), "default", souvenir.Plan{Steps: []souvenir.Step{{Operation: souvenir.Add, Memory: m}}}, souvenir.Cause{By: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return steps[0].Memory
}

func outcomesOf(t *testing.T, s *store.Store, sc souvenir.Scope) map[string]souvenir.State {
	t.Helper()
	p, err := s.Outcomes(t.Context(), sc, "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]souvenir.State{}
	for _, o := range p.Items {
		got[o.Message] = o.State
	}
	return got
}

func TestAccept(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		t.Run("a message is queued with its job", func(t *testing.T) {
			r := accept(t, s, post("m1", "m2"))
			if r.Queued != 1 || len(r.Outcomes) != 2 || r.Outcomes[0].State != souvenir.Queued {
				t.Errorf("Accept = %+v, want one job and two queued messages", r)
			}
			p, err := s.Messages(t.Context(), alice, "", 10)
			if err != nil || len(p.Items) != 2 || p.Items[0].Seq != 1 || p.Items[1].Seq != 2 {
				t.Errorf("Messages = %+v, %v, want m1 and m2 numbered 1 and 2", p, err)
			}
		})
		t.Run("posting it again changes nothing", func(t *testing.T) {
			r := accept(t, s, post("m1", "m3"))
			if r.Queued != 1 || r.Outcomes[0].Message != "m1" {
				t.Errorf("Accept = %+v, want one job, for m3 only", r)
			}
			p, _ := s.Messages(t.Context(), alice, "", 10)
			if len(p.Items) != 3 || p.Items[2].ID != "m3" || p.Items[2].Seq != 3 {
				t.Errorf("Messages = %+v, want m3 as the third", p.Items)
			}
		})
		t.Run("another text under the same id is refused whole", func(t *testing.T) {
			p := post("m9", "m1")
			p.Messages[1].Content = "something else"
			if _, err := s.Accept(t.Context(), p); souvenir.CodeOf(err) != souvenir.Conflict {
				t.Errorf("Accept = %v, want a conflict", err)
			}
			if ms, _ := s.MessagesByID(t.Context(), alice, []string{"m9"}); len(ms) != 0 {
				t.Errorf("m9 was stored although its request was refused")
			}
		})
		t.Run("the same ids of another user are other messages", func(t *testing.T) {
			p := post("m1")
			p.Scope.User, p.Messages[0].Content = "bob", "bob's own words"
			accept(t, s, p)
			ms, _ := s.MessagesByID(t.Context(), alice, []string{"m1"})
			if len(ms) != 1 || ms[0].Content != "text of m1" {
				t.Errorf("alice's m1 = %+v", ms)
			}
		})
	})
}

func TestQueueLimitDropsTheOldest(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for i, id := range []string{"m1", "m2", "m3"} {
			p := post(id)
			p.QueueLimit = 2
			r := accept(t, s, p)
			if want := max(0, i-1); len(r.Dropped) != want {
				t.Errorf("after %s %d jobs were dropped, want %d", id, len(r.Dropped), want)
			}
		}
		got := outcomesOf(t, s, alice)
		if got["m1"] != souvenir.Dropped || got["m2"] != souvenir.Queued || got["m3"] != souvenir.Queued {
			t.Errorf("outcomes = %v, want m1 dropped and the others queued", got)
		}
		if ls := take(t, s, 1); len(ls) != 1 || ls[0].Job.Messages[0] != "m2" {
			t.Errorf("Take = %+v, want m2", ls)
		}
		dropped, _ := s.Jobs(t.Context(), "default", souvenir.JobDropped, "", 10)
		if _, err := s.Revive(t.Context(), "default", dropped.Items[0].ID); err != nil {
			t.Errorf("Revive = %v, want a dropped job to be revived", err)
		}
	})
}

func TestLeases(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		accept(t, s, post("m1"))
		accept(t, s, post("m2"))
		other := post("m1")
		other.Scope.Conversation = "c2"
		accept(t, s, other)

		ls := take(t, s, 10)
		if len(ls) != 2 {
			t.Fatalf("Take gave %d jobs, want the oldest of each of two conversations", len(ls))
		}
		if more := take(t, s, 10); len(more) != 0 {
			t.Errorf("Take gave %+v while both lanes were leased", more)
		}
		c1 := ls[slices.IndexFunc(ls, func(l store.Lease) bool { return l.Job.Conversation == "c1" })]

		t.Run("a retry keeps its place at the head", func(t *testing.T) {
			if err := s.Retry(t.Context(), c1, "model away"); err != nil {
				t.Fatal(err)
			}
			again, err := s.Take(t.Context(), 10, time.Minute, 0)
			if err != nil || len(again) != 1 || again[0].Job.Messages[0] != "m1" || again[0].Job.Attempts != 2 {
				t.Fatalf("Take = %+v, %v, want m1 for the second time", again, err)
			}
			if err := s.Finish(t.Context(), c1, store.Verdict{}); !errors.Is(err, store.ErrLeaseLost) {
				t.Errorf("Finish with the old lease = %v, want ErrLeaseLost", err)
			}
			c1 = again[0]
		})
		t.Run("a failure is held back for the retry interval", func(t *testing.T) {
			if err := s.Retry(t.Context(), c1, "model away"); err != nil {
				t.Fatal(err)
			}
			if early, _ := s.Take(t.Context(), 10, time.Minute, time.Hour); len(early) != 0 {
				t.Errorf("Take = %+v before the interval was over", early)
			}
			again, _ := s.Take(t.Context(), 10, time.Minute, 0)
			if len(again) != 1 {
				t.Fatalf("Take = %+v, want m1 once the interval is short", again)
			}
			c1 = again[0]
		})
		t.Run("a failed job lets the next one pass and can be revived", func(t *testing.T) {
			if err := s.Fail(t.Context(), c1, "401 unauthorized"); err != nil {
				t.Fatal(err)
			}
			next := take(t, s, 10)
			if len(next) != 1 || next[0].Job.Messages[0] != "m2" {
				t.Fatalf("Take = %+v, want m2", next)
			}
			if got := outcomesOf(t, s, alice); got["m1"] != souvenir.Failed {
				t.Errorf("outcomes = %v, want m1 failed", got)
			}
			if _, err := s.Revive(t.Context(), "default", c1.Job.ID); err != nil {
				t.Fatal(err)
			}
			if err := s.Finish(t.Context(), next[0], store.Verdict{Outcomes: []souvenir.Outcome{{Message: "m2", State: souvenir.Nothing}}}); err != nil {
				t.Fatal(err)
			}
			revived := take(t, s, 10)
			if len(revived) != 1 || revived[0].Job.ID != c1.Job.ID {
				t.Errorf("Take = %+v, want the revived m1", revived)
			}
		})
	})
}

func TestALeaseThatRanOutIsGivenToAnother(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		accept(t, s, post("m1"))
		first, err := s.Take(t.Context(), 1, -time.Second, 0) // already over
		if err != nil || len(first) != 1 {
			t.Fatalf("Take = %v, %v", first, err)
		}
		second := take(t, s, 1)
		if len(second) != 1 || second[0].Job.ID != first[0].Job.ID {
			t.Fatalf("Take = %+v, want the same job again", second)
		}
		if err := s.Extend(t.Context(), first[0], time.Minute); !errors.Is(err, store.ErrLeaseLost) {
			t.Errorf("Extend of the old lease = %v, want ErrLeaseLost", err)
		}
		if err := s.Release(t.Context(), second[0]); err != nil {
			t.Fatal(err)
		}
		if third := take(t, s, 1); len(third) != 1 || third[0].Job.Attempts != 2 {
			t.Errorf("Take = %+v, want a release not to count as an attempt", third)
		}
	})
}

func TestManyWorkersTakeEachJobOnceAndInOrder(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		const lanes, each = 5, 8
		for i := range each {
			for lane := range lanes {
				p := post(fmt.Sprintf("m%d", i))
				p.Scope.Conversation = fmt.Sprintf("c%d", lane)
				accept(t, s, p)
			}
		}
		var mu sync.Mutex
		seen := map[string][]string{}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for {
					ls, err := s.Take(context.Background(), 2, time.Minute, 0)
					if err != nil {
						t.Error(err)
						return
					}
					for _, l := range ls {
						mu.Lock()
						seen[l.Job.Conversation] = append(seen[l.Job.Conversation], l.Job.Messages[0])
						mu.Unlock()
						if err := s.Finish(context.Background(), l, store.Verdict{}); err != nil {
							t.Error(err)
						}
					}
					mu.Lock()
					total := 0
					for _, ids := range seen {
						total += len(ids)
					}
					mu.Unlock()
					if len(ls) == 0 && total >= lanes*each {
						return
					}
				}
			})
		}
		wg.Wait()
		for conversation, ids := range seen {
			if len(ids) != each || !slices.IsSorted(ids) {
				t.Errorf("%s was worked on as %v, want m0..m%d in order, each once", conversation, ids, each-1)
			}
		}
	})
}

func TestFinishStoresMemoriesWithHistory(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		accept(t, s, post("m1"))
		l := take(t, s, 1)[0]
		m := newMemory("01", "User lives in Lyon.")
		m.Evidence = []souvenir.Evidence{{Message: "m1", Quote: "Lyon"}}
		m.Tags, m.Confidence = []string{"home", `od"d`}, new(0.9)
		err := s.Finish(t.Context(), l, store.Verdict{
			Plan:       souvenir.Plan{Steps: []souvenir.Step{{Operation: souvenir.Add, Memory: m}}},
			Rejections: []souvenir.Rejection{{User: "alice", Style: "verbatim", Rule: "too-short", Reason: "empty"}},
			Outcomes:   []souvenir.Outcome{{Message: "m1", State: souvenir.Remembered, Memories: []string{"01"}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Memory(t.Context(), "default", "01")
		if err != nil || got.Content != m.Content || *got.Confidence != 0.9 || !slices.Equal(got.Tags, m.Tags) || !got.SaidAt.Equal(m.SaidAt) {
			t.Errorf("Memory = %+v, %v, want %+v", got, err, m)
		}
		if _, err := s.Memory(t.Context(), "another tenant", "01"); souvenir.CodeOf(err) != souvenir.NotFound {
			t.Errorf("another tenant's Memory = %v, want not found", err)
		}
		history, _ := s.Changes(t.Context(), "default", "01")
		if len(history) != 1 || history[0].Operation != "create" || history[0].Cause.Job != l.Job.ID || history[0].Cause.Messages[0] != "m1" {
			t.Errorf("Changes = %+v, want its creation by the job from m1", history)
		}
		refused, _ := s.Rejections(t.Context(), "default", "alice", "", "", 10)
		if len(refused.Items) != 1 || refused.Items[0].Rule != "too-short" {
			t.Errorf("Rejections = %+v", refused)
		}
		tagged, err := s.Memories(t.Context(), "default", "alice", store.Filter{Tag: `od"d`, Limit: 5})
		if err != nil || len(tagged.Items) != 1 {
			t.Errorf("Memories by tag = %+v, %v", tagged, err)
		}
		if none, _ := s.Memories(t.Context(), "default", "alice", store.Filter{Tag: `o%d`, Limit: 5}); len(none.Items) != 0 {
			t.Errorf("a tag was taken for a pattern: %+v", none)
		}
	})
}

func TestTheSameMemoryTwiceIsStale(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		add(t, s, newMemory("01", "User lives in Lyon."))
		plan := souvenir.Plan{Steps: []souvenir.Step{{Operation: souvenir.Add, Memory: newMemory("02", "user lives in  LYON")}}}
		if _, err := s.Apply(t.Context(), "default", plan, souvenir.Cause{}); !errors.Is(err, store.ErrStale) {
			t.Errorf("Apply = %v, want ErrStale", err)
		}
		fact := newMemory("03", "Ohio")
		fact.Key = "location"
		fact.ContentHash = fact.Hash()
		add(t, s, fact)
		fact.ID, fact.Content = "04", "Texas"
		fact.ContentHash = fact.Hash()
		plan.Steps[0].Memory = fact
		if _, err := s.Apply(t.Context(), "default", plan, souvenir.Cause{}); !errors.Is(err, store.ErrStale) {
			t.Errorf("Apply of a second value of a key = %v, want ErrStale", err)
		}
		plan.Steps[0].Operation, plan.Steps[0].Related = souvenir.Supersede, []string{"03"}
		if _, err := s.Apply(t.Context(), "default", plan, souvenir.Cause{}); err != nil {
			t.Fatal(err)
		}
		old, _ := s.Memory(t.Context(), "default", "03")
		if old.Status != souvenir.Superseded || old.SupersededBy != "04" || old.EndedAt == nil {
			t.Errorf("the old value is %+v, want superseded by 04", old)
		}
	})
}

func TestReinforcingFromManyWritersLosesNone(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		m := newMemory("01", "User lives in Lyon.")
		m.Confidence = new(0.8)
		add(t, s, m)
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				again := newMemory("xx", "User lives in Lyon.")
				again.Evidence = []souvenir.Evidence{{Message: fmt.Sprint("m", i)}}
				plan := souvenir.Plan{Steps: []souvenir.Step{{Operation: souvenir.Reinforce, Memory: again, Related: []string{"01"}}}}
				if _, err := s.Apply(context.Background(), "default", plan, souvenir.Cause{}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		got, _ := s.Memory(t.Context(), "default", "01")
		if got.Confirmations != 17 || len(got.Evidence) != 16 || *got.Confidence != 1 {
			t.Errorf("after 16 confirmations: %d confirmations, %d evidences, confidence %v", got.Confirmations, len(got.Evidence), *got.Confidence)
		}
	})
}

func TestWordsOfAnyScriptAreFound(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for i, text := range []string{
			"用户喜欢喝绿茶", "ユーザーは東京に住んでいる", "사용자는 김치를 좋아한다", "Пользователь живёт в Москве",
			"User enjoys hiking in the Alps", "User's café is called O'Brien \\ Sons", "उपयोगकर्ता हिन्दी बोलता है", "ผู้ใช้ชอบกินข้าว",
		} {
			add(t, s, newMemory(fmt.Sprint(i), text))
		}
		bob := newMemory("bob", "User hikes too 绿茶")
		bob.User = "bob"
		add(t, s, bob)
		for query, want := range map[string]string{
			"绿茶": "0", "茶": "0", "東京": "1", "김치": "2", "москве": "3", "hikes": "4", "CAFE": "5", "o'brien": "5", "हिन्दी": "6", "ข้าว": "7",
		} {
			hits, err := s.SearchMemories(t.Context(), store.Reach{Scope: alice, Now: time.Now()}, words.Query(query), 5)
			if err != nil || len(hits) == 0 || hits[0].Found.ID != want || hits[0].Score <= 0 {
				t.Errorf("search %q = %+v, %v, want memory %s", query, hits, err, want)
			}
			for _, h := range hits {
				if h.Found.User != "alice" {
					t.Errorf("search %q found %s's memory", query, h.Found.User)
				}
			}
		}
	})
}

func TestEndedAndPrivateThingsAreNotFound(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		reach := store.Reach{Scope: alice, Now: time.Now()}
		find := func(word string) int {
			ms, err1 := s.SearchMemories(t.Context(), reach, words.Query(word), 5)
			turns, err2 := s.SearchMessages(t.Context(), alice, words.Query(word), 5)
			if err := errors.Join(err1, err2); err != nil {
				t.Fatal(err)
			}
			return len(ms) + len(turns)
		}
		add(t, s, newMemory("01", "User owns a zebra."))
		if find("zebra") != 1 {
			t.Error("an active memory is not found")
		}
		_, err := s.Edit(t.Context(), "default", "01", "delete", souvenir.Cause{}, func(m *souvenir.Memory) error {
			m.Status = souvenir.Deleted
			return nil
		})
		if err != nil || find("zebra") != 0 {
			t.Errorf("a deleted memory is found (%v)", err)
		}
		accept(t, s, post("m1"))
		if find("m1") != 1 {
			t.Error("a turn is not found right after it was accepted")
		}
		if _, err := s.Describe(t.Context(), alice, nil, new(true)); err != nil || find("m1") != 0 {
			t.Errorf("a private turn is found (%v)", err)
		}
		secret := accept(t, s, post("m2"))
		if secret.Queued != 0 || secret.Outcomes[0].State != souvenir.Private {
			t.Errorf("a message of a private conversation = %+v, want private and not queued", secret)
		}
	})
}

func TestDeleteConversation(t *testing.T) {
	t.Parallel()
	for _, keep := range []bool{true, false} {
		t.Run(fmt.Sprintf("keep memories %v", keep), func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				accept(t, s, post("m1"))
				m := newMemory("01", "User owns a zebra.")
				m.Conversation = "c1"
				add(t, s, m)
				l := take(t, s, 1)[0]
				r, err := s.DeleteConversation(t.Context(), alice, keep, souvenir.Cause{By: "test"})
				if err != nil || r.Messages != 1 || r.Jobs != 1 {
					t.Errorf("DeleteConversation = %+v, %v, want one message and one job gone", r, err)
				}
				if err := s.Finish(t.Context(), l, store.Verdict{}); !errors.Is(err, store.ErrLeaseLost) {
					t.Errorf("Finish of a deleted conversation's job = %v, want ErrLeaseLost", err)
				}
				want := souvenir.Deleted
				if keep {
					want = souvenir.Active
				}
				if got, _ := s.Memory(t.Context(), "default", "01"); got.Status != want {
					t.Errorf("the memory is %s, want %s", got.Status, want)
				}
				if turns, _ := s.SearchMessages(t.Context(), alice, words.Query("m1"), 5); len(turns) != 0 {
					t.Errorf("a deleted message is found: %+v", turns)
				}
				if _, err := s.DeleteConversation(t.Context(), alice, keep, souvenir.Cause{}); souvenir.CodeOf(err) != souvenir.NotFound {
					t.Errorf("deleting it again = %v, want not found", err)
				}
			})
		})
	}
}

func TestListsArePaged(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for i := range 5 {
			add(t, s, newMemory(fmt.Sprint(i), fmt.Sprint("User has ", i)))
		}
		var got []string
		cursor := ""
		for {
			p, err := s.Memories(t.Context(), "default", "alice", store.Filter{Limit: 2, Cursor: cursor})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range p.Items {
				got = append(got, m.ID)
			}
			if cursor = p.Next; cursor == "" {
				break
			}
		}
		if want := []string{"4", "3", "2", "1", "0"}; !slices.Equal(got, want) {
			t.Errorf("pages give %v, want %v", got, want)
		}
		if _, err := s.Memories(t.Context(), "default", "alice", store.Filter{Limit: 2, Cursor: "'; drop"}); souvenir.CodeOf(err) != souvenir.Invalid {
			t.Errorf("a made-up cursor = %v, want invalid", err)
		}
	})
}

func TestPauseSurvivesReopening(t *testing.T) {
	t.Parallel()
	storetest.EachURL(t, func(t *testing.T, url string) {
		if err := storetest.Open(t, url).Pause(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		if paused, err := storetest.Open(t, url).Paused(t.Context()); err != nil || !paused {
			t.Errorf("Paused = %v, %v after reopening, want true", paused, err)
		}
	})
}
