package reconcile

import (
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
)

func candidate(key, content string, said time.Time) souvenir.Candidate {
	m := souvenir.Memory{ID: content, User: "alice", Key: key, Content: content, SaidAt: said, Evidence: []souvenir.Evidence{{Message: content}}}
	m.ContentHash = m.Hash()
	return souvenir.Candidate{Memory: m}
}

// elsewhere is a candidate that was said in another message.
func elsewhere(c souvenir.Candidate) souvenir.Candidate {
	c.Evidence = []souvenir.Evidence{{Message: "another"}}
	return c
}

func TestPlan(t *testing.T) {
	now := time.Now()
	ohio := candidate("location", "Ohio", now).Memory
	for _, tt := range []struct {
		name  string
		c     souvenir.Candidate
		known Known
		want  souvenir.Operation
	}{
		{"nothing like it", candidate("", "User likes tea", now), Known{}, souvenir.Add},
		{"the same words", candidate("", "Ohio", now), Known{Same: []souvenir.Memory{ohio}}, souvenir.Noop},
		{"the same", elsewhere(candidate("", "Ohio", now)), Known{Same: []souvenir.Memory{ohio}}, souvenir.Reinforce},
		{"a new value of a key", candidate("location", "Texas", now), Known{Keyed: &ohio}, souvenir.Supersede},
		{"an old value of a key", candidate("location", "Texas", now.Add(-time.Hour)), Known{Keyed: &ohio}, souvenir.Noop},
	} {
		got, _ := Plan([]souvenir.Candidate{tt.c}, []Known{tt.known}, nil)
		if len(got.Steps) != 1 || got.Steps[0].Operation != tt.want {
			t.Errorf("%s: %+v, want %s", tt.name, got, tt.want)
		}
	}
}

func TestPlanWithinOneWindow(t *testing.T) {
	now := time.Now()
	cs := []souvenir.Candidate{
		candidate("", "User likes tea", now), candidate("", "user likes TEA.", now),
		candidate("location", "Texas", now), candidate("location", "Ohio", now.Add(time.Second)), candidate("location", "Utah", now.Add(-time.Second)),
	}
	got, _ := Plan(cs, make([]Known, len(cs)), nil)
	if len(got.Steps) != 2 {
		t.Fatalf("Plan = %+v, want one step for the tea and one for the place", got.Steps)
	}
	if tea := got.Steps[0].Memory; len(tea.Evidence) != 2 {
		t.Errorf("the tea has evidence %v, want both", tea.Evidence)
	}
	if place := got.Steps[1].Memory; place.Content != "Ohio" || len(place.Evidence) != 3 || got.Steps[1].Operation != souvenir.Add {
		t.Errorf("the place is %+v, want the newest with all evidence", got.Steps[1])
	}
}
