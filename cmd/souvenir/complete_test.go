package main

import (
	"slices"
	"testing"
)

func TestBashWordsAreJoinedAgain(t *testing.T) {
	for _, tt := range []struct{ words, want []string }{
		{[]string{"queue", "jobs", ""}, []string{"queue", "jobs", ""}},
		{[]string{"--state", "=", "f"}, []string{"--state=f"}},
		{[]string{"--state", "="}, []string{"--state="}},
		{[]string{"--set", "queue.limit", "=", "5", "config"}, []string{"--set", "queue.limit=5", "config"}},
	} {
		if got := joined(tt.words); !slices.Equal(got, tt.want) {
			t.Errorf("joined(%q) = %q, want %q", tt.words, got, tt.want)
		}
	}
}
