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
	headroom    = 256 << 20 // what a large heap may grow by between collections
	mostPercent = 100       // Go's own choice, for heaps smaller than the headroom
	leastGrowth = 15        // below it, collecting would cost more than it saves
)

// growth is the GC percent for a heap with so many bytes in use.
func growth(live uint64) int {
	return int(max(leastGrowth, min(mostPercent, 100*headroom/max(1, live))))
}

// heap watches what is in use.
type heap struct {
	live  uint64 // in use at the last look
	still int    // looks since that changed
}

// rest is how many looks without a change say that work is over.
const rest = 8

// spare is what a heap that rests may hold without use.
const spare = 1 << 20

// look says how much the heap may grow by, and whether it is time to give memory
// back: when it rests and holds more than it needs.
func (h *heap) look(live, held uint64) (percent int, giveBack bool) {
	h.still++
	if live != h.live {
		h.live, h.still = live, 0
	}
	return growth(live), h.still > 0 && h.still%rest == 0 && held > live+live/8+spare
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
		now, giveBack := h.look(inUse())
		if now != percent {
			percent = now
			debug.SetGCPercent(percent)
		}
		if giveBack {
			debug.FreeOSMemory()
		}
	}
}

// inUse is what the last collection found in use, and what is held in all: that,
// what came since, and what is free and was not given back.
func inUse() (live, held uint64) {
	m := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(m)
	return m[0].Value.Uint64(), m[1].Value.Uint64() + m[2].Value.Uint64()
}
