package main

import (
	"bytes"
	"testing"
)

func TestProgressIsOneLineForPeopleAndSeveralForLogs(t *testing.T) {
	for _, tt := range []struct {
		name string
		live bool
		want string
	}{
		{"terminal", true, "\r\x1b[Krows: 0 of 2\r\x1b[Krows: 2 of 2\r\x1b[K"},
		{"log", false, "rows: 0 of 2\nrows: 2 of 2\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			p := &progress{g: &globals{program: program{err: &out}}, live: tt.live}
			p.show("rows", 0, 2)
			p.show("rows", 1, 2) // too soon after the last
			p.show("rows", 2, 2)
			p.end()
			if out.String() != tt.want {
				t.Errorf("it writes %q, want %q", out.String(), tt.want)
			}
		})
	}
}
