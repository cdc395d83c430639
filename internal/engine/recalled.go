package engine

import (
	"context"
	"sync"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// recalled notes which memories were recalled, so that a recall need not wait
// for a write. What is lost in a crash is a count, and no memory.
type recalled struct {
	sync.Mutex
	times map[recalledMemory]int
}

type recalledMemory struct{ tenant, id string }

func (r *recalled) note(tenant string, ms []souvenir.RecalledMemory) {
	r.Lock()
	defer r.Unlock()
	if r.times == nil {
		r.times = map[recalledMemory]int{}
	}
	for _, m := range ms {
		r.times[recalledMemory{tenant, m.ID}]++
	}
}

func (r *recalled) take() map[recalledMemory]int {
	r.Lock()
	defer r.Unlock()
	times := r.times
	r.times = nil
	return times
}

// RunCounting writes down, every few seconds, how often memories were recalled.
func (e *Engine) RunCounting(ctx context.Context) error {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return e.countRecalls(context.WithoutCancel(ctx))
		case <-tick.C:
			if err := e.countRecalls(ctx); err != nil && ctx.Err() == nil {
				e.log.WarnContext(ctx, "recalls not counted", "error", err)
			}
		}
	}
}

func (e *Engine) countRecalls(ctx context.Context) error {
	byTenant := map[string]map[string]int{}
	for m, n := range e.recalled.take() {
		if byTenant[m.tenant] == nil {
			byTenant[m.tenant] = map[string]int{}
		}
		byTenant[m.tenant][m.id] = n
	}
	for tenant, times := range byTenant {
		if err := e.store.CountRecalls(ctx, tenant, times); err != nil {
			return err
		}
	}
	return nil
}
