package vector

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// eachIndex runs a test with an empty index for every kernel of this CPU.
func eachIndex(t *testing.T, test func(t *testing.T, x *Index)) {
	for _, k := range kernels() {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			test(t, newIndex(k))
		})
	}
}

func TestAnyHistoryFindsWhatBruteForceFinds(t *testing.T) {
	for _, k := range kernels() {
		t.Run(k.name, rapid.MakeCheck(func(t *rapid.T) {
			h := history{x: newIndex(k), rows: map[string]map[int64][]float32{}}
			t.Repeat(map[string]func(*rapid.T){
				"put":    h.put,
				"delete": h.delete,
				"drop":   h.drop,
				"search": h.search,
				"":       h.count,
			})
		}))
	}
}

// history drives an index and remembers what must be in it.
type history struct {
	x    *Index
	rows map[string]map[int64][]float32
}

// Partitions of different models: dimensions that are odd, small and padded.
var partitions = []string{"1", "3", "70", "128"}

func dimsOf(partition string) (dims int) {
	fmt.Sscan(partition, &dims)
	return dims
}

func (h *history) put(t *rapid.T) {
	p := rapid.SampledFrom(partitions).Draw(t, "partition")
	id := rapid.Int64Range(-5, 60).Draw(t, "id")
	v := vectorOf(dimsOf(p)).Draw(t, "v")
	if err := h.x.Put(p, id, v); err != nil {
		t.Fatal(err)
	}
	if h.rows[p] == nil {
		h.rows[p] = map[int64][]float32{}
	}
	h.rows[p][id] = v
}

func (h *history) delete(t *rapid.T) {
	p := rapid.SampledFrom(partitions).Draw(t, "partition")
	id := rapid.Int64Range(-5, 60).Draw(t, "id")
	_, want := h.rows[p][id]
	if got := h.x.Delete(p, id); got != want {
		t.Fatalf("Delete(%s, %d) = %v, want %v", p, id, got, want)
	}
	delete(h.rows[p], id)
}

func (h *history) drop(t *rapid.T) {
	p := rapid.SampledFrom(partitions).Draw(t, "partition")
	if rapid.IntRange(0, 9).Draw(t, "seldom") == 0 {
		h.x.Drop(p)
		delete(h.rows, p)
	}
}

func (h *history) count(t *rapid.T) {
	for _, p := range partitions {
		if got, want := h.x.Len(p), len(h.rows[p]); got != want {
			t.Fatalf("Len(%s) = %d, want %d", p, got, want)
		}
	}
}

func (h *history) search(t *rapid.T) {
	p := rapid.SampledFrom(partitions).Draw(t, "partition")
	q := vectorOf(dimsOf(p)).Draw(t, "q")
	k := rapid.IntRange(0, 12).Draw(t, "k")
	keep := []func(int64) bool{nil, func(id int64) bool { return id%3 == 0 }}[rapid.IntRange(0, 1).Draw(t, "keep")]

	got, err := h.x.Search(p, q, k, keep)
	if err != nil {
		t.Fatal(err)
	}
	mustAnswer(t, got, bruteForce(h.rows[p], q, keep), k)
}

// mustAnswer allows for what 12-bit and 8-bit numbers may misjudge at the worst:
// half a step in every one of 128 dimensions.
func mustAnswer(t *rapid.T, got []Hit, all map[int64]float32, k int) {
	const scoreOff, choiceOff = 0.003, 0.05
	if want := min(k, len(all)); len(got) != want {
		t.Fatalf("got %d hits, want %d", len(got), want)
	}
	if !slices.IsSortedFunc(got, nearestFirst) {
		t.Fatalf("hits are not in order: %v", got)
	}
	for _, hit := range got {
		want, ok := all[hit.ID]
		if !ok {
			t.Fatalf("hit %d is not there, or there twice", hit.ID)
		}
		if off := hit.Score - want; off > scoreOff || off < -scoreOff {
			t.Fatalf("hit %d scores %v, want %v", hit.ID, hit.Score, want)
		}
		delete(all, hit.ID)
	}
	for id, score := range all {
		if len(got) > 0 && score > got[len(got)-1].Score+choiceOff {
			t.Fatalf("missed %d with score %v, last hit is %v", id, score, got[len(got)-1])
		}
	}
}

func bruteForce(rows map[int64][]float32, q []float32, keep func(int64) bool) map[int64]float32 {
	scores := map[int64]float32{}
	for id, v := range rows {
		if keep == nil || keep(id) {
			scores[id], _ = Cosine(v, q)
		}
	}
	return scores
}

func TestPartitionsNeverSeeEachOther(t *testing.T) {
	eachIndex(t, func(t *testing.T, x *Index) {
		v := []float32{1, 2, 3}
		must(t, x.Put("ada", 1, v))
		must(t, x.Put("bob", 1, []float32{-1, -2, -3}))
		must(t, x.Put("bob", 2, v))
		mustFind(t, x, "ada", v, 10, 1)
		mustFind(t, x, "bob", v, 10, 2, 1)
		mustFind(t, x, "eve", v, 10)

		x.Drop("bob")
		mustFind(t, x, "bob", v, 10)
		mustFind(t, x, "ada", v, 10, 1)
	})
}

func TestReplacingMovesTheVector(t *testing.T) {
	eachIndex(t, func(t *testing.T, x *Index) {
		must(t, x.Put("p", 1, []float32{1, 0}))
		must(t, x.Put("p", 2, []float32{0, 1}))
		must(t, x.Put("p", 1, []float32{0, -1}))
		mustFind(t, x, "p", []float32{0, 1}, 10, 2, 1)
		if got := x.Len("p"); got != 2 {
			t.Errorf("Len = %d, want 2", got)
		}
	})
}

func TestEqualRowsComeByID(t *testing.T) {
	eachIndex(t, func(t *testing.T, x *Index) {
		v := []float32{0.3, -0.2, 0.9}
		for id := int64(100); id > 0; id-- {
			must(t, x.Put("p", id, v))
		}
		mustFind(t, x, "p", v, 4, 1, 2, 3, 4)
		x.Delete("p", 2)
		must(t, x.Put("p", 500, v)) // fills the hole that 2 left
		mustFind(t, x, "p", v, 4, 1, 3, 4, 5)
	})
}

func TestPutAndSearchRefuse(t *testing.T) {
	x := New()
	must(t, x.Put("p", 1, []float32{1, 2, 3}))
	for _, c := range refused {
		if err := x.Put("p", 2, c.v); !errors.Is(err, c.want) {
			t.Errorf("Put(%s) = %v, want %v", c.name, err, c.want)
		}
		if _, err := x.Search("p", c.v, 1, nil); !errors.Is(err, c.want) {
			t.Errorf("Search(%s) = %v, want %v", c.name, err, c.want)
		}
	}
	if err := x.Put("p", 2, []float32{1, 2}); !errors.Is(err, ErrDimensions) {
		t.Errorf("Put of 2 dimensions among 3 = %v, want ErrDimensions", err)
	}
	if _, err := x.Search("p", []float32{1, 2}, 1, nil); !errors.Is(err, ErrDimensions) {
		t.Errorf("Search of 2 dimensions among 3 = %v, want ErrDimensions", err)
	}
	if got := x.Len("p"); got != 1 {
		t.Errorf("Len after refusals = %d, want 1", got)
	}
}

func TestAnEmptiedPartitionTakesAnotherModel(t *testing.T) {
	x := New()
	must(t, x.Put("p", 1, []float32{1, 2, 3}))
	x.Delete("p", 1)
	must(t, x.Put("p", 1, []float32{1, 2}))
	mustFind(t, x, "p", []float32{1, 2}, 1, 1)
}

func TestMemoryDoesNotGrowWithTurnover(t *testing.T) {
	x := New()
	const window = 3000
	for id := range int64(30_000) {
		must(t, x.Put("p", id, []float32{float32(id), 1}))
		if id >= window {
			x.Delete("p", id-window)
		}
	}
	if got := len(x.segment("p").blocks); got != 3 {
		t.Errorf("%d rows take %d blocks after turnover, want 3", window, got)
	}
	for id := int64(30_000) - window; id < 29_900; id++ {
		x.Delete("p", id)
	}
	if got := len(x.segment("p").blocks[0].ids); got > 256 {
		t.Errorf("100 rows take room for %d after most were deleted", got)
	}
	if got := x.Len("p"); got != 100 {
		t.Errorf("Len = %d, want 100", got)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustFind(t *testing.T, x *Index, partition string, q []float32, k int, want ...int64) {
	t.Helper()
	hits, err := x.Search(partition, q, k, nil)
	must(t, err)
	var got []int64
	for _, h := range hits {
		got = append(got, h.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("Search(%s, %v, %d) = %v, want %v", partition, q, k, got, want)
	}
}
