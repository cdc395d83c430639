package engine

import (
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

func TestRecallsAreCounted(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		e := New(s, Options{})
		remember(t, e, "User plays the oboe")
		in := &struct{ Body souvenir.Query }{souvenir.Query{User: "alice", Query: "oboe", Limit: 5, Budget: 100}}
		for range 3 {
			if out, err := e.Recall(t.Context(), in); err != nil || len(out.Body.Memories) != 1 {
				t.Fatalf("Recall = %+v, %v", out, err)
			}
		}
		look := *in
		look.Body.Look = true
		if out, err := e.Recall(t.Context(), &look); err != nil || len(out.Body.Memories) != 1 {
			t.Fatalf("only looking: Recall = %+v, %v", out, err)
		}
		if err := e.countRecalls(t.Context()); err != nil {
			t.Fatal(err)
		}
		out, err := e.Recall(t.Context(), in)
		if m := out.Body.Memories[0]; err != nil || m.RecallCount != 3 || m.LastRecalledAt == nil {
			t.Errorf("after three recalls the memory has %d, last %v, %v", m.RecallCount, m.LastRecalledAt, err)
		}
	})
}
