package vector

import (
	"math"
	"slices"
)

// shortlist keeps the best candidates it is offered, thousands of them, ranked
// by agreement. Agreements are small whole numbers, so counting how often each
// was kept tells at any moment which ones still have a chance: cheaper than a
// heap. What is kept stays in the order of arrival, so that the next stage reads
// memory forwards.
type shortlist struct {
	limit  int
	floor  uint16 // a lower agreement has no chance
	kept   []candidate
	counts []int32 // how many were kept of each agreement
	above  int     // how many of the kept are above the floor; always below limit
}

// reset empties the list, keeping its memory.
func (l *shortlist) reset(limit int) {
	l.limit, l.floor, l.above, l.kept = limit, 0, 0, l.kept[:0]
	if l.counts == nil {
		l.counts = make([]int32, mostOfRow+1)
	}
	clear(l.counts)
}

// offer adds a candidate whose rank, an agreement, is not below the floor.
func (l *shortlist) offer(c candidate) {
	agreement := uint16(c.rank)
	l.kept = append(l.kept, c)
	l.counts[agreement]++
	if agreement > l.floor {
		l.above++
	}
	for l.above >= l.limit {
		l.floor++
		l.above -= int(l.counts[l.floor])
	}
	if len(l.kept) >= 4*l.limit {
		l.cut()
	}
}

// cut reduces the list to its limit: all above the floor, and of those on the
// floor as many as there is room for, by id.
func (l *shortlist) cut() {
	floor, last := float32(l.floor), l.lastOnFloor()
	l.kept = slices.DeleteFunc(l.kept, func(c candidate) bool {
		return c.rank < floor || c.rank == floor && c.id > last
	})
	l.counts[l.floor] = int32(len(l.kept) - l.above)
}

// lastOnFloor is the highest id on the floor for which there is room.
func (l *shortlist) lastOnFloor() int64 {
	room := l.limit - l.above
	if int(l.counts[l.floor]) <= room {
		return math.MaxInt64
	}
	var ids []int64
	for _, c := range l.kept {
		if c.rank == float32(l.floor) {
			ids = append(ids, c.id)
		}
	}
	slices.Sort(ids)
	return ids[room-1]
}

// join adds what another list has kept.
func (l *shortlist) join(other *shortlist) {
	for _, c := range other.kept {
		if uint16(c.rank) >= l.floor {
			l.offer(c)
		}
	}
}
