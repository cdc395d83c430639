package vector

import "slices"

// agreeing finds the rows whose signs agree most with the query.
func (f *finder) agreeing(t team, blocks, limit int) []candidate {
	for _, w := range t {
		w.shortlist.reset(limit)
	}
	t.share(blocks, f.segment.mu.RLocker(), f.bySigns)
	all := &t[0].shortlist
	for _, w := range t[1:] {
		all.join(&w.shortlist)
	}
	all.cut()
	return all.kept
}

// bySigns offers the rows of a block by their agreement with the query.
func (f *finder) bySigns(block int, w *worker) {
	b := f.segment.blocks[block]
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

// scan finds the nearest of all rows by their high digits.
func (f *finder) scan(t team, blocks, limit int) []candidate {
	return f.nearest(t, blocks, limit, f.byHighDigits)
}

// nearest are the best of what the team offers, part by part.
func (f *finder) nearest(t team, parts, limit int, offer func(part int, w *worker)) []candidate {
	for _, w := range t {
		w.nearest.reset(limit)
	}
	t.share(parts, f.segment.mu.RLocker(), offer)
	all := &t[0].nearest
	for _, w := range t[1:] {
		all.join(&w.nearest)
	}
	return all.heap
}

// byHighDigits offers the rows of a block by the product of their high digits.
func (f *finder) byHighDigits(block int, w *worker) {
	b := f.segment.blocks[block]
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

// refine finds the nearest of the candidates by their high digits. A candidate
// that was deleted meanwhile gets a meaningless rank; exact will notice.
func (f *finder) refine(t team, cs []candidate, limit int) []candidate {
	parts := slices.Collect(slices.Chunk(cs, 256))
	return f.nearest(t, len(parts), limit, func(part int, w *worker) {
		product := w.products[:1]
		for _, c := range parts[part] {
			b, i := f.at(c.place)
			f.kernel.products(product, f.query.high(), b.highOf(i))
			c.rank = float32(product[0]) * b.steps[i]
			w.nearest.offer(c)
		}
	})
}

// exact scores candidates with all the digits there are and takes the best k. It
// leaves out what was deleted since it was seen, whose place may even belong to
// another row by now.
func (f *finder) exact(t team, cs []candidate, k int) []Hit {
	hits, row := make([]Hit, 0, len(cs)), &t[0].row
	f.segment.mu.RLock()
	for _, c := range cs {
		b, i := f.at(c.place)
		if b.hole(i) || b.ids[i] != c.id {
			continue
		}
		b.read(i, row)
		hits = append(hits, Hit{c.id, f.query.cosine(row, f.kernel)})
	}
	f.segment.mu.RUnlock()
	slices.SortFunc(hits, nearestFirst)
	return hits[:min(k, len(hits))]
}

func (f *finder) at(place int32) (b *block, i int) {
	return f.segment.blocks[place/blockRows], int(place % blockRows)
}
