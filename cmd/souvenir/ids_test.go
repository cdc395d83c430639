package main

import (
	"testing"

	"github.com/souvenir-memory/souvenir"
)

func TestAnIDIsKnownByItsEnd(t *testing.T) {
	ids := []string{"01a1dec9-aaaa-1111", "01a1dec9-aaaa-2222", "01a1dec9-bbbb-2222"}
	for _, tt := range []struct {
		given, want string
		code        souvenir.Code
	}{
		{given: "1111", want: ids[0]},
		{given: ids[1], want: ids[1]},
		{given: "b-2222", want: ids[2]},
		{given: "2222", code: souvenir.Conflict},
		{given: "01a1", code: souvenir.NotFound},
		{given: "", code: souvenir.Invalid},
	} {
		got, err := pick("memory", tt.given, ids)
		if got != tt.want || err != nil && souvenir.CodeOf(err) != tt.code || err == nil && tt.code != "" {
			t.Errorf("pick(%q) = %q, %v; want %q, %q", tt.given, got, err, tt.want, tt.code)
		}
	}
}
