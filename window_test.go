package souvenir

import (
	"fmt"
	"testing"
)

func TestSplitTurnsLosesNone(t *testing.T) {
	talk := func(users int) (ms []Message) {
		for i := range users {
			ms = append(ms, Message{ID: fmt.Sprint("u", i), Role: User}, Message{ID: fmt.Sprint("a", i), Role: Assistant})
		}
		return ms
	}
	for _, tt := range []struct {
		users, turns int
		want         []int // messages per window
	}{
		{0, 20, nil}, {1, 20, []int{2}}, {20, 20, []int{40}}, {45, 20, []int{40, 40, 10}}, {3, 0, []int{6}}, {3, 1, []int{2, 2, 2}},
	} {
		got := SplitTurns(talk(tt.users), tt.turns)
		var sizes []int
		total := 0
		for _, w := range got {
			sizes = append(sizes, len(w))
			total += len(w)
		}
		if fmt.Sprint(sizes) != fmt.Sprint(tt.want) || total != 2*tt.users {
			t.Errorf("SplitTurns(%d turns, %d) gives windows of %v, want %v", tt.users, tt.turns, sizes, tt.want)
		}
	}
}
