package store_test

import (
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// Writers that touch the same memories and tallies in different orders wait for
// each other in one order: PostgreSQL finds no deadlock to break.
func TestWritersNeverDeadlock(t *testing.T) {
	t.Parallel()
	storetest.EachAlone(t, func(t *testing.T, url string) {
		s := storetest.Open(t, url)
		var ids []string
		for i := range 6 {
			m := souvenir.Memory{ID: fmt.Sprintf("m%d", i), User: "ann", Style: "verbatim", Origin: souvenir.Explicit, Type: "fact", Content: fmt.Sprintf("User has book %d", i),
				Reach: souvenir.UserGlobal, Expiry: souvenir.Permanent, Trust: souvenir.FromUser, Status: souvenir.Active, SaidAt: time.Now(), Confirmations: 1}
			m.ContentHash = m.Hash()
			if _, err := s.Apply(t.Context(), "t", souvenir.Plan{Steps: []souvenir.Step{{Operation: souvenir.Add, Memory: m}}}, souvenir.Cause{}); err != nil {
				t.Fatal(err)
			}
			ids = append(ids, m.ID)
		}
		var wg sync.WaitGroup
		for w := range 8 {
			wg.Go(func() {
				for range 4 {
					var v store.Verdict
					for i := range ids {
						at := i
						if w%2 == 1 {
							at = len(ids) - 1 - i
						}
						v.Plan.Steps = append(v.Plan.Steps, souvenir.Step{Operation: souvenir.Reinforce, Memory: souvenir.Memory{User: fmt.Sprint(w)}, Related: []string{ids[at]}})
						v.Tallies = append(v.Tallies, souvenir.Tally{Style: "rules", What: ids[at], N: 1})
					}
					if err := s.Settle(t.Context(), "t", v, souvenir.Cause{}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		ts, err := s.Tallies(t.Context(), "t", time.Now().Add(-time.Hour))
		if err != nil || len(ts) != len(ids) || slices.ContainsFunc(ts, func(c souvenir.Tally) bool { return c.N != 8*4 }) {
			t.Errorf("tallies are %+v, %v", ts, err)
		}
		if s.Dialect() != "postgres" {
			return
		}
		s.Close() // its connections tell what they counted
		db, err := sql.Open("pgx", url)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		var deadlocks int
		if err := db.QueryRow("select deadlocks from pg_stat_database where datname = current_database()").Scan(&deadlocks); err != nil || deadlocks > 0 {
			t.Errorf("%d deadlocks, %v", deadlocks, err)
		}
	})
}
