package embed

import (
	"container/list"
	"context"
	"crypto/sha256"
	"slices"
	"sync"
)

// Cached remembers the vectors of the last size texts and asks e only for the
// others. A size of 0 or less remembers nothing and gives e itself.
func Cached(e Embedder, size int) Embedder {
	if size <= 0 {
		return e
	}
	return &cache{next: e, size: size, entries: map[key]*list.Element{}}
}

type cache struct {
	next Embedder
	size int

	mu      sync.Mutex // guards what follows; never held while next works
	entries map[key]*list.Element
	recent  list.List // of entry, the most recently used first
}

// key is the hash of a text, so that a long text takes no more room than a
// short one.
type key [sha256.Size]byte

type entry struct {
	key    key
	vector []float32
}

func (c *cache) Name() string { return c.next.Name() }

func (c *cache) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	keys := make([]key, len(texts))
	for i, text := range texts {
		keys[i] = sha256.Sum256([]byte(text))
	}
	vectors := c.known(keys)
	missing, at := missingOf(texts, keys, vectors)
	if len(missing) == 0 {
		return vectors, nil
	}
	found, err := c.next.Embed(ctx, missing)
	if err != nil {
		return nil, err
	}
	for i, vector := range vectors {
		if vector == nil {
			vectors[i] = slices.Clone(found[at[keys[i]]])
		}
	}
	c.remember(at, found)
	return vectors, nil
}

// missingOf lists each text without a vector once, and says where in the list
// it is.
func missingOf(texts []string, keys []key, vectors [][]float32) (missing []string, at map[key]int) {
	at = map[key]int{}
	for i, vector := range vectors {
		if _, listed := at[keys[i]]; vector != nil || listed {
			continue
		}
		at[keys[i]] = len(missing)
		missing = append(missing, texts[i])
	}
	return missing, at
}

// known gives copies of the remembered vectors, nil where there is none.
func (c *cache) known(keys []key) [][]float32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	vectors := make([][]float32, len(keys))
	for i, k := range keys {
		if e, ok := c.entries[k]; ok {
			c.recent.MoveToFront(e)
			vectors[i] = slices.Clone(e.Value.(entry).vector)
		}
	}
	return vectors
}

func (c *cache) remember(at map[key]int, vectors [][]float32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, i := range at {
		if _, ok := c.entries[k]; ok { // another caller was faster
			continue
		}
		c.entries[k] = c.recent.PushFront(entry{k, vectors[i]})
		if c.recent.Len() > c.size {
			oldest := c.recent.Remove(c.recent.Back()).(entry)
			delete(c.entries, oldest.key)
		}
	}
}

// Forget drops everything: something that was said is to be nowhere any more.
func (c *cache) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.entries)
	c.recent.Init()
}
