package reconcile

import (
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// TestGolden holds the cases of golden.jsonl about duplicates and decisions.
// MiniLM's cosines are given where they were measured.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		id, old, heard string
		similarity     float64
		want           souvenir.Operation
	}{
		{"GC-26", "User's name is John", "User's name is John", 1, souvenir.Reinforce},
		{"GC-27", "User enjoys hiking", "User loves weekend hiking trips", 0.801, souvenir.Update},
		{"GC-28", "User lives in Seattle", "User works in downtown Seattle", 0.825, souvenir.Add},
		{"GC-29", "User's name is John", "User is a teacher", 0.502, souvenir.Add},
		{"GC-65", "User likes coffee", "User enjoys coffee", 0.926, souvenir.Reinforce},
		{"GC-66", "User likes coffee", "User hates coffee", 0.855, souvenir.Supersede},
		{"GC-67", "User is allergic to peanuts", "User is not allergic to peanuts", 0.979, souvenir.Supersede},
		{"GC-68", "User prefers tea over coffee", "User prefers coffee over tea", 0.996, souvenir.Supersede},
		{"GC-69", "User lives in Seattle", "User used to live in Seattle", 0.921, souvenir.Supersede},
		{"GC-70", "User's daughter is named Emma", "User's sister is named Emma", 0.908, souvenir.Add},
		{"GC-71", "User has a cat named Whiskers", "User has a dog named Whiskers", 0.873, souvenir.Add},
		{"GC-73", "alex prefers Python programming language", "sarah prefers Python programming language", 0.824, souvenir.Add},
		{"GC-74", "用户喜欢喝绿茶", "用户讨厌喝绿茶", 1, souvenir.Supersede},
		{"GC-75", "alex prefers to use the Python programming language for all backend services at work", "sarah prefers to use the Python programming language for all backend services at work", 0.858, souvenir.Add},
		{"GC-76", "User is 34 years old", "User is 43 years old", 0.918, souvenir.Supersede},
		{"GC-77", "User works at Google as an engineer", "User worked at Google as an engineer", 0.936, souvenir.Supersede},
		{"GL-02", "User likes hiking", "User loves weekend hiking in the Cascades", 0.75, souvenir.Update},
		{"GL-03", "User lives in Seattle", "User moved to Portland", 0.75, souvenir.Supersede},
		{"GL-05", "User lives in Seattle", "User prefers tabs", 0.1, souvenir.Add},
		{"X-17", "User likes coffee", "User enjoys coffee", 0.85, souvenir.Reinforce},
		{"X-19 no vectors", "用户喜欢喝绿茶", "用户爱喝绿茶", 0, souvenir.Reinforce},
	} {
		got := heard(tt.old, tt.heard, tt.similarity, 0.95, 0.95)
		if got.Operation != tt.want {
			t.Errorf("%s: %q, then %q: %s %s, want %s", tt.id, tt.old, tt.heard, got.Operation, got.Reason, tt.want)
		}
	}
}

// heard decides on a statement when another one is known.
func heard(old, statement string, similarity, sure, surely float64) souvenir.Step {
	at := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
	o, c := candidate("", old, at).Memory, candidate("", statement, at.Add(time.Hour))
	o.ID, o.Status, o.Confidence, o.Confirmations, c.Confidence = "old", souvenir.Active, &sure, 1, &surely
	o.Evidence = []souvenir.Evidence{{Message: "m1"}}
	c.ID, c.Confirmations, c.Evidence = "new", 1, []souvenir.Evidence{{Message: "m2"}}
	p, _ := Plan([]souvenir.Candidate{c}, []Known{{Near: []Neighbour{{o, similarity}}}}, nil)
	return p.Steps[0]
}

// L-025, X-80, GL-04: what is weak gives way to what is strong, unasked.
func TestTheWeakGivesWay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, old, heard   string
		cosine, sure, weak float64
		want               souvenir.Operation
	}{
		{"GL-04", "User lives in Seattle", "User lives in Seattle area", 0.9, 0.95, 0.4, souvenir.Noop},
		{"weak against strong", "User lives in Seattle", "User moved to Portland", 0.75, 0.95, 0.4, souvenir.Noop},
		{"both weak", "User lives in Seattle", "User moved to Portland", 0.75, 0.6, 0.4, souvenir.Supersede},
		{"exactly strong", "User lives in Seattle", "User moved to Portland", 0.75, 0.80, 0.49, souvenir.Noop},
		{"not weak", "User lives in Seattle", "User moved to Portland", 0.75, 0.95, 0.50, souvenir.Supersede},
		{"similar and unclear", "User likes berries", "User likes fruit salad", 0.70, 0.95, 0.4, souvenir.Noop},
		{"not similar", "User likes berries", "User likes fruit salad", 0.69, 0.95, 0.4, souvenir.Add},
		{"somebody else", "User's sister lives in Rome", "User's aunt lives in Rome", 0.9, 0.95, 0.4, souvenir.Add},
	} {
		if got := heard(tt.old, tt.heard, tt.cosine, tt.sure, tt.weak); got.Operation != tt.want {
			t.Errorf("%s: %s %s, want %s", tt.name, got.Operation, got.Reason, tt.want)
		}
	}
}

// C-080, B-007: a refinement is surer, rests on both, and takes the older one's place.
func TestARefinementKeepsBoth(t *testing.T) {
	t.Parallel()
	got := heard("User likes hiking", "User loves weekend hiking in the Cascades", 0.8, 0.9, 0.7)
	m := got.Memory
	if got.Operation != souvenir.Update || len(got.Related) != 1 || got.Related[0] != "old" || *m.Confidence < 0.949 || *m.Confidence > 0.951 || m.Confirmations != 2 || len(m.Evidence) != 2 {
		t.Errorf("the refinement is %+v", got)
	}
	if sure := *heard("User likes hiking", "User loves weekend hiking in the Cascades", 0.8, 0.99, 0.7).Memory.Confidence; sure != 1 {
		t.Errorf("confidence is %v, want at most 1", sure)
	}
}

// older news replaces nothing, and is history.
func TestOlderNewsReplacesNothing(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
	o := candidate("", "User lives in Seattle", at).Memory
	o.Status = souvenir.Active
	p, _ := Plan([]souvenir.Candidate{candidate("", "User lives in Denver", at.Add(-time.Hour))}, []Known{{Near: []Neighbour{{o, 0.9}}}}, nil)
	if got := p.Steps[0]; got.Operation != souvenir.Noop || got.Related[0] != o.ID || got.Memory.Status != souvenir.Superseded {
		t.Errorf("older news: %+v", got)
	}
}

// what holds elsewhere, for another agent or about somebody else is not near.
func TestOnlyTheSameScopeIsCompared(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
	for name, change := range map[string]func(*souvenir.Memory){
		"user":         func(m *souvenir.Memory) { m.User = "bob" },
		"agent":        func(m *souvenir.Memory) { m.Agent = "nova" },
		"subject user": func(m *souvenir.Memory) { m.SubjectUser = "sarah" },
		"site":         func(m *souvenir.Memory) { m.Reach, m.Site = souvenir.SiteOnly, "example.com" },
		"conversation": func(m *souvenir.Memory) { m.Reach, m.Conversation = souvenir.ConversationOnly, "c2" },
		"question":     func(m *souvenir.Memory) { m.Question = "What does the user drink?" },
		"subject":      func(m *souvenir.Memory) { m.Subject = "mornings" },
		"status":       func(m *souvenir.Memory) { m.Status = souvenir.Superseded },
	} {
		o, c := candidate("", "User likes coffee", at).Memory, candidate("", "User enjoys coffee", at)
		o.Status, c.Subject = souvenir.Active, "drinks"
		change(&o)
		if p, _ := Plan([]souvenir.Candidate{c}, []Known{{Near: []Neighbour{{o, 0.95}}}}, nil); p.Steps[0].Operation != souvenir.Add {
			t.Errorf("another %s: %+v", name, p.Steps[0])
		}
	}
}

// A word from elsewhere against the user's own waits for a person.
func TestTheUsersOwnWordCountsMore(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
	o, c := candidate("", "User lives in Seattle", at).Memory, candidate("", "User lives in Denver", at.Add(time.Hour))
	o.Status, o.Trust, c.Trust = souvenir.Active, souvenir.FromUser, souvenir.FromAssistant
	p, _ := Plan([]souvenir.Candidate{c}, []Known{{Near: []Neighbour{{o, 0.9}}}}, nil)
	if got := p.Steps[0]; got.Operation != souvenir.Hold || got.Memory.Status != souvenir.Waiting {
		t.Errorf("an assistant's word: %+v", got)
	}
}

// Later candidates of a window see what was decided about the earlier ones.
func TestAWindowIsPlannedInOrder(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
	seattle := candidate("", "User lives in Seattle", at).Memory
	seattle.ID, seattle.Status = "old", souvenir.Active
	near := Known{Near: []Neighbour{{seattle, 0.9}}}
	cs := []souvenir.Candidate{
		candidate("", "User moved to Portland", at.Add(1)), candidate("", "User lives in Portland", at.Add(2)), candidate("", "User lives in Denver now", at.Add(3)),
	}
	p, _ := Plan(cs, []Known{near, near, near}, nil)
	if len(p.Steps) != 2 || p.Steps[0].Operation != souvenir.Supersede || p.Steps[0].Related[0] != "old" || len(p.Steps[0].Memory.Evidence) != 2 ||
		p.Steps[1].Operation != souvenir.Supersede || len(p.Steps[1].Related) != 1 || p.Steps[1].Related[0] != p.Steps[0].Memory.ID {
		t.Errorf("the plan is %+v", p.Steps)
	}
}

// A fact keeps its key when it is refined or replaced in words without one, and
// what it replaces ends when the words say so.
func TestAFactStaysAFact(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
	o, c := candidate("location", "User lives in Seattle", at).Memory, candidate("", "User moved to Portland in May 2026", at.AddDate(0, 6, 0))
	may := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	o.Status, c.ValidFrom = souvenir.Active, &may
	p, _ := Plan([]souvenir.Candidate{c}, []Known{{Near: []Neighbour{{o, 0.8}}}}, nil)
	got := p.Steps[0]
	if got.Operation != souvenir.Supersede || got.Memory.Key != "location" || got.Memory.ContentHash != got.Memory.Hash() || got.Until == nil || !got.Until.Equal(may) {
		t.Errorf("the step is %+v", got)
	}
}
