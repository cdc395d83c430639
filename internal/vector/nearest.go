package vector

import "math"

// nearest keeps the best candidates it is offered, few of them: a heap with the
// worst on top.
type nearest struct {
	limit int
	floor float32 // a lower rank has no chance
	heap  []candidate
}

// reset empties the list, keeping its memory.
func (n *nearest) reset(limit int) {
	n.limit, n.floor, n.heap = limit, float32(math.Inf(-1)), n.heap[:0]
}

// offer adds c if it is good enough. The caller may skip ranks below the floor.
func (n *nearest) offer(c candidate) {
	switch {
	case len(n.heap) < n.limit:
		n.heap = append(n.heap, c)
		n.rise(len(n.heap) - 1)
	case c.before(n.heap[0]):
		n.heap[0] = c
		n.sink(0)
	}
	if len(n.heap) == n.limit {
		n.floor = n.heap[0].rank
	}
}

func (n *nearest) rise(i int) {
	for up := (i - 1) / 2; i > 0 && n.heap[up].before(n.heap[i]); up = (i - 1) / 2 {
		n.heap[up], n.heap[i] = n.heap[i], n.heap[up]
		i = up
	}
}

func (n *nearest) sink(i int) {
	sinking := n.heap[i]
	for below := 2*i + 1; below < len(n.heap); below = 2*i + 1 {
		if right := below + 1; right < len(n.heap) && n.heap[below].before(n.heap[right]) {
			below = right
		}
		if !sinking.before(n.heap[below]) {
			break
		}
		n.heap[i] = n.heap[below]
		i = below
	}
	n.heap[i] = sinking
}

// join adds what another list has kept.
func (n *nearest) join(other *nearest) {
	for _, c := range other.heap {
		n.offer(c)
	}
}
