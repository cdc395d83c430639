package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// A database that takes nothing is not writable, whatever can be read from it, once
// the last write is long enough ago; and it is again as soon as it takes something.
func TestWritable(t *testing.T) {
	t.Parallel()
	storetest.EachURL(t, func(t *testing.T, url string) {
		now := time.Now()
		s, err := store.Open(t.Context(), url, store.Options{Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Writable(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.DB().Exec("alter table settings rename to settings_away"); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Minute)
		if err := s.Writable(t.Context()); err == nil || !strings.Contains(err.Error(), "settings") {
			t.Errorf("Writable = %v, want what is wrong", err)
		} else if got := store.Trouble(err); got != "the database takes nothing" {
			t.Errorf("the trouble is that %s", got)
		}
		if _, err := s.DB().Exec("alter table settings_away rename to settings"); err != nil {
			t.Fatal(err)
		}
		if err := s.Writable(t.Context()); err != nil {
			t.Error(err)
		}
		if s.Dialect() != "sqlite" {
			return
		}
		if _, err := s.DB().Exec("pragma query_only = on"); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Minute)
		if err := s.Writable(t.Context()); err == nil || store.Trouble(err) != "the database may only be read" {
			t.Errorf("Writable = %v", err)
		}
	})
}
