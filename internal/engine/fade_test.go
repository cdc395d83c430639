package engine

import (
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// later runs a test with an engine and a store whose clock can be put forward.
func later(t *testing.T, run func(t *testing.T, e *Engine, s *store.Store, forward func(time.Duration))) {
	t.Parallel()
	storetest.EachURL(t, func(t *testing.T, url string) {
		now := time.Now()
		clock := func() time.Time { return now }
		s, err := store.Open(t.Context(), url, store.Options{Now: clock})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		run(t, New(s, Options{Now: clock}), s, func(d time.Duration) { now = now.Add(d) })
	})
}

func sweep(t *testing.T, e *Engine) souvenir.Swept {
	t.Helper()
	out, err := e.fade(t.Context(), "", "", false)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// What holds for a session ends when nothing was heard of it for a day, and not
// before.
func TestSessionMemoriesEndWithTheirSession(t *testing.T) {
	later(t, func(t *testing.T, e *Engine, s *store.Store, forward func(time.Duration)) {
		talk := func() {
			in := &PostMessages{Conversation: "c", Body: souvenir.Talk{User: "ann", Messages: []souvenir.Said{{Role: souvenir.User, Content: "hello again"}}}}
			if _, err := e.Remember(t.Context(), in); err != nil {
				t.Fatal(err)
			}
		}
		talk()
		if _, err := e.AddMemory(t.Context(), &AddMemory{Body: souvenir.Statement{User: "ann", Conversation: "c", Content: "User wants short answers", Scope: souvenir.SessionOnly}}); err != nil {
			t.Fatal(err)
		}
		forward(23 * time.Hour)
		talk()
		forward(2 * time.Hour)
		if out := sweep(t, e); len(out.Memories) != 0 {
			t.Errorf("the session goes on, but %+v ended", out.Memories)
		}
		forward(25 * time.Hour)
		if out := sweep(t, e); len(out.Memories) != 1 || out.Memories[0].Memory.Status != souvenir.Expired {
			t.Errorf("the session is over: %+v, want what it held to end", out.Memories)
		}
		if out := sweep(t, e); len(out.Memories) != 0 {
			t.Errorf("a second sweep ended %+v", out.Memories)
		}
	})
}

func TestPendingTopicsExpireInTheSweep(t *testing.T) {
	later(t, func(t *testing.T, e *Engine, s *store.Store, forward func(time.Duration)) {
		topics := []souvenir.PendingTopic{{ID: "knee", User: "ann", Partner: "Nova", Topic: "the knee", Urgency: souvenir.HighUrgency, Status: souvenir.TopicPending}}
		if err := s.Settle(t.Context(), souvenir.DefaultTenant, store.Verdict{Topics: topics}, souvenir.Cause{}); err != nil {
			t.Fatal(err)
		}
		forward(souvenir.TopicLife - time.Hour)
		if out := sweep(t, e); out.Topics != 0 {
			t.Errorf("%d topics expired before their time", out.Topics)
		}
		forward(2 * time.Hour)
		if out := sweep(t, e); out.Topics != 1 {
			t.Errorf("%d topics expired, want 1", out.Topics)
		}
		p, err := s.Topics(t.Context(), souvenir.DefaultTenant, "ann", souvenir.TopicExpired, "", 10)
		if err != nil || len(p.Items) != 1 {
			t.Errorf("expired topics are %+v, %v", p, err)
		}
	})
}

// Each recall that suggests a topic is one more look at it.
func TestLooksAtTopicsAreCounted(t *testing.T) {
	later(t, func(t *testing.T, e *Engine, s *store.Store, forward func(time.Duration)) {
		topics := []souvenir.PendingTopic{{ID: "knee", User: "ann", Partner: "Nova", Topic: "the knee", Urgency: souvenir.HighUrgency, Status: souvenir.TopicPending}}
		if err := s.Settle(t.Context(), souvenir.DefaultTenant, store.Verdict{Topics: topics}, souvenir.Cause{}); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			in := &struct{ Body souvenir.Query }{souvenir.Query{User: "ann", Query: "hello", Agent: "Nova", Limit: 5, Budget: 100}}
			if out, err := e.Recall(t.Context(), in); err != nil || len(out.Body.FollowUps) != 1 {
				t.Fatalf("Recall = %+v, %v", out, err)
			}
		}
		if err := e.countRecalls(t.Context()); err != nil {
			t.Fatal(err)
		}
		p, err := s.Topics(t.Context(), souvenir.DefaultTenant, "ann", souvenir.TopicPending, "", 10)
		if err != nil || len(p.Items) != 1 || p.Items[0].CheckCount != 3 || p.Items[0].LastChecked == nil {
			t.Errorf("the topic is %+v, %v; want 3 looks", p.Items, err)
		}
	})
}
