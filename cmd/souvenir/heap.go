package main

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Go lets a heap double before it collects, which suits small ones. The texts and
// vectors of a large user stay for as long as we run, so twice their size would
// be memory that nobody uses.
const (
	headroom    = 160 << 20 // what a large heap may grow by between collections
	mostPercent = 100       // Go's own choice, for heaps smaller than the headroom
	leastGrowth = 15        // below it, collecting would cost more than it saves
)

// growth is the GC percent for a heap with so many bytes in use.
func growth(live uint64) int {
	return int(max(leastGrowth, min(mostPercent, 100*headroom/max(1, live))))
}

// heap watches what is in use.
type heap struct {
	live    uint64 // in use at the last look
	still   int    // looks since that changed
	settled uint64 // in use when memory was last given back
}

// rest is how many looks without a change say that a fill is over.
const rest = 8

// look says how much the heap may grow by, and whether it is time to give memory
// back: once after the heap has grown by more than the headroom, when it rests.
func (h *heap) look(live uint64) (percent int, giveBack bool) {
	h.still++
	if live != h.live {
		h.live, h.still = live, 0
	}
	h.settled = min(h.settled, live)
	if h.still == rest && live > h.settled+headroom {
		h.settled, giveBack = live, true
	}
	return growth(live), giveBack
}

// boundHeap keeps the heap's spare room small until ctx is done. It leaves
// everything to an operator who set GOGC.
func boundHeap(ctx context.Context) error {
	percent := debug.SetGCPercent(mostPercent)
	if percent != mostPercent {
		debug.SetGCPercent(percent)
		return nil
	}
	defer debug.SetGCPercent(mostPercent)
	var h heap
	for tick := time.Tick(time.Second / 4); ; {
		select {
		case <-ctx.Done():
			return nil
		case <-tick:
		}
		now, giveBack := h.look(liveHeap())
		if now != percent {
			percent = now
			debug.SetGCPercent(percent)
		}
		if giveBack {
			debug.FreeOSMemory()
		}
	}
}

// liveHeap is what the last collection found in use.
func liveHeap() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return live[0].Value.Uint64()
}
