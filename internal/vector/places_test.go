package vector

import (
	"math/rand/v2"
	"testing"
)

func TestPlacesAreThoseOfAMap(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	var got Places
	want := map[int64]uint32{}
	for range 20_000 {
		id := random.Int64N(600) - 300
		if random.IntN(20) == 0 {
			id <<= 40
		}
		if random.IntN(3) == 0 {
			got.Delete(id)
			delete(want, id)
		} else {
			place := random.Uint32N(1 << 26)
			got.Set(id, place)
			want[id] = place
		}
		place, ok := got.Get(id)
		if w, there := want[id]; place != w || ok != there || got.Len() != len(want) {
			t.Fatalf("Get(%d) = %d, %t of %d, want %d, %t of %d", id, place, ok, got.Len(), w, there, len(want))
		}
	}
	for id, w := range want {
		if place, _ := got.Get(id); place != w {
			t.Errorf("Get(%d) = %d, want %d", id, place, w)
		}
	}
}
