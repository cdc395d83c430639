// Package index keeps the texts of one user in memory, so that words and
// vectors are found in microseconds. It is not the truth: a shelf is filled from
// the database, and what it finds is looked up there.
package index

import (
	"sync"

	"github.com/souvenir-memory/souvenir/internal/vector"
)

// Shelf holds texts of one kind of one user. M is what a search wants to know of
// a text before it is looked up. A shelf is safe for concurrent use.
type Shelf[M any] struct {
	mu      sync.RWMutex
	at      map[int64]uint32 // the place of a text, by its number
	numbers []int64          // and back
	about   []M
	length  []uint16 // words in it; 0 marks a place that is not used any more
	lists   map[string]*list
	words   int // in all texts together
	vectors *vector.Index
}

// list is where a word occurs: places in rising order, and how often.
type list struct {
	places []uint32
	times  []uint8
}

// NewShelf makes an empty shelf.
func NewShelf[M any]() *Shelf[M] {
	return &Shelf[M]{at: map[int64]uint32{}, lists: map[string]*list{}, vectors: vector.New()}
}

// Put shelves a text, or puts it anew when it changed.
func (s *Shelf[M]) Put(n int64, words []string, about M) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(n)
	place := uint32(len(s.numbers))
	s.at[n] = place
	s.numbers = append(s.numbers, n)
	s.about = append(s.about, about)
	s.length = append(s.length, uint16(min(len(words)+1, 1<<16-1)))
	s.words += len(words)
	for _, w := range words {
		s.note(w, place)
	}
}

func (s *Shelf[M]) note(word string, place uint32) {
	l := s.lists[word]
	if l == nil {
		l = &list{}
		s.lists[word] = l
	}
	if last := len(l.places) - 1; last >= 0 && l.places[last] == place {
		l.times[last] = min(l.times[last]+1, 255-1)
		return
	}
	l.places = append(l.places, place)
	l.times = append(l.times, 1)
}

// Describe replaces what is known about a text and leaves its words.
func (s *Shelf[M]) Describe(n int64, about M) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if place, ok := s.at[n]; ok {
		s.about[place] = about
	}
}

// PutVector gives a text its vector. All vectors of a shelf are of one model.
func (s *Shelf[M]) PutVector(n int64, v []float32) error { return s.vectors.Put("", n, v) }

// Remove takes a text from the shelf.
func (s *Shelf[M]) Remove(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(n)
	s.vectors.Delete("", n)
}

// remove leaves the words where they are and marks the place as unused.
func (s *Shelf[M]) remove(n int64) {
	place, ok := s.at[n]
	if !ok {
		return
	}
	s.words -= int(s.length[place]) - 1
	s.length[place] = 0
	delete(s.at, n)
}

// Len is how many texts are on the shelf.
func (s *Shelf[M]) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.at)
}

// Worn reports that so much was removed that filling the shelf anew pays.
func (s *Shelf[M]) Worn() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.numbers) > 1000 && len(s.at) < len(s.numbers)/2
}

// Frequency is how many texts have a word.
func (s *Shelf[M]) Frequency(word string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if l := s.lists[word]; l != nil {
		return len(l.places)
	}
	return 0
}

// About tells what is known of a text.
func (s *Shelf[M]) About(n int64) (about M, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	place, ok := s.at[n]
	if ok {
		about = s.about[place]
	}
	return about, ok
}
