package engine

import (
	"context"
	"runtime"

	"github.com/souvenir-memory/souvenir/internal/store"
)

// sparing does something in the background when there is a processor to spare:
// whoever waits for an answer always finds one that is free. What waits for
// others, such as a model, should not be done in it.
func (e *Engine) sparing(ctx context.Context, do func() error) error {
	select {
	case e.spare <- struct{}{}:
		defer func() { <-e.spare }()
		return do()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// spareFor is how much may go on in the background at once. An embedded database
// works on our own processors, and one of them is left for those who wait for an
// answer. Another machine's database may keep us waiting for a lock that somebody
// else holds, and nobody must stand in line behind that.
func spareFor(s *store.Store) int {
	if s.Embedded() {
		return max(1, runtime.GOMAXPROCS(0)-1)
	}
	return 64
}
