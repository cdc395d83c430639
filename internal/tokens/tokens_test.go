package tokens

import "testing"

func TestEstimate(t *testing.T) {
	for text, want := range map[string]int{"": 0, "four": 1, "User lives in Lyon.": 5, "喝绿茶": 3, "мир": 2} {
		if got := Estimate(text); got != want {
			t.Errorf("Estimate(%q) = %d, want %d", text, got, want)
		}
	}
}
