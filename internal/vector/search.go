package vector

import (
	"fmt"
	"slices"
)

// Search finds the k rows of the partition with the largest cosine to q among
// those that keep accepts, nearest first, equal ones by id. A nil keep accepts
// all. Large partitions call keep from several goroutines at once, and always
// while holding a lock, so it must be quick and must not call the Index.
//
// Scores are exact to about 0.0001, and the same on every CPU. Rows written
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
	f := finder{segment: s, kernel: x.kernel, query: wanted, keep: keep}
	return f.find(k, &x.workers), nil
}

// finder is one search under way.
type finder struct {
	*segment
	kernel kernel
	query  *query
	keep   func(int64) bool
}

// large is from how many rows on a segment is looked at by signs first, and how
// many rows are worth another worker: fewer are done before it has woken up.
const large = 32 * blockRows

// find narrows the rows down, stage by stage.
func (f *finder) find(k int, workers *workers) []Hit {
	f.mu.RLock()
	blocks, rows := len(f.blocks), f.live
	f.mu.RUnlock()

	k = min(k, rows)
	near := 2*k + 10 // more than k, as high digits alone misjudge a little
	t := workers.team(rows / large)
	defer workers.dismiss(t)
	if rows < large {
		return f.exact(t[0], f.nearest(t, blocks, near, f.byHighDigits), k)
	}
	agreeing := f.agreeing(t, blocks, shortlisted(rows, k))
	return f.exact(t[0], f.refine(t, agreeing, near), k)
}

// shortlisted is how many rows the signs leave over. Embeddings of 430,000 real
// sentences needed 40 for each hit wanted to reach a recall of 0.998; this is
// several times as many, and what random directions would need is beyond reason.
func shortlisted(rows, k int) int { return 20*k + max(2048, rows/128) }

// agreeing are the rows whose signs agree most with the query.
func (f *finder) agreeing(t team, blocks, limit int) []candidate {
	for _, w := range t {
		w.shortlist.reset(limit)
	}
	t.share(blocks, f.mu.RLocker(), f.bySigns)
	all := &t[0].shortlist
	for _, w := range t[1:] {
		all.join(&w.shortlist)
	}
	all.cut()
	return all.kept
}

// bySigns offers the rows of a block by their agreement with the query.
func (f *finder) bySigns(block int, w *worker) {
	b := f.blocks[block]
	f.kernel.agreements(w.agreements[:], f.query.table(), b.signs)
	floor := w.shortlist.floor
	for i, agreement := range w.agreements[:] {
		if agreement < floor || b.hole(i) || !f.keep(b.ids[i]) {
			continue
		}
		w.shortlist.offer(candidate{float32(agreement), int32(block*blockRows + i), b.ids[i]})
		floor = w.shortlist.floor
	}
}

// nearest are the rows that rank offers with the highest ranks.
func (f *finder) nearest(t team, parts, limit int, rank func(part int, w *worker)) []candidate {
	for _, w := range t {
		w.nearest.reset(limit)
	}
	t.share(parts, f.mu.RLocker(), rank)
	all := &t[0].nearest
	for _, w := range t[1:] {
		all.join(&w.nearest)
	}
	return all.heap
}

// byHighDigits offers the rows of a block by the product of their high digits.
func (f *finder) byHighDigits(block int, w *worker) {
	b := f.blocks[block]
	products := w.products[:len(b.ids)]
	f.kernel.products(products, f.query.high(), b.high)
	floor := w.nearest.floor
	for i, step := range b.steps[:len(products)] {
		rank := float32(products[i]) * step
		if rank < floor || b.hole(i) || !f.keep(b.ids[i]) {
			continue
		}
		w.nearest.offer(candidate{rank, int32(block*blockRows + i), b.ids[i]})
		floor = w.nearest.floor
	}
}

// refine are the nearest of the candidates, by high digits.
func (f *finder) refine(t team, cs []candidate, limit int) []candidate {
	const portion = 256
	portions := slices.Collect(slices.Chunk(cs, portion))
	return f.nearest(t, len(portions), limit, func(part int, w *worker) {
		for _, c := range portions[part] {
			b, i, ok := f.at(c)
			if !ok {
				continue
			}
			f.kernel.products(w.products[:1], f.query.high(), b.highOf(i))
			c.rank = float32(w.products[0]) * b.steps[i]
			w.nearest.offer(c)
		}
	})
}

// exact scores candidates with all the digits there are and takes the best k.
func (f *finder) exact(w *worker, cs []candidate, k int) []Hit {
	hits := make([]Hit, 0, len(cs))
	f.mu.RLock()
	for _, c := range cs {
		if b, i, ok := f.at(c); ok {
			b.read(i, &w.digits)
			hits = append(hits, Hit{c.id, f.query.cosine(&w.digits, f.kernel)})
		}
	}
	f.mu.RUnlock()
	slices.SortFunc(hits, nearestFirst)
	return hits[:min(k, len(hits))]
}

// at is where a candidate is, unless it was deleted since it was seen. Its place
// may even belong to another row by now.
func (f *finder) at(c candidate) (b *block, i int, ok bool) {
	b, i = f.blocks[c.place/blockRows], int(c.place%blockRows)
	return b, i, b.ids[i] == c.id && !b.hole(i)
}
