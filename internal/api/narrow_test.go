package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
)

func TestRecallTellsParticipantsApart(t *testing.T) { // C-040
	each(t, func(t *testing.T, s *server) {
		talk := souvenir.Talk{User: "sam", Source: "discord", Participants: []string{"alex", "sarah", "sam"}, Messages: []souvenir.Said{
			{ID: "m1", Role: souvenir.User, Name: "alex", Content: "Remember that I like green tea."},
			{ID: "m2", Role: souvenir.User, Name: "sarah", Content: "Remember that I like black tea."},
		}}
		s.remembered(t, "c", talk)
		if _, err := s.State(t.Context(), souvenir.Statement{User: "sam", Content: "White tea is for guests.", Type: "project"}); err != nil {
			t.Fatal(err)
		}
		for who, want := range map[string]string{"alex": "green tea", "sarah": "black tea", "sam": "White tea"} {
			r, err := s.Recall(t.Context(), souvenir.Query{User: "sam", Query: "tea", About: who})
			if err != nil || len(r.Memories) != 1 || !strings.Contains(r.Memories[0].Content, want) {
				t.Errorf("about %s: %+v, %v; want only %q", who, r.Memories, err, want)
			}
			for _, turn := range r.Turns {
				if turn.Name != who {
					t.Errorf("about %s: %s said %q", who, turn.Name, turn.Content)
				}
			}
			l, err := s.Memories(t.Context(), client.Filter{User: "sam", About: who})
			if err != nil || len(l.Items) != 1 || !strings.Contains(l.Items[0].Content, want) {
				t.Errorf("list about %s: %+v, %v", who, l.Items, err)
			}
			l, err = s.Memories(t.Context(), client.Filter{User: "sam", About: who, Words: "tea"})
			if err != nil || len(l.Items) != 1 || !strings.Contains(l.Items[0].Content, want) {
				t.Errorf("search about %s: %+v, %v", who, l.Items, err)
			}
			if r, err := s.Recall(t.Context(), souvenir.Query{User: "sam", Query: "tea", About: who, At: new(time.Now().Add(time.Hour))}); err != nil || len(r.Memories) != 1 {
				t.Errorf("as of a time, about %s: %+v, %v", who, r.Memories, err)
			}
		}
		if r, err := s.Recall(t.Context(), souvenir.Query{User: "sam", Query: "tea", About: "nobody"}); err != nil || len(r.Memories)+len(r.Turns)+len(r.Facts) != 0 {
			t.Errorf("about nobody: %+v, %v", r, err)
		}
		if r, err := s.Recall(t.Context(), souvenir.Query{User: "sam", Query: "tea"}); err != nil || len(r.Memories) != 3 {
			t.Errorf("about anybody: %+v, %v", r.Memories, err)
		}
	})
}

func TestFactsOfParticipantsStayApart(t *testing.T) { // C-040
	each(t, func(t *testing.T, s *server) {
		talk := souvenir.Talk{User: "sam", Source: "discord", Participants: []string{"alex", "sam"}, Messages: []souvenir.Said{
			{ID: "m1", Role: souvenir.User, Name: "alex", Content: "I live in Lyon."}, {ID: "m2", Role: souvenir.User, Name: "sam", Content: "I live in Ghent."},
		}}
		s.remembered(t, "c", talk)
		for who, want := range map[string]string{"alex": "Lyon", "sam": "Ghent", "": "Ghent"} {
			r, err := s.Recall(t.Context(), souvenir.Query{User: "sam", Query: "home", About: who})
			if err != nil || len(r.Facts) != 1 || !strings.Contains(r.Facts[0].Value, want) {
				t.Errorf("about %q: %+v, %v; want only %s", who, r.Facts, err, want)
			}
		}
	})
}

func TestAsOfATimeFactsStayApartToo(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		s.remembered(t, "c", souvenir.Talk{User: "sam", Source: "discord", Participants: []string{"alex", "sam"}, Messages: []souvenir.Said{
			{ID: "m1", Role: souvenir.User, Name: "alex", Content: "I live in Lyon."},
		}})
		for who, want := range map[string]int{"alex": 1, "sam": 0, "": 0} {
			r, err := s.Recall(t.Context(), souvenir.Query{User: "sam", Query: "home", About: who, At: new(time.Now().Add(time.Hour))})
			if err != nil || len(r.Facts) != want {
				t.Errorf("about %q: %+v, %v; want %d facts", who, r.Facts, err, want)
			}
		}
	})
}

func TestAFilterIsText(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		for _, q := range []souvenir.Query{{User: "a", Query: "x", About: "a\x00"}, {User: "a", Query: "x", Types: []string{"\x00"}}} {
			if _, err := s.Recall(t.Context(), q); souvenir.CodeOf(err) != souvenir.Invalid {
				t.Errorf("%+v: %v", q, err)
			}
		}
		if _, err := s.Memories(t.Context(), client.Filter{User: "a", About: "a\x00"}); souvenir.CodeOf(err) != souvenir.Invalid {
			t.Errorf("a list: %v", err)
		}
	})
}

func TestRecallFindsTheTypesThatAreWanted(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		for i, kind := range []string{"preference", "project", "story"} {
			if _, err := s.State(t.Context(), souvenir.Statement{User: "ann", Content: trips[i], Type: kind}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.SetFact(t.Context(), "ann", "city", "Lyon"); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			types           []string
			memories, facts int
		}{
			{nil, 3, 1}, {[]string{}, 3, 1}, {[]string{"project"}, 1, 0}, {[]string{"story", "preference"}, 2, 0}, {[]string{"fact"}, 0, 1}, {[]string{"nonsense"}, 0, 0},
		} {
			for _, at := range []*time.Time{nil, new(time.Now().Add(time.Hour))} {
				r, err := s.Recall(t.Context(), souvenir.Query{User: "ann", Query: "travel", Types: c.types, At: at})
				if err != nil || len(r.Memories) != c.memories || len(r.Facts) != c.facts {
					t.Errorf("%q at %v: %d memories and %d facts, %v, want %d and %d", c.types, at, len(r.Memories), len(r.Facts), err, c.memories, c.facts)
				}
			}
		}
	})
}

func TestAFilterLooksBehindWhatMatchesBetter(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		for i := range 60 {
			if _, err := s.State(t.Context(), souvenir.Statement{User: "ann", Content: fmt.Sprint("travel travel travel trip ", i)}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.State(t.Context(), souvenir.Statement{User: "ann", Type: "story", Content: "Once upon a time a long journey began, and there was much travel in it for everybody who came along."}); err != nil {
			t.Fatal(err)
		}
		r, err := s.Recall(t.Context(), souvenir.Query{User: "ann", Query: "travel", Types: []string{"story"}, Limit: 1})
		if err != nil || len(r.Memories) != 1 {
			t.Errorf("%+v, %v; want the story", r.Memories, err)
		}
	})
}
