package quiet_test

import (
	"net"
	"testing"

	"github.com/souvenir-memory/souvenir/internal/quiet"
)

func TestAnAddressIsTakenByWhoeverAskedForIt(t *testing.T) {
	seen := map[string]bool{}
	for range 50 {
		address, err := quiet.Address()
		if err != nil {
			t.Fatal(err)
		}
		if seen[address] {
			t.Fatalf("%s was given twice", address)
		}
		seen[address] = true
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatalf("nobody listens at %s, but: %v", address, err)
		}
		l.Close()
	}
}
