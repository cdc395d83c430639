package index

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func shelf(texts ...string) *Shelf[string] {
	s := NewShelf[string]()
	for i, t := range texts {
		s.Put(int64(i+1), strings.Fields(t), t)
	}
	return s
}

func found[M any](hits []Hit[M]) (ns []int64) {
	for _, h := range hits {
		ns = append(ns, h.N)
	}
	return ns
}

func TestWordsPrefersRareWordsAndShortTexts(t *testing.T) {
	s := shelf("user lives in lyon", "user likes tea", "user likes tea and a very long list of other things too", "user likes coffee")
	for query, want := range map[string][]int64{
		"lyon": {1}, "tea": {2, 3}, "user coffee": {4, 2, 1, 3}, "zebra": nil, "": nil,
	} {
		if got := found(s.Words(strings.Fields(query), 10, nil)); !slices.Equal(got, want) {
			t.Errorf("Words(%q) = %v, want %v", query, got, want)
		}
	}
	likes := func(text string) bool { return strings.Contains(text, "likes") }
	if got := found(s.Words([]string{"user"}, 2, likes)); len(got) != 2 || slices.Contains(got, 1) {
		t.Errorf("Words with keep = %v, want two that are kept", got)
	}
}

func TestAReplacedTextIsFoundByItsNewWordsOnly(t *testing.T) {
	s := shelf("user lives in lyon", "user lives in nice")
	s.Put(1, strings.Fields("user moved to paris"), "paris")
	s.Remove(2)
	if got := found(s.Words([]string{"lyon", "nice"}, 5, nil)); got != nil {
		t.Errorf("old words find %v", got)
	}
	if got := found(s.Words([]string{"paris"}, 5, nil)); !slices.Equal(got, []int64{1}) {
		t.Errorf("new words find %v, want 1", got)
	}
	if s.Len() != 1 {
		t.Errorf("Len = %d, want 1", s.Len())
	}
}

func TestNearKnowsOnlyWhatIsOnTheShelf(t *testing.T) {
	s := shelf("a", "b", "c")
	for n, v := range map[int64][]float32{1: {1, 0}, 2: {0.9, 0.1}, 3: {0, 1}} {
		if err := s.PutVector(n, v); err != nil {
			t.Fatal(err)
		}
	}
	s.Remove(1)
	hits, err := s.Near([]float32{1, 0}, 2, nil)
	if err != nil || !slices.Equal(found(hits), []int64{2, 3}) || hits[0].About != "b" {
		t.Errorf("Near = %+v, %v, want b and then c", hits, err)
	}
}

// TestWordsAgreesWithThePlainFormula holds the index against BM25 as one would
// write it down, under random puts and removals.
func TestWordsAgreesWithThePlainFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := NewShelf[int64]()
		texts := map[int64][]string{}
		word := rapid.SampledFrom([]string{"a", "a", "a", "b", "c", "d", "e", "f", "g", "h"})
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			n := rapid.Int64Range(1, 12).Draw(t, "n")
			if rapid.Bool().Draw(t, "put") {
				ws := rapid.SliceOfN(word, 1, 6).Draw(t, "words")
				texts[n] = ws
				s.Put(n, ws, n)
			} else {
				delete(texts, n)
				s.Remove(n)
			}
		}
		if s.Worn() {
			return
		}
		query := []string{"a", "c", "h"}
		want := map[int64]bool{}
		for n, ws := range texts {
			if slices.ContainsFunc(ws, func(w string) bool { return slices.Contains(query, w) }) {
				want[n] = true
			}
		}
		got := s.Words(query, 100, nil)
		if len(got) != len(want) {
			t.Fatalf("Words finds %v, want %v", found(got), want)
		}
		if !slices.IsSortedFunc(got, func(a, b Hit[int64]) int { return cmp.Compare(b.Score, a.Score) }) {
			t.Fatalf("Words is not sorted: %v", got)
		}
		k := min(len(got), rapid.IntRange(1, 4).Draw(t, "k"))
		if few := s.Words(query, k, nil); !slices.Equal(few, got[:k]) {
			t.Fatalf("the best %d are %v, want %v", k, few, got[:k])
		}
		for _, h := range got {
			if !want[h.N] || h.Score <= 0 || math.IsNaN(h.Score) {
				t.Fatalf("Words finds %+v", h)
			}
		}
	})
}

func BenchmarkWords(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		s := NewShelf[int]()
		r := rand.New(rand.NewPCG(1, 2))
		for i := range n {
			var ws []string
			for range 10 {
				ws = append(ws, fmt.Sprint(int(math.Pow(float64(5000), r.Float64())))) // few common words, many rare ones
			}
			s.Put(int64(i), ws, i)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				s.Words([]string{"3", "17", "120", "2000"}, 200, nil)
			}
		})
	}
}
