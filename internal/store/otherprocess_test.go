package store_test

import (
	"bufio"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// TestNothingOlderIsGivenThanAnotherProcessCommitted has many look and find, again and
// again, while another process writes: whoever asks after a commit sees it, whatever
// was kept in memory before.
func TestNothingOlderIsGivenThanAnotherProcessCommitted(t *testing.T) {
	const writeTo, posts = "SOUVENIR_TEST_WRITE_TO", 60
	if path := os.Getenv(writeTo); path != "" {
		s := storetest.Open(t, path)
		for i := range posts {
			accept(t, s, post(fmt.Sprint("m", i)))
			fmt.Println("committed")
		}
		return
	}
	t.Parallel()
	path := storetest.SQLite(t)
	here := storetest.Open(t, path)
	other := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	other.Env = append(os.Environ(), writeTo+"="+path)
	output, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	var committed atomic.Int64
	ended := make(chan struct{})
	var asking sync.WaitGroup
	for range 3 {
		asking.Go(func() {
			for {
				select {
				case <-ended:
					return
				default:
				}
				want := committed.Load()
				if got := turnsOf(t, here); got < want {
					t.Errorf("%d turns are found after %d were committed", got, want)
					return
				}
			}
		})
	}
	for lines := bufio.NewScanner(output); lines.Scan(); {
		if lines.Text() == "committed" {
			committed.Add(1)
		}
	}
	if err := other.Wait(); err != nil || committed.Load() != posts {
		t.Errorf("the other process wrote %d of %d: %v", committed.Load(), posts, err)
	}
	close(ended)
	asking.Wait()
	if got := turnsOf(t, here); got != posts {
		t.Errorf("%d turns are found, want %d", got, posts)
	}
}

func turnsOf(t *testing.T, s *store.Store) int64 {
	ctx, err := s.Look(t.Context(), alice, "")
	if err != nil {
		t.Error(err)
	}
	found, err := s.FindTurns(ctx, store.Search{Reach: store.Reach{Scope: alice, Now: time.Now()}, Words: []string{"text"}, Limit: 1000})
	if err != nil {
		t.Error(err)
	}
	return int64(len(found))
}

// TestWhoStillWritesKeepsTheirLockThroughClose has another process try to write while
// somebody here does, after the store was closed around them.
func TestWhoStillWritesKeepsTheirLockThroughClose(t *testing.T) {
	const tryAt = "SOUVENIR_TEST_TRY_AT"
	if path := os.Getenv(tryAt); path != "" {
		db, err := sql.Open("sqlite", "file:"+path+"?_txlock=immediate")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if tx, err := db.Begin(); err == nil {
			tx.Rollback()
			t.Error("two write at once")
		}
		return
	}
	t.Parallel()
	path := storetest.SQLite(t)
	s := storetest.Open(t, path)
	turnsOf(t, s) // which looks for commits
	writing, err := s.Hold(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writing.Exec("delete from settings"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	other := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	other.Env = append(os.Environ(), tryAt+"="+path)
	if out, err := other.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if err := writing.Commit(); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
}
