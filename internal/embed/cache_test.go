package embed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
)

// counting embeds a text as its length and notes what it was asked for.
type counting struct {
	mu    sync.Mutex
	asked [][]string
	err   error
}

func (c *counting) Name() string { return "counting" }

func (c *counting) Embed(_ context.Context, texts []string) ([][]float32, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, slices.Clone(texts))
	if c.err != nil {
		return nil, c.err
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = []float32{float32(len(text))}
	}
	return vectors, nil
}

func (c *counting) last() []string { return c.asked[len(c.asked)-1] }

func lengths(t *testing.T, e Embedder, texts ...string) []float32 {
	t.Helper()
	vectors, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	var out []float32
	for _, v := range vectors {
		out = append(out, v...)
	}
	return out
}

func TestCacheSendsOnlyMisses(t *testing.T) {
	t.Parallel()
	next := &counting{}
	e := Cached(next, 10)
	if e.Name() != "counting" {
		t.Errorf("Name() = %q, want that of the embedder inside", e.Name())
	}
	lengths(t, e, "a", "bb")
	got := lengths(t, e, "ccc", "a", "dddd", "ccc", "bb")
	if want := []float32{3, 1, 4, 3, 2}; !slices.Equal(got, want) {
		t.Errorf("vectors %v, want %v", got, want)
	}
	if want := []string{"ccc", "dddd"}; !slices.Equal(next.last(), want) {
		t.Errorf("sent on %q, want %q", next.last(), want)
	}
	lengths(t, e, "a", "ccc")
	if len(next.asked) != 2 {
		t.Errorf("sent on %d times, want 2", len(next.asked))
	}
}

func TestCacheForgetsTheLeastRecentlyUsed(t *testing.T) {
	t.Parallel()
	next := &counting{}
	e := Cached(next, 2)
	lengths(t, e, "a")
	lengths(t, e, "bb")
	lengths(t, e, "a")
	lengths(t, e, "ccc") // takes the place of bb
	lengths(t, e, "a", "bb", "ccc")
	if want := []string{"bb"}; !slices.Equal(next.last(), want) {
		t.Errorf("sent on %q, want %q", next.last(), want)
	}
}

func TestCacheHoldsNoMoreThanItsSize(t *testing.T) {
	t.Parallel()
	c := Cached(&counting{}, 3).(*cache)
	for i := range 20 {
		lengths(t, c, fmt.Sprint(i), fmt.Sprint(i, "x"), fmt.Sprint(i, "y"), fmt.Sprint(i, "z"))
	}
	if len(c.entries) != 3 || c.recent.Len() != 3 {
		t.Errorf("%d entries, %d in order, want 3", len(c.entries), c.recent.Len())
	}
}

func TestCachedVectorsBelongToTheCaller(t *testing.T) {
	t.Parallel()
	e := Cached(&counting{}, 10)
	for range 3 { // the first comes from the embedder, the others from the cache
		vectors, err := e.Embed(t.Context(), []string{"four", "four"})
		if err != nil {
			t.Fatal(err)
		}
		if vectors[0][0] != 4 || vectors[1][0] != 4 {
			t.Fatalf("vectors %v, want 4 twice", vectors)
		}
		vectors[0][0] = -1
	}
}

func TestCacheRemembersNoErrors(t *testing.T) {
	t.Parallel()
	next := &counting{err: errors.New("away")}
	e := Cached(next, 10)
	if _, err := e.Embed(t.Context(), []string{"a"}); err == nil {
		t.Fatal("the error is lost")
	}
	next.err = nil
	if got := lengths(t, e, "a"); got[0] != 1 {
		t.Errorf("vector %v, want 1", got)
	}
}

func TestCacheOfNoSizeIsTheEmbedderItself(t *testing.T) {
	t.Parallel()
	next := &counting{}
	if e := Cached(next, 0); e != Embedder(next) {
		t.Errorf("Cached(e, 0) = %T, want e", e)
	}
}

func TestCacheIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	e := Cached(&counting{}, 5)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 100 {
				text := fmt.Sprint((g + i) % 12)
				if v, err := e.Embed(t.Context(), []string{text, "xx"}); err != nil || v[0][0] != float32(len(text)) || v[1][0] != 2 {
					t.Errorf("Embed(%q) = %v, %v", text, v, err)
				}
			}
		})
	}
	wg.Wait()
}
