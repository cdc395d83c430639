package main

import "testing"

func TestHeapGrowth(t *testing.T) {
	for _, tt := range []struct {
		live uint64
		want int
	}{
		{0, 100},
		{headroom / 4, 100},
		{headroom, 100},
		{2 * headroom, 50},
		{5 * headroom, 20},
		{100 * headroom, leastGrowth},
	} {
		if got := growth(tt.live); got != tt.want {
			t.Errorf("growth(%d MiB) = %d, want %d", tt.live>>20, got, tt.want)
		}
	}
}

func TestHeapGivesBack(t *testing.T) {
	var life heap // one heap, through its life
	looks := func(h *heap, live uint64, times int) (given int) {
		for range times {
			if _, giveBack := h.look(live); giveBack {
				given++
			}
		}
		return given
	}
	for _, tt := range []struct {
		name string
		live uint64
		want int
	}{
		{"a small heap never gives back", headroom, 0},
		{"a large fill gives back once when it is over", 3 * headroom, 1},
		{"nothing more to give while nothing grows", 3*headroom + 1, 0},
		{"another large fill gives back again", 5 * headroom, 1},
		{"what was let go", headroom, 0},
		{"and filled anew gives back again", 3 * headroom, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := looks(&life, tt.live, 3*rest); got != tt.want {
				t.Errorf("gave back %d times at %d MiB, want %d", got, tt.live>>20, tt.want)
			}
		})
	}
}
