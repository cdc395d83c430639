// Package index keeps the texts of one user in memory, so that words and
// vectors are found in microseconds. It is not the truth: a shelf is filled from
// the database, and what it finds is looked up there.
package index

import (
	"cmp"
	"sync"

	"github.com/souvenir-memory/souvenir/internal/vector"
)

// Shelf holds texts of one kind of one user. M is what a search wants to know of
// a text before it is looked up. A shelf is safe for concurrent use.
type Shelf[M any] struct {
	mu      sync.RWMutex
	at      vector.Places // of texts, by their numbers
	numbers []int64       // and back
	about   []M
	length  []uint16 // words in it; 0 marks a place that is not used any more
	list    map[string]uint32
	lists   [][]posting // where a word occurs, in rising order of places
	words   int         // in all texts together
	vectors *vector.Index
}

// posting is a place and how often a word occurs there, 63 times standing for more.
type posting uint32

const mostTimes = 1<<6 - 1

func (p posting) place() uint32 { return uint32(p >> 6) }
func (p posting) times() uint32 { return uint32(p & mostTimes) }

func (p posting) compare(place uint32) int { return cmp.Compare(p.place(), place) }

// NewShelf makes an empty shelf.
func NewShelf[M any]() *Shelf[M] {
	return &Shelf[M]{list: map[string]uint32{}, vectors: vector.New()}
}

// Expect makes room for about so many texts on an empty shelf, which saves making
// it again and again.
func (s *Shelf[M]) Expect(texts int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.numbers) > 0 {
		return
	}
	room := texts + texts/64 // for some that come later
	s.numbers, s.about, s.length = make([]int64, 0, room), make([]M, 0, room), make([]uint16, 0, room)
}

// Put shelves a text, or puts it anew when it changed.
func (s *Shelf[M]) Put(n int64, words []string, about M) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(n)
	place := uint32(len(s.numbers))
	s.at.Set(n, place)
	s.numbers = append(s.numbers, n)
	s.about = append(s.about, about)
	s.length = append(s.length, uint16(min(len(words)+1, 1<<16-1)))
	s.words += len(words)
	for _, w := range words {
		s.note(w, place)
	}
}

func (s *Shelf[M]) note(word string, place uint32) {
	n, known := s.list[word]
	if !known {
		n = uint32(len(s.lists))
		s.list[word] = n
		s.lists = append(s.lists, nil)
	}
	l := s.lists[n]
	if last := len(l) - 1; last >= 0 && l[last].place() == place {
		if l[last].times() < mostTimes {
			l[last]++
		}
		return
	}
	s.lists[n] = append(l, posting(place<<6|1))
}

// postings are where a word occurs.
func (s *Shelf[M]) postings(word string) []posting {
	if n, known := s.list[word]; known {
		return s.lists[n]
	}
	return nil
}

// Those gives up to k texts that keep wants, the last one shelved first.
func (s *Shelf[M]) Those(k int, keep func(M) bool) (out []Hit[M]) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for place := len(s.numbers) - 1; place >= 0 && len(out) < k; place-- {
		if s.length[place] > 0 && keep(s.about[place]) {
			out = append(out, Hit[M]{N: s.numbers[place], About: s.about[place]})
		}
	}
	return out
}

// Describe replaces what is known about a text and leaves its words.
func (s *Shelf[M]) Describe(n int64, about M) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if place, ok := s.at.Get(n); ok {
		s.about[place] = about
	}
}

// PutVector gives a text its vector. All vectors of a shelf are of one model.
func (s *Shelf[M]) PutVector(n int64, v []float32) error { return s.vectors.Put("", n, v) }

// Vectors gives many texts their vectors, in one goroutine.
func (s *Shelf[M]) Vectors() *vector.Loader { return s.vectors.Load("") }

// Remove takes a text from the shelf.
func (s *Shelf[M]) Remove(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(n)
	s.vectors.Delete("", n)
}

// remove leaves the words where they are and marks the place as unused.
func (s *Shelf[M]) remove(n int64) {
	place, ok := s.at.Get(n)
	if !ok {
		return
	}
	s.words -= int(s.length[place]) - 1
	s.length[place] = 0
	s.at.Delete(n)
}

// Len is how many texts are on the shelf.
func (s *Shelf[M]) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.at.Len()
}

// Worn reports that so much was removed that filling the shelf anew pays.
func (s *Shelf[M]) Worn() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.numbers) > 1000 && s.at.Len() < len(s.numbers)/2
}

// Frequency is how many texts have a word.
func (s *Shelf[M]) Frequency(word string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.postings(word))
}

// About tells what is known of a text.
func (s *Shelf[M]) About(n int64) (about M, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	place, ok := s.at.Get(n)
	if ok {
		about = s.about[place]
	}
	return about, ok
}
