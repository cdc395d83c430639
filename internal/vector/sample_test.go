package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
)

// sample is test data: unit vectors, and queries drawn like them.
type sample struct {
	dims    int
	rows    []float32
	queries [][]float32
	truth   map[int][][]Hit // by k
}

// clustered lie around √n centres within a space of 96 dimensions, as the
// embeddings of sentences on many subjects do.
func clustered(n, dims int) *sample {
	const latent, offsets, mixed = 96, 512, 8
	r := rand.New(rand.NewPCG(1, 1))
	clusters := int(math.Sqrt(float64(n)))
	axes := gaussian(r, latent*dims)
	centres := project(gaussian(r, clusters*latent), axes, dims)
	bank := project(gaussian(r, offsets*latent), axes, dims)
	return newSample(n, dims, func(r *rand.Rand, out []float32) {
		add(out, centres[r.IntN(clusters)*dims:], 1)
		for range mixed {
			add(out, bank[r.IntN(offsets)*dims:], 0.7/math.Sqrt(mixed)*r.NormFloat64())
		}
	})
}

// random directions have no near neighbours at all, the worst case for every
// index. No embedding model makes such data.
func random(n, dims int) *sample {
	return newSample(n, dims, func(r *rand.Rand, out []float32) { copy(out, gaussian(r, len(out))) })
}

func newSample(n, dims int, draw func(*rand.Rand, []float32)) *sample {
	s := &sample{dims: dims, rows: make([]float32, n*dims), truth: map[int][][]Hit{}}
	var halves sync.WaitGroup
	for half := range 2 {
		halves.Go(func() {
			r := rand.New(rand.NewPCG(2, uint64(half)))
			for i := half; i < n; i += 2 {
				draw(r, s.row(i))
				Normalize(s.row(i))
			}
		})
	}
	halves.Wait()
	r := rand.New(rand.NewPCG(3, 3))
	for range 50 {
		q := make([]float32, dims)
		draw(r, q)
		s.queries = append(s.queries, q)
	}
	return s
}

func (s *sample) len() int              { return len(s.rows) / s.dims }
func (s *sample) row(i int) []float32   { return s.rows[i*s.dims:][:s.dims] }
func (s *sample) query(i int) []float32 { return s.queries[i%len(s.queries)] }

// fill puts the rows into partition "p" of an empty index, with their numbers as
// ids.
func (s *sample) fill(x *Index) *Index {
	l := x.Load("p")
	for i := range s.len() {
		if err := l.Put(int64(i), s.row(i)); err != nil {
			panic(err)
		}
	}
	return x
}

// exact is the plain scan: what one would write without an index.
func (s *sample) exact(q []float32, k int) []Hit {
	best := make([]Hit, 0, k+1)
	for i := range s.len() {
		var sum float32
		for j, x := range s.row(i) {
			sum += x * q[j]
		}
		if len(best) < k || sum > best[k-1].Score {
			h := Hit{int64(i), sum}
			at, _ := slices.BinarySearchFunc(best, h, nearestFirst)
			best = slices.Insert(best, at, h)[:min(k, len(best)+1)]
		}
	}
	return best
}

// recall is the share of the exact hits that the index finds.
func (s *sample) recall(x *Index, k int) float64 {
	if s.truth[k] == nil {
		for _, q := range s.queries {
			s.truth[k] = append(s.truth[k], s.exact(q, k))
		}
	}
	found := 0
	for i, q := range s.queries {
		hits, _ := x.Search("p", q, k, nil)
		for _, want := range s.truth[k][i] {
			if slices.ContainsFunc(hits, func(h Hit) bool { return h.ID == want.ID }) {
				found++
			}
		}
	}
	return float64(found) / float64(k*len(s.queries))
}

func gaussian(r *rand.Rand, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(r.NormFloat64())
	}
	return out
}

// project maps points from the space of the axes into that of dims dimensions.
func project(points, axes []float32, dims int) []float32 {
	latent := len(axes) / dims
	out := make([]float32, len(points)/latent*dims)
	for i, x := range points {
		add(out[i/latent*dims:][:dims], axes[i%latent*dims:], float64(x))
	}
	return out
}

func add(out, v []float32, times float64) {
	for i := range out {
		out[i] += float32(times) * v[i]
	}
}
