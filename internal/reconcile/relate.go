package reconcile

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reconcile/sense"
)

// Pair are two memories of a list, by their places in it.
type Pair struct {
	A, B       int
	Similarity float64 // the cosine; 0 where nobody measured it
}

// Related is a pair with what the newer memory is to the older one.
type Related struct {
	Older, Newer int
	Similarity   float64
	sense.Verdict
}

// Read are memories whose statements were understood, each of them once.
type Read struct {
	memories   []souvenir.Memory
	statements []sense.Statement
}

// ReadAll understands what memories say, as far as it can be.
func ReadAll(ms []souvenir.Memory) Read {
	r := Read{ms, make([]sense.Statement, len(ms))}
	spread(len(ms), func(i int) { r.statements[i] = sense.Read(ms[i].Content) })
	return r
}

// Relate compares pairs of known memories as a candidate would be compared with
// them. Pairs that are apart are left out.
func (r Read) Relate(pairs []Pair) []Related {
	out := make([]Related, len(pairs))
	spread(len(pairs), func(i int) {
		p := pairs[i]
		out[i] = Related{Older: p.A, Newer: p.B, Similarity: p.Similarity, Verdict: sense.Verdict{Relation: apart}}
		if r.memories[p.B].SaidAt.Before(r.memories[p.A].SaidAt) {
			out[i].Older, out[i].Newer = p.B, p.A
		}
		if older, newer := out[i].Older, out[i].Newer; comparable(r.memories[older], r.memories[newer]) {
			out[i].Verdict = sense.Compare(r.statements[older], r.statements[newer])
		}
	})
	return slices.DeleteFunc(out, func(r Related) bool { return r.Relation == apart })
}

// Rivals are the pairs that speak of the same thing of which there is one at a
// time, such as where somebody lives. They need not be near each other.
func (r Read) Rivals() []Pair {
	const most = 20 // of one kind are compared with each other, the newest of them
	kinds := map[string][]int{}
	for i, m := range r.memories {
		if cues := r.statements[i].Cues(); len(cues) > 0 {
			kind := fmt.Sprint(m.User, "\x00", m.Agent, "\x00", m.SubjectUser, "\x00", where(m), cues)
			kinds[kind] = append(kinds[kind], i)
		}
	}
	var out []Pair
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		same := kinds[kind]
		slices.SortStableFunc(same, func(a, b int) int { return r.memories[b].SaidAt.Compare(r.memories[a].SaidAt) })
		same = same[:min(len(same), most)]
		for i, a := range same {
			for _, b := range same[i+1:] {
				out = append(out, Pair{A: a, B: b})
			}
		}
	}
	return out
}

// spread does something for each of n, on all processors but one.
func spread(n int, do func(int)) {
	workers := max(1, runtime.GOMAXPROCS(0)-1)
	var wg sync.WaitGroup
	for w := range min(workers, n) {
		wg.Go(func() {
			for i := w; i < n; i += workers {
				do(i)
			}
		})
	}
	wg.Wait()
}
