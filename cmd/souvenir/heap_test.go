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
	for _, tt := range []struct {
		name       string
		live, held uint64
		want       int
	}{
		{"holds what it needs", 10 << 20, 11 << 20, 0},
		{"holds more after some work, and gives it back once", 11 << 20, 25 << 20, 1},
		{"has given it back", 10<<20 + 1, 11 << 20, 0},
		{"a large fill is over", headroom * 3, headroom * 4, 1},
		{"a large heap may hold an eighth more", headroom*3 + 1, headroom*3 + headroom/4, 0},
	} {
		given := 0
		for range 3 * rest {
			if _, giveBack := life.look(tt.live, tt.held); giveBack {
				given++
				tt.held = tt.live
			}
		}
		if given != tt.want {
			t.Errorf("%s: gave back %d times, want %d", tt.name, given, tt.want)
		}
	}
}
