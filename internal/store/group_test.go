package store_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// SQLite's writers commit for each other. That must not keep one of them at it
// for as long as others come.
func TestWritersTakeTurnsAtCommitting(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.SQLite(t))
	const writers, each = 6, 20
	var done [writers]atomic.Int64
	var first sync.Once
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				p := post(fmt.Sprint("m", i))
				p.Scope.Conversation = fmt.Sprint("c", w)
				if _, err := s.Accept(context.Background(), p); err != nil {
					t.Error(err)
				}
				done[w].Add(1)
			}
			first.Do(func() {
				for w := range done {
					if done[w].Load() == 0 {
						t.Errorf("writer %d still waits for its first commit when another has made its last", w)
					}
				}
			})
		})
	}
	wg.Wait()
}
