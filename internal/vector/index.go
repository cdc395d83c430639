package vector

import (
	"fmt"
	"sync"
)

// Index finds the nearest vectors of a partition. Any number of goroutines may
// search and write. Searches never wait for each other, and wait for a writer
// only while it copies one row.
type Index struct {
	kernel  kernel
	sizes   sizes
	workers workers
	writing sync.Mutex // held by whoever changes anything

	mu       sync.RWMutex // guards segments
	segments map[string]*segment
}

// New makes an empty index that uses the best instructions this CPU has.
func New() *Index { return newIndex(kernels()[0]) }

func newIndex(k kernel) *Index {
	return &Index{kernel: k, sizes: measured, segments: map[string]*segment{}}
}

// Put stores the direction of v under id, replacing what had this id. The first
// vector of a partition decides its dimensions; others are refused until the
// partition is empty again. A search sees the old row or the new one.
func (x *Index) Put(partition string, id int64, v []float32) error {
	l := x.Load(partition)
	return l.Put(id, v)
}

// Delete removes one row and reports whether it was there.
func (x *Index) Delete(partition string, id int64) bool {
	x.writing.Lock()
	defer x.writing.Unlock()
	s := x.segment(partition)
	if s == nil || !s.remove(id) {
		return false
	}
	switch {
	case s.places.Len() == 0:
		x.set(partition, nil)
	case s.sparse():
		x.set(partition, s.compacted())
	}
	return true
}

// Drop removes a partition with all its rows.
func (x *Index) Drop(partition string) {
	x.writing.Lock()
	defer x.writing.Unlock()
	x.set(partition, nil)
}

// Len is how many rows a partition has.
func (x *Index) Len(partition string) int {
	s := x.segment(partition)
	if s == nil {
		return 0
	}
	_, rows := s.extent()
	return rows
}

func (x *Index) segment(partition string) *segment {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.segments[partition]
}

// set makes s the segment of the partition; nil removes it.
func (x *Index) set(partition string, s *segment) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if s == nil {
		delete(x.segments, partition)
		return
	}
	x.segments[partition] = s
}

// segmentFor is the partition's segment, made if there is none yet.
func (x *Index) segmentFor(partition string, dims int) (*segment, error) {
	s := x.segment(partition)
	if s == nil {
		s = newSegment(dims)
		x.set(partition, s)
	}
	if s.dims != dims {
		return nil, fmt.Errorf("%w: %d, but the partition's other vectors have %d", ErrDimensions, dims, s.dims)
	}
	return s, nil
}
