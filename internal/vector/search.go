package vector

import "fmt"

// Search finds the k rows of the partition with the largest cosine to q among
// those that keep accepts, nearest first, equal ones by id. A nil keep accepts
// all. Large partitions call keep from several goroutines at once, and always
// while holding a lock, so it must be quick and must not call the Index.
//
// Scores are exact to about 0.0001 and the same on every CPU. Rows written
// while Search runs may or may not be seen.
func (x *Index) Search(partition string, q []float32, k int, keep func(id int64) bool) ([]Hit, error) {
	wanted, err := newQuery(q)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	s := x.segment(partition)
	if s == nil || k <= 0 {
		return nil, nil
	}
	if s.dims != wanted.dims {
		return nil, fmt.Errorf("search: %w: %d, but the partition has %d", ErrDimensions, wanted.dims, s.dims)
	}
	if keep == nil {
		keep = func(int64) bool { return true }
	}
	f := finder{Index: x, segment: s, query: wanted, keep: keep}
	return f.find(k), nil
}

// finder is one search under way.
type finder struct {
	*Index
	segment *segment
	query   *query
	keep    func(int64) bool
}

// sizes say when a search changes its way.
type sizes struct {
	worker    int // rows worth another worker; fewer are done before it has woken up
	signs     int // rows from which on the signs save more than they cost
	shortlist int // rows that the signs leave over, at least
}

var measured = sizes{worker: 32 << 10, signs: 128 << 10, shortlist: 8 << 10}

// find narrows the rows down, stage by stage.
func (f *finder) find(k int) []Hit {
	blocks, rows := f.segment.extent()
	k = min(k, rows)
	near := k + k/2 + 10 // more than k, as high digits alone misjudge a little
	t := f.workers.team(rows / f.sizes.worker)
	defer f.workers.dismiss(t)
	if rows < f.sizes.signs {
		return f.exact(t, f.scan(t, blocks, near), k)
	}
	agreeing := f.agreeing(t, blocks, f.sizes.shortlisted(rows, k))
	return f.exact(t, f.refine(t, agreeing, near), k)
}

// shortlisted is how many rows the signs leave over. Embeddings of 430,000 real
// sentences needed 400 for ten hits and 4,000 for a hundred, for a recall of 0.995
// or better. This reaches 0.99 on random directions too, the hardest data there is.
func (s sizes) shortlisted(rows, k int) int { return 20*k + max(s.shortlist, rows/48) }
