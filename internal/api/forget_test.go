package api_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/store"
)

func TestForgetWhatSomebodySays(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		for _, text := range []string{"User lives in Berlin", "User plays chess on Mondays", "User founded a chess club", "User likes tea", "User's sister is called Ana"} {
			if _, err := s.State(ctx, souvenir.Statement{User: "ann", Content: text}); err != nil {
				t.Fatal(err)
			}
		}
		dry, err := s.ForgetAbout(ctx, "ann", souvenir.Forgetting{Query: "I live in Berlin", DryRun: true})
		if err != nil || !dry.DryRun || len(dry.Forgotten) != 1 || len(s.contents(t, souvenir.Active)) != 5 {
			t.Fatalf("dry run: %+v, %v", dry, err)
		}
		got, err := s.ForgetAbout(ctx, "ann", souvenir.Forgetting{Query: "forget that I live in Berlin"})
		if err != nil || len(got.Forgotten) != 1 || got.Forgotten[0].Status != souvenir.Deleted {
			t.Fatalf("forget that: %+v, %v", got, err)
		}
		if got, err = s.ForgetAbout(ctx, "ann", souvenir.Forgetting{Query: "my chess"}); err != nil || len(got.Forgotten) != 0 || len(got.Ambiguous) < 2 {
			t.Errorf("something ambiguous: %+v, %v", got, err)
		}
		if got, err = s.ForgetAbout(ctx, "ann", souvenir.Forgetting{EverythingAbout: "chess"}); err != nil || len(got.Forgotten) != 2 {
			t.Errorf("everything about chess: %+v, %v", got, err)
		}
		if left := s.contents(t, souvenir.Active); !slices.Equal(left, []string{"User likes tea", "User's sister is called Ana"}) {
			t.Errorf("left: %q", left)
		}
		for _, f := range []souvenir.Forgetting{{}, {Query: "a", EverythingAbout: "b"}, {EverythingAbout: "me"}, {Query: "x\x00"}} {
			if _, err := s.ForgetAbout(ctx, "ann", f); souvenir.CodeOf(err) != souvenir.Invalid {
				t.Errorf("%+v: %v", f, err)
			}
		}
	})
}

func TestForgetInAChat(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		s.told(t, "c1", "Remember that I live in Berlin")
		s.told(t, "c1b", "Remember that I like tea")
		o := s.told(t, "c2", "Forget that I live in Berlin.")
		if o.State != souvenir.Nothing || o.Reason != "It asked to forget something: 1 memory was forgotten." || len(o.Memories) != 1 {
			t.Fatalf("it ended as %+v", o)
		}
		if left := s.contents(t, souvenir.Active); len(left) != 1 || !strings.Contains(left[0], "tea") {
			t.Errorf("left: %q", left)
		}
		h, err := s.History(t.Context(), o.Memories[0])
		if err != nil || h.Items[1].Operation != "forget" || h.Items[1].Cause.Messages[0] != "m1" {
			t.Errorf("history: %+v, %v", h, err)
		}
		if o := s.told(t, "c3", "Please forget everything about tango."); o.Reason != "It asked to forget something that is not known." {
			t.Errorf("something unknown ended as %+v", o)
		}
		if o := s.told(t, "c4", "忘记我喜欢茶"); o.State != souvenir.Nothing {
			t.Errorf("another language ended as %+v", o)
		}
		t.Run("also what was said just before", func(t *testing.T) {
			talk := say("ann", "Remember that my bike is red", "Forget that my bike is red", "Remember that my car is blue")
			if _, err := s.Remember(t.Context(), "c5", talk, 50*time.Second); err != nil {
				t.Fatal(err)
			}
			left := strings.Join(s.contents(t, souvenir.Active), "; ")
			if strings.Contains(left, "bike") || !strings.Contains(left, "car") {
				t.Errorf("left: %q", left)
			}
		})
	})
}

func TestWhatTimeEnds(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		old := time.Now().AddDate(0, 0, -140).UTC()
		for id, change := range map[string]func(*souvenir.Memory){
			"faded":     func(m *souvenir.Memory) {},
			"recent":    func(m *souvenir.Memory) { m.SaidAt = time.Now().AddDate(0, 0, -120) },
			"recalled":  func(m *souvenir.Memory) { m.LastRecalledAt = new(time.Now().AddDate(0, 0, -5)) },
			"permanent": func(m *souvenir.Memory) { m.Expiry = souvenir.Permanent },
			"pinned":    func(m *souvenir.Memory) { m.Priority = 100 },
			"important": func(m *souvenir.Memory) { m.Importance = new(10) },
			"core":      func(m *souvenir.Memory) { m.Origin = souvenir.Core },
			"asked":     func(m *souvenir.Memory) { m.Origin = souvenir.Explicit },
			"dated":     func(m *souvenir.Memory) { m.Origin, m.ExpiresAt = souvenir.Explicit, &old },
			"session": func(m *souvenir.Memory) {
				m.Expiry, m.Reach, m.Conversation = souvenir.Permanent, souvenir.SessionOnly, "c"
			},
		} {
			m := souvenir.Memory{
				ID: id, User: "ann", Content: "User likes " + id, Style: "rules", Type: "fact", Origin: souvenir.Implicit, Trust: souvenir.FromUser, Reach: souvenir.UserGlobal,
				Expiry: souvenir.Temporary, Status: souvenir.Active, Priority: 80, Confirmations: 1, SaidAt: old,
			}
			change(&m)
			m.ContentHash = m.Hash()
			if _, err := s.store.Apply(ctx, "default", souvenir.Plan{Steps: []souvenir.Step{{Operation: souvenir.Add, Memory: m}}}, souvenir.Cause{}); err != nil {
				t.Fatal(err)
			}
		}
		dry, err := s.Sweep(ctx, "ann", souvenir.Sweeping{DryRun: true})
		if err != nil || len(dry.Memories) != 2 {
			t.Fatalf("dry run: %+v, %v", dry, err)
		}
		if got := s.contents(t, souvenir.Expired); len(got) != 0 {
			t.Errorf("a dry run ended %q", got)
		}
		if _, err := s.Sweep(ctx, "ann", souvenir.Sweeping{}); err != nil {
			t.Fatal(err)
		}
		if got := s.contents(t, souvenir.Expired); !slices.Equal(got, []string{"User likes dated", "User likes faded"}) {
			t.Errorf("expired: %q", got)
		}
		h, err := s.History(ctx, "faded")
		if err != nil || h.Items[1].Operation != "expire" || !strings.Contains(h.Items[1].Cause.Reason, "140 days") {
			t.Errorf("history: %+v, %v", h, err)
		}
		if again, err := s.Sweep(ctx, "ann", souvenir.Sweeping{}); err != nil || len(again.Memories) != 0 {
			t.Errorf("a second sweep: %+v, %v", again, err)
		}
	})
}

func TestTodosEndWhenTheyAreDone(t *testing.T) { // B-041
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		for _, text := range []string{"to ship the dedup", "to call the dentist"} {
			if _, err := s.State(t.Context(), souvenir.Statement{User: "ann", Content: text, Type: "todo", SaidAt: time.Now().Add(-time.Hour)}); err != nil {
				t.Fatal(err)
			}
		}
		d, err := s.State(t.Context(), souvenir.Statement{User: "ann", Content: "User shipped the dedup", Type: "event"})
		if err != nil || d.Operation != souvenir.Supersede || len(d.Related) != 1 {
			t.Fatalf("State = %+v, %v", d, err)
		}
		l, err := s.Memories(t.Context(), client.Filter{User: "ann", Type: "todo"})
		if err != nil || len(l.Items) != 1 || l.Items[0].Content != "to call the dentist" {
			t.Errorf("todos: %+v, %v", l.Items, err)
		}
		if m, _ := s.Memory(t.Context(), d.Related[0]); m.Status != souvenir.Superseded || m.SupersededBy != d.Memory.ID {
			t.Errorf("the todo is %s by %q", m.Status, m.SupersededBy)
		}
	})
}

func TestWhereAMemoryHolds(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		for _, st := range []souvenir.Statement{
			{Content: "Prices are in euro", Scope: souvenir.SiteOnly, Site: "shop.example"}, {Content: "dark", Key: "theme", Scope: souvenir.SiteOnly, Site: "shop.example"},
			{Content: "We talk about prices", Scope: souvenir.SessionOnly, Conversation: "c1"}, {Content: "Prices were agreed on", Scope: souvenir.ConversationOnly, Conversation: "c1"},
		} {
			st.User = "ann"
			if _, err := s.State(t.Context(), st); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			q               souvenir.Query
			memories, facts int
		}{{souvenir.Query{}, 0, 0}, {souvenir.Query{Site: "shop.example"}, 2, 1}, {souvenir.Query{Site: "other.example"}, 0, 0}, {souvenir.Query{Conversation: "c1"}, 2, 0}, {souvenir.Query{Conversation: "c2"}, 0, 0}} {
			c.q.User, c.q.Query = "ann", "prices dark theme"
			r, err := s.Recall(t.Context(), c.q)
			if err != nil || len(r.Memories) != c.memories || len(r.Facts) != c.facts {
				t.Errorf("%+v: %d memories, %d facts, %v; want %d and %d", c.q, len(r.Memories), len(r.Facts), err, c.memories, c.facts)
			}
		}
	})
}

func TestFollowUpsWhenThePartnerReturns(t *testing.T) { // R-034, B-073
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ctx := t.Context()
		topic := func(id, partner string, u souvenir.Urgency) souvenir.PendingTopic {
			return souvenir.PendingTopic{ID: id, User: "ann", Partner: partner, Topic: "about " + id, SuggestedFollowUp: "ask about " + id, Urgency: u, Status: souvenir.TopicPending, Conversation: "before"}
		}
		topics := []souvenir.PendingTopic{topic("low", "Nova", souvenir.LowUrgency), topic("medium", "Nova", souvenir.MediumUrgency), topic("high", "Nova", souvenir.HighUrgency), topic("other", "Ben", souvenir.HighUrgency)}
		if err := s.store.Settle(ctx, "default", store.Verdict{Topics: topics}, souvenir.Cause{}); err != nil {
			t.Fatal(err)
		}
		talk := say("ann", "hello")
		talk.Partner = "Nova"
		s.remembered(t, "now", talk)
		for q, want := range map[*souvenir.Query]string{
			{Conversation: "now"}: "high medium", {Agent: "nova"}: "high medium", {Agent: "Ben"}: "other", {}: "", {Agent: "Zoe"}: "", {Conversation: "elsewhere"}: "",
			{Agent: "nova", Conversation: "before"}: "",
		} {
			q.User, q.Query = "ann", "hello"
			r, err := s.Recall(ctx, *q)
			var got []string
			for _, f := range r.FollowUps {
				got = append(got, f.ID)
			}
			if err != nil || strings.Join(got, " ") != want {
				t.Errorf("agent %q, conversation %q: %q, %v; want %q", q.Agent, q.Conversation, got, err, want)
			}
		}
		if _, err := s.MarkTopic(ctx, "ann", "high", souvenir.TopicAddressed); err != nil {
			t.Fatal(err)
		}
		if r, err := s.Recall(ctx, souvenir.Query{User: "ann", Query: "hello", Agent: "Nova"}); err != nil || len(r.FollowUps) != 2 || r.FollowUps[0].ID != "medium" {
			t.Errorf("after one was addressed: %+v, %v", r.FollowUps, err)
		}
	})
}
