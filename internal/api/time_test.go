package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
)

// At each time one home holds, in whatever order the news came; and what is newest
// is what is known.
func TestOneValueHoldsAtATimeInAnyOrderOfArrival(t *testing.T) {
	t.Parallel()
	year := func(y int) time.Time { return time.Date(y, 6, 1, 0, 0, 0, 0, time.UTC) }
	homes := []struct {
		city string
		said time.Time
	}{{"Lyon", year(2020)}, {"Oslo", year(2022)}, {"Riga", year(2024)}}
	each(t, func(t *testing.T, s *server) {
		for name, order := range map[string][]int{"abc": {0, 1, 2}, "acb": {0, 2, 1}, "bac": {1, 0, 2}, "bca": {1, 2, 0}, "cab": {2, 0, 1}, "cba": {2, 1, 0}} {
			for _, keyed := range []bool{false, true} {
				user := name
				if keyed {
					user += "-keyed"
				}
				for _, i := range order {
					st := souvenir.Statement{User: user, Content: "User lives in " + homes[i].city, SaidAt: homes[i].said}
					if keyed {
						st.Key = "home_city"
					}
					if _, err := s.State(t.Context(), st); err != nil {
						t.Fatal(err)
					}
				}
				for _, h := range homes {
					at := h.said.AddDate(1, 0, 0)
					r, err := s.Recall(t.Context(), souvenir.Query{User: user, Query: "Where does the user live?", At: &at})
					if err != nil || len(r.Memories)+len(r.Facts) == 0 {
						t.Fatalf("%s as of %s: %+v, %v", user, at, r, err)
					}
					for _, m := range r.Memories {
						if !strings.Contains(m.Content, h.city) {
							t.Errorf("%s as of %s: %q, want %s alone", user, at.Format("2006"), m.Content, h.city)
						}
					}
				}
				all, err := s.Memories(t.Context(), client.Filter{User: user, Status: souvenir.Superseded})
				if err != nil || len(all.Items) != 2 {
					t.Fatalf("%s: history is %+v, %v", user, all.Items, err)
				}
				for _, m := range all.Items {
					if m.ValidTo == nil || !m.ValidTo.Equal(m.SaidAt.AddDate(2, 0, 0)) {
						t.Errorf("%s: %q ended at %v, want when the next was said", user, m.Content, m.ValidTo)
					}
				}
				now, err := s.Memories(t.Context(), client.Filter{User: user, Status: souvenir.Active})
				if err != nil || len(now.Items) != 1 || !strings.Contains(now.Items[0].Content, "Riga") {
					t.Errorf("%s: known is %+v, %v", user, now.Items, err)
				}
			}
		}
	})
}

// What is dated in the future counts as said now: it freezes nothing.
func TestAFutureDateFreezesNothing(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		ahead := time.Now().AddDate(5, 0, 0)
		first := souvenir.Talk{User: "ann", Messages: []souvenir.Said{{ID: "m1", Role: souvenir.User, Content: "I live in Lyon.", At: ahead}}}
		s.remembered(t, "c1", first)
		s.remembered(t, "c2", souvenir.Talk{User: "ann", Messages: []souvenir.Said{{ID: "m2", Role: souvenir.User, Content: "I live in Oslo."}}})
		l, err := s.Memories(t.Context(), client.Filter{User: "ann", Status: souvenir.Active})
		if err != nil || len(l.Items) != 1 || !strings.Contains(l.Items[0].Content, "Oslo") {
			t.Errorf("known is %+v, %v; want Oslo", l.Items, err)
		}
	})
}

// Older news that is heard late is history at once; hearing it again adds nothing,
// and it can be undone.
func TestLateNewsIsHistory(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		old := time.Now().AddDate(-2, 0, 0)
		s.remembered(t, "c1", souvenir.Talk{User: "ann", Messages: []souvenir.Said{{ID: "m1", Role: souvenir.User, Content: "I live in Oslo."}}})
		for i, id := range []string{"m2", "m3"} {
			got, err := s.Remember(t.Context(), "c"+id, souvenir.Talk{User: "ann", Messages: []souvenir.Said{{ID: id, Role: souvenir.User, Content: "I live in Lyon.", At: old.Add(time.Duration(i) * time.Hour)}}}, 20*time.Second)
			if err != nil || i == 0 && got.Messages[0].Outcome.State != souvenir.Remembered {
				t.Errorf("late news: %+v, %v", got, err)
			}
		}
		l, err := s.Memories(t.Context(), client.Filter{User: "ann", Status: souvenir.Superseded})
		if err != nil || len(l.Items) != 1 || !strings.Contains(l.Items[0].Content, "Lyon") || l.Items[0].SupersededBy == "" {
			t.Errorf("history is %+v, %v; want Lyon once", l.Items, err)
		}
	})
}

// What lasts until March does not begin in March.
func TestUntilIsNoBeginning(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s *server) {
		s.remembered(t, "c1", souvenir.Talk{User: "ann", Messages: []souvenir.Said{
			{ID: "m1", Role: souvenir.User, Content: "I work at Siemens until March 2026.", At: time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)},
			{ID: "m2", Role: souvenir.User, Content: "I lived in Lisbon until May 2025.", At: time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)},
		}})
		l, err := s.Memories(t.Context(), client.Filter{User: "ann"})
		if err != nil || len(l.Items) == 0 {
			t.Fatal(l, err)
		}
		for _, m := range l.Items {
			if m.ValidFrom != nil || m.ValidTo == nil {
				t.Errorf("%q holds from %v until %v", m.Content, m.ValidFrom, m.ValidTo)
			}
		}
	})
}
