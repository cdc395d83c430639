package vector

import "cmp"

// candidate is a row that may turn out to be among the nearest.
type candidate struct {
	rank  float32 // higher is nearer; what it measures depends on the stage
	place int32
	id    int64
}

// before is a total order, nearest first. Equal rows go by id, so what is found
// depends neither on the order of writing nor on which worker saw which block.
func (c candidate) before(d candidate) bool {
	return c.rank > d.rank || c.rank == d.rank && c.id < d.id
}

// Hit is a row and the cosine between it and the query.
type Hit struct {
	ID    int64
	Score float32
}

// nearestFirst orders hits by score, equal ones by id.
func nearestFirst(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
}
