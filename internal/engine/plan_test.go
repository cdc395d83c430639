package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/reconcile"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

func state(t testing.TB, e *Engine, user, content string) souvenir.Decision {
	t.Helper()
	out, err := e.AddMemory(t.Context(), &AddMemory{Body: souvenir.Statement{User: user, Content: content}})
	if err != nil {
		t.Fatalf("%q: %v", content, err)
	}
	return out.Body
}

func active(t testing.TB, e *Engine, user string) (out []string) {
	t.Helper()
	p, err := e.store.Memories(t.Context(), souvenir.DefaultTenant, user, store.Filter{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range p.Items {
		out = append(out, m.Content)
	}
	slices.Sort(out)
	return out
}

// A memory is found again at once, before it has a vector, in whatever words.
func TestWhatIsSaidNextIsHeldAgainstWhatIsKnown(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		e := New(s, Options{})
		for _, tt := range []struct {
			content string
			want    souvenir.Operation
		}{
			{"User lives in Seattle", souvenir.Add},
			{"User is living in Seattle", souvenir.Reinforce},
			{"User works in downtown Seattle", souvenir.Add},
			{"User moved to Portland in May 2026", souvenir.Supersede},
			{"User likes hiking", souvenir.Add},
			{"User loves weekend hiking in the Cascades", souvenir.Update},
			{"User drinks coffee every morning", souvenir.Add},
			{"User no longer drinks coffee", souvenir.Supersede},
			{"User is single", souvenir.Add},
			{"User got married", souvenir.Supersede},
			{"用户喜欢喝绿茶", souvenir.Add},
			{"用户爱喝绿茶", souvenir.Reinforce},
			{"用户讨厌喝绿茶", souvenir.Supersede},
			{"User's daughter is named Emma", souvenir.Add},
			{"User's sister is named Emma", souvenir.Add},
		} {
			if got := state(t, e, "alice", tt.content); got.Operation != tt.want {
				t.Errorf("%q: %s %s, want %s", tt.content, got.Operation, got.Reason, tt.want)
			}
		}
		want := []string{"User got married", "User loves weekend hiking in the Cascades", "User moved to Portland in May 2026", "User no longer drinks coffee",
			"User works in downtown Seattle", "User's daughter is named Emma", "User's sister is named Emma", "用户讨厌喝绿茶"}
		if got := active(t, e, "alice"); !slices.Equal(got, want) {
			t.Errorf("active are %q, want %q", got, want)
		}
		checkSeattle(t, s)
	})
}

// checkSeattle: what was superseded is kept, linked, and ends when it was said to.
func checkSeattle(t *testing.T, s *store.Store) {
	t.Helper()
	p, err := s.Memories(t.Context(), souvenir.DefaultTenant, "alice", store.Filter{Status: souvenir.Superseded, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(p.Items, func(m souvenir.Memory) bool { return m.Content == "User lives in Seattle" })
	if i < 0 {
		t.Fatal("where the user lived is gone")
	}
	m := p.Items[i]
	if m.SupersededBy == "" || m.ValidTo == nil || m.ValidTo.Format("2006-01") != "2026-05" || m.Confirmations != 2 {
		t.Errorf("where the user lived is %+v", m)
	}
	cs, err := s.Changes(t.Context(), souvenir.DefaultTenant, m.ID)
	if err != nil || len(cs) != 3 {
		t.Errorf("its history is %+v, %v, want create, reinforce, supersede", cs, err)
	}
}

// 32 writers say the same 200 facts about 8 users at once: each is stored once,
// and every time it was said is in its history.
func TestManyWritersStoreAFactOnce(t *testing.T) {
	t.Parallel()
	const writers, users = 32, 8
	facts := 25 // of each user
	if raced {
		facts = 5
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		e := New(s, Options{})
		var all sync.WaitGroup
		for w := range writers {
			all.Go(func() {
				for u := range users {
					if err := say(e, t.Context(), fmt.Sprint("user", (u+w)%users), w, facts); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		for u := range users {
			p, err := s.Memories(t.Context(), souvenir.DefaultTenant, fmt.Sprint("user", u), store.Filter{Limit: 1000})
			if err != nil || len(p.Items) != facts {
				t.Fatalf("user %d has %d memories, %v, want %d", u, len(p.Items), err, facts)
			}
			for _, m := range p.Items {
				cs, err := s.Changes(t.Context(), souvenir.DefaultTenant, m.ID)
				if err != nil || len(cs) != writers || m.Confirmations != writers || cs[0].Operation != "create" {
					t.Fatalf("%q has %d changes, %d confirmations, %v, want %d", m.Content, len(cs), m.Confirmations, err, writers)
				}
			}
		}
	})
}

// say tells all facts about a user in one go, as a job does.
func say(e *Engine, ctx context.Context, user string, writer, facts int) error {
	var cs []souvenir.Candidate
	for n := range facts {
		c := e.explicit(souvenir.Scope{User: user}, fmt.Sprintf("User visited town%d in %d", n, 1990+n), time.Time{})
		if n%5 == 0 {
			c.Key = fmt.Sprint("key", n)
		}
		c.Evidence, c.ContentHash = []souvenir.Evidence{{Message: fmt.Sprint("m", writer)}}, c.Hash()
		cs = append(cs, c)
	}
	for {
		p, err := e.plan(ctx, souvenir.DefaultTenant, cs, newHearing(false))
		if err != nil {
			return err
		}
		if _, err = e.store.Apply(ctx, souvenir.DefaultTenant, p, souvenir.Cause{}); !errors.Is(err, store.ErrStale) {
			return err
		}
	}
}

// A model is asked about what is doubtful, once, and its calls are counted; when
// it is away or cannot be understood, nothing is lost.
func TestAJudgeDecidesTheDoubtful(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		reply llmtest.Reply
		want  souvenir.Operation
		calls int64
	}{
		{"NOOP", llmtest.Say(`{"operation":"NOOP","target":null,"content":null}`), souvenir.Noop, 1},
		{"UPDATE", llmtest.Say(`{"operation":"UPDATE","target":1,"content":"User likes fresh wild berries and berry jam"}`), souvenir.Update, 1},
		{"GL-08", llmtest.Say(`[{"operation":"DELETE","target":1},{"operation":"ADD"}]`), souvenir.Supersede, 1},
		{"GL-06", llmtest.Say(`{"operation":"UPDATE","target":12,"content":"x"}`), souvenir.Add, 1},
		{"away", llmtest.Broken(), souvenir.Add, 0},
		{"prose", llmtest.Say("Hm."), souvenir.Add, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.New(t)
			server.Otherwise(func(llmtest.Request) llmtest.Reply { return tt.reply })
			model, err := llm.New(llm.Options{BaseURL: server.URL, Model: "any", Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			e := New(storetest.Open(t, storetest.SQLite(t)), Options{Model: model})
			state(t, e, "alice", "User likes fresh wild berries")
			if got := state(t, e, "alice", "User likes wild berry jam"); got.Operation != tt.want {
				t.Errorf("%s %s, want %s", got.Operation, got.Reason, tt.want)
			}
			tallies, err := e.store.Tallies(t.Context(), souvenir.DefaultTenant, time.Time{})
			var calls int64
			for _, tally := range tallies {
				if tally.Style == reconcile.Style && tally.What == souvenir.ModelCalls {
					calls += tally.N
				}
			}
			if err != nil || calls != tt.calls {
				t.Errorf("%d calls counted, %v, want %d", calls, err, tt.calls)
			}
		})
	}
}

// BenchmarkPlan plans 20 candidates against 10,000 memories.
func BenchmarkPlan(b *testing.B) {
	for name, url := range map[string]func(testing.TB) string{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			e := New(storetest.Open(b, url(b)), Options{})
			var p souvenir.Plan
			for i := range 10_000 {
				c := e.explicit(souvenir.Scope{User: "alice"}, fmt.Sprintf("User %s %s%d with %s%d", []string{"likes", "visited", "bought", "met"}[i%4], "thing", i%700, "friend", i), time.Time{})
				c.ID, c.Status, c.ContentHash = e.newID(), souvenir.Active, c.Hash()
				p.Steps = append(p.Steps, souvenir.Step{Operation: souvenir.Add, Memory: c.Memory})
			}
			if _, err := e.store.Apply(b.Context(), souvenir.DefaultTenant, p, souvenir.Cause{}); err != nil {
				b.Fatal(err)
			}
			for n := 1; n > 0; {
				var err error
				if n, err = e.EmbedNew(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			var cs []souvenir.Candidate
			for i := range 20 {
				cs = append(cs, e.explicit(souvenir.Scope{User: "alice"}, fmt.Sprintf("User enjoys thing%d with friend%d", 31*i, 400*i), time.Time{}))
			}
			if _, err := e.plan(b.Context(), souvenir.DefaultTenant, cs, newHearing(false)); err != nil { // fills the shelf
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := e.plan(b.Context(), souvenir.DefaultTenant, cs, newHearing(false)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
