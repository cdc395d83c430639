package main

import (
	"slices"
	"strings"
	"testing"
)

func TestBatchesLoseNothingAndStaySmall(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	for _, tt := range []struct {
		name  string
		texts []string
		sizes []int
	}{
		{"none", nil, nil},
		{"one", []string{"a"}, []int{1}},
		{"several", []string{"a", "b", "c", "d", "e"}, []int{2, 2, 1}},
		{"long ones go alone", []string{"a", long, long, "b"}, []int{2, 2}},
		{"too long ones too", []string{long + long, "a"}, []int{1, 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var all []string
			var sizes []int
			for some := range inBatches(tt.texts, 2) {
				all = append(all, some...)
				sizes = append(sizes, len(some))
			}
			if !slices.Equal(all, tt.texts) || !slices.Equal(sizes, tt.sizes) {
				t.Errorf("batches of %v with %d texts, want %v with %d", sizes, len(all), tt.sizes, len(tt.texts))
			}
		})
	}
}
