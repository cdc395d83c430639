package consolidate_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/consolidate"
	"github.com/souvenir-memory/souvenir/internal/reconcile"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func memory(content string, change ...func(*souvenir.Memory)) souvenir.Memory {
	m := souvenir.Memory{
		ID: content, User: "alice", Content: content, Status: souvenir.Active, Reach: souvenir.UserGlobal, Expiry: souvenir.Permanent,
		Trust: souvenir.FromUser, Origin: souvenir.Implicit, Priority: 80, Confirmations: 1, SaidAt: now, CreatedAt: now,
	}
	for _, c := range change {
		c(&m)
	}
	return m
}

func plan(ms ...souvenir.Memory) []consolidate.Group {
	var pairs []reconcile.Pair
	for i := range ms {
		for j := i + 1; j < len(ms); j++ {
			pairs = append(pairs, reconcile.Pair{A: i, B: j, Similarity: 0.9})
		}
	}
	return consolidate.Plan(ms, reconcile.ReadAll(ms).Relate(pairs))
}

// told writes groups as "keeper < other, other".
func told(gs []consolidate.Group) (out []string) {
	for _, g := range gs {
		line := fmt.Sprint(g.Keeper, " <")
		for _, o := range g.Others {
			line += fmt.Sprint(" ", o.At)
		}
		out = append(out, line)
	}
	return out
}

func TestPlan(t *testing.T) {
	confirmed := func(n int) func(*souvenir.Memory) { return func(m *souvenir.Memory) { m.Confirmations = n } }
	pinned := func(m *souvenir.Memory) { m.Priority = 100 }
	for name, c := range map[string]struct {
		ms   []souvenir.Memory
		want string
	}{
		"the most confirmed stays":    {[]souvenir.Memory{memory("User enjoys hiking"), memory("User likes hiking", confirmed(3))}, "[1 < 0]"},
		"the one that says more":      {[]souvenir.Memory{memory("User has a dog named Rex"), memory("User has a dog", confirmed(9))}, "[0 < 1]"},
		"look-alikes stay":            {[]souvenir.Memory{memory("User has a son named Tom"), memory("User has a son named Max")}, "[]"},
		"contradictions stay":         {[]souvenir.Memory{memory("User lives in Lyon"), memory("User lives in Paris")}, "[]"},
		"a pinned one stays":          {[]souvenir.Memory{memory("User enjoys hiking", confirmed(9)), memory("User likes hiking", pinned)}, "[1 < 0]"},
		"two pinned ones stay":        {[]souvenir.Memory{memory("User enjoys hiking", pinned), memory("User likes hiking", pinned)}, "[]"},
		"important ones stay":         {[]souvenir.Memory{memory("User has a dog", func(m *souvenir.Memory) { m.Importance = new(10) }), memory("User has a dog named Rex")}, "[]"},
		"core ones stay":              {[]souvenir.Memory{memory("User has a dog", func(m *souvenir.Memory) { m.Origin = souvenir.Core }), memory("User has a dog named Rex")}, "[]"},
		"another scope is another":    {[]souvenir.Memory{memory("User enjoys hiking"), memory("User likes hiking", func(m *souvenir.Memory) { m.Agent = "x" })}, "[]"},
		"a key does not give way":     {[]souvenir.Memory{memory("User enjoys hiking", confirmed(9)), memory("User likes hiking", func(m *souvenir.Memory) { m.Key = "hobby" })}, "[1 < 0]"},
		"the user's word counts more": {[]souvenir.Memory{memory("User enjoys hiking", confirmed(9), func(m *souvenir.Memory) { m.Trust = souvenir.FromAssistant }), memory("User likes hiking")}, "[1 < 0]"},
	} {
		if got := fmt.Sprint(told(plan(c.ms...))); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestAtMostTwelveBecomeOne(t *testing.T) {
	var ms []souvenir.Memory
	for i := range 20 {
		ms = append(ms, memory("User likes hiking", func(m *souvenir.Memory) { m.ID = fmt.Sprint(i) }))
	}
	for _, g := range plan(ms...) {
		if len(g.Others) > 11 {
			t.Errorf("%d give way to one", len(g.Others))
		}
	}
}

func TestMerged(t *testing.T) {
	keeper := memory("User likes hiking", func(m *souvenir.Memory) {
		m.Tags, m.Importance, m.Evidence = []string{"a"}, new(5), []souvenir.Evidence{{Message: "m1"}}
	})
	other := memory("User enjoys hiking", func(m *souvenir.Memory) {
		m.Tags, m.Importance, m.Evidence = []string{"a", "b"}, new(8), []souvenir.Evidence{{Message: "m1"}, {Message: "m2"}}
		m.CreatedAt, m.SaidAt, m.Confirmations, m.RecallCount, m.Confidence = now.AddDate(-1, 0, 0), now.Add(time.Hour), 2, 3, new(0.9)
	})
	got := consolidate.Merged(keeper, []souvenir.Memory{other})
	if got.Content != keeper.Content || *got.Importance != 8 || len(got.Tags) != 2 || len(got.Evidence) != 2 || got.Confirmations != 3 || got.RecallCount != 3 ||
		!got.CreatedAt.Equal(other.CreatedAt) || !got.SaidAt.Equal(other.SaidAt) || *got.Confidence != 0.9 {
		t.Errorf("merged = %+v", got)
	}
	if len(keeper.Tags) != 1 || len(keeper.Evidence) != 1 {
		t.Error("the keeper was changed on the way")
	}
}
