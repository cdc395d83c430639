package vector

import "sync"

// segment holds the rows of one partition. A row's place never changes, so that
// a search, which locks one block after another, meets every row exactly once.
type segment struct {
	dims int

	// Only writers use these, one at a time: the Index sees to that.
	places Places  // a place is block·blockRows + row
	holes  []int32 // places to fill next
	used   int     // places ever used, holes included

	mu     sync.RWMutex // guards what follows, and all that is in the blocks
	blocks []*block
	live   int
}

func newSegment(dims int) *segment { return &segment{dims: dims} }

// put stores d under id, in the place of the row that had this id before.
func (s *segment) put(id int64, d *digits) {
	place, known := s.places.Get(id)
	if !known {
		place = uint32(s.vacant())
		s.places.Set(id, place)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocks[place/blockRows].write(int(place%blockRows), id, d)
	if !known {
		s.live++
	}
}

// remove leaves a hole where id was, and reports whether it was there.
func (s *segment) remove(id int64) bool {
	place, known := s.places.Get(id)
	if !known {
		return false
	}
	s.places.Delete(id)
	s.holes = append(s.holes, int32(place))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocks[place/blockRows].erase(int(place % blockRows))
	s.live--
	return true
}

// extent is how many blocks there are to look through, for how many rows.
func (s *segment) extent() (blocks, rows int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.blocks), s.live
}

// sparse says that more than half of a segment worth the trouble is holes.
func (s *segment) sparse() bool { return len(s.holes) > 64 && len(s.holes) > s.used/2 }

// compacted is a copy without holes. Searches that are still reading s finish
// there in peace, as nobody writes to it any more.
func (s *segment) compacted() *segment {
	c, d := newSegment(s.dims), new(digits)
	for _, b := range s.blocks {
		for i, id := range b.ids {
			if !b.hole(i) {
				b.read(i, d)
				c.put(id, d)
			}
		}
	}
	return c
}

// vacant is a place to write a new row to. Memory is made outside the lock.
func (s *segment) vacant() int32 {
	if n := len(s.holes); n > 0 {
		place := s.holes[n-1]
		s.holes = s.holes[:n-1]
		return place
	}
	width, last := padded(s.dims), len(s.blocks)-1
	switch {
	case s.used == 0:
		s.setBlocks([]*block{newBlock(8, width)})
	case last == 0 && s.used == len(s.blocks[0].ids) && s.used < blockRows:
		s.setBlocks([]*block{s.blocks[0].grown(2*s.used, width)})
	case s.used == len(s.blocks)*blockRows:
		s.setBlocks(append(s.blocks, newBlock(blockRows, width)))
	}
	s.used++
	return int32(s.used - 1)
}

func (s *segment) setBlocks(blocks []*block) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocks = blocks
}
