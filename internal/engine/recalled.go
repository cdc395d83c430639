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

// add notes one more time that something was looked at.
func (r *recalled) add(tenant, id string) {
	r.note(tenant, []souvenir.RecalledMemory{{Memory: souvenir.Memory{ID: id}}})
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
	for tenant, times := range e.recalled.byTenant() {
		if err := e.store.CountRecalls(ctx, tenant, times); err != nil {
			return err
		}
	}
	for tenant, times := range e.checked.byTenant() {
		if err := e.store.CheckTopics(ctx, tenant, times); err != nil {
			return err
		}
	}
	return nil
}

// byTenant takes what was noted.
func (r *recalled) byTenant() map[string]map[string]int {
	out := map[string]map[string]int{}
	for m, n := range r.take() {
		if out[m.tenant] == nil {
			out[m.tenant] = map[string]int{}
		}
		out[m.tenant][m.id] = n
	}
	return out
}
