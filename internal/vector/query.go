package vector

import "sync"

// query is what a search looks for, in the forms that its stages need.
type query struct {
	digits
	table func() []byte // for signs; made when first needed
}

func newQuery(v []float32) (*query, error) {
	q := new(query)
	if err := q.set(v, queryBits); err != nil {
		return nil, err
	}
	q.table = sync.OnceValue(func() []byte { return agreementTable(&q.digits) })
	return q, nil
}

// cosine multiplies both digits by both of the row, as one does on paper. What
// is rounded is the very last step, so all kernels agree to the last bit.
func (q *query) cosine(row *digits, k kernel) float32 {
	var p [4]int32
	k.products(p[:2], q.high(), row.both)
	k.products(p[2:], q.low(), row.both)
	sum := (int64(p[0])<<rowBits+int64(p[1]))<<queryBits + int64(p[2])<<rowBits + int64(p[3])
	return float32(float64(sum) * (q.step * row.step))
}
