package store_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

var findAlice = store.Search{Reach: store.Reach{Scope: alice, Now: time.Now()}, Words: []string{"text"}, Limit: 5}

func TestFindingWhileThingsAreTakenAway(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		accept(t, s, post("m1"))
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 20 {
					if _, err := s.FindTurns(context.Background(), findAlice); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Go(func() {
			for i := range 20 {
				if _, err := s.Describe(context.Background(), alice, nil, new(i%2 == 0)); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Wait()
		if found, err := s.FindTurns(t.Context(), findAlice); err != nil || len(found) != 1 {
			t.Errorf("FindTurns = %+v, %v, want m1, which is not private any more", found, err)
		}
	})
}

func TestManyUsersComeAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				for n := range 20 {
					their := findAlice
					their.Scope.User = fmt.Sprintf("user-%d-%d", i, n)
					if _, err := s.FindTurns(context.Background(), their); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
	})
}

func TestClosingLeavesOneFile(t *testing.T) {
	t.Parallel()
	path := storetest.SQLite(t)
	s, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	accept(t, s, post("m1"))
	if _, err := s.FindTurns(t.Context(), findAlice); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path + "-wal"); !os.IsNotExist(err) {
		t.Errorf("the write-ahead log is still there (%v): somebody holds a connection", err)
	}
}

func TestWhatAnotherProcessWroteIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	path := storetest.SQLite(t)
	var stores [2]*store.Store
	for i := range stores {
		s, err := store.Open(t.Context(), path, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		stores[i] = s
	}
	here, there := stores[0], stores[1]
	for _, name := range []string{"c1", "c2", "c3"} {
		sc := alice
		sc.Conversation = name
		if _, err := there.Describe(t.Context(), sc, new("title"), nil); err != nil {
			t.Fatal(err)
		}
		for range 2 { // read, and remembered
			if got, err := here.RecentConversations(t.Context(), alice); err != nil || len(got) == 0 || got[0] != name {
				t.Errorf("RecentConversations = %v, %v, want %s", got, err, name)
			}
		}
	}
}

func TestNewTextsAreFoundBeforeSomebodyAsks(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.SQLite(t))
	embed := func() {
		t.Helper()
		texts, err := s.Unembedded(t.Context(), store.MessageText, "a model", 10)
		if err != nil || len(texts) != 1 {
			t.Fatalf("Unembedded = %v, %v, want one text", texts, err)
		}
		if err := s.PutVectors(t.Context(), store.MessageText, "a model", texts, [][]float32{{1, 0, 0}}); err != nil {
			t.Fatal(err)
		}
		s.ReadAhead(t.Context(), "a model")
	}
	accept(t, s, post("m1"))
	embed()
	if n := s.Shelved(alice); n != 0 {
		t.Errorf("%d texts are in memory of somebody who asks nothing, want none", n)
	}
	if _, err := s.FindMemories(t.Context(), findAlice); err != nil {
		t.Fatal(err)
	}
	accept(t, s, post("m2"))
	embed()
	if n := s.Shelved(alice); n != 2 {
		t.Errorf("%d texts are in memory, want both", n)
	}
}

// What is committed between a request's look and what it finds belongs to the next one
// at the latest.
func TestWhatIsCommittedAfterALookIsFoundNext(t *testing.T) {
	t.Parallel()
	url := storetest.SQLite(t)
	here, there := storetest.Open(t, url), storetest.Open(t, url)
	if _, err := here.FindMemories(t.Context(), findAlice); err != nil {
		t.Fatal(err)
	}
	accept(t, there, post("m1")) // so that there is something to catch up with
	looked, err := here.Look(t.Context(), alice, "")
	if err != nil {
		t.Fatal(err)
	}
	add(t, there, newMemory("late", "some text"))
	if _, err := here.FindMemories(looked, findAlice); err != nil {
		t.Fatal(err)
	}
	again, err := here.Look(t.Context(), alice, "")
	if err != nil {
		t.Fatal(err)
	}
	for what, ctx := range map[string]context.Context{"without a look": t.Context(), "with a new look": again} {
		if found, err := here.FindMemories(ctx, findAlice); err != nil || len(found) != 1 {
			t.Errorf("%s: FindMemories = %v, %v, want the one memory", what, found, err)
		}
	}
}
