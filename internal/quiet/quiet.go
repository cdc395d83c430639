// Package quiet finds ports for tests whose servers stop and come back at the
// same address, or start a little after their address was told.
//
// A port that the system hands out (127.0.0.1:0) may go to somebody else as soon
// as it is let go. Ours lie below those that systems hand out, and are claimed for
// as long as the process lives.
package quiet

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

const first, last = 10000, 19999

var (
	mu     sync.Mutex
	claims []net.PacketConn // kept, so that no other test process takes the same port
)

// Address is one of this machine's own where nobody listens and nobody else who
// asks here will.
func Address() (string, error) {
	mu.Lock()
	defer mu.Unlock()
	var err error
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", first+rand.IntN(last-first+1))
		if err = claim(address); err == nil {
			return address, nil
		}
	}
	return "", fmt.Errorf("find a port where nobody listens: %w", err)
}

// claim takes the UDP port of the number, which nobody uses, as a sign that the
// TCP port is taken. The latter is not tried by listening: a program that is being
// started would hold it open for a moment longer.
func claim(address string) error {
	sign, err := net.ListenPacket("udp", address)
	if err != nil {
		return err
	}
	if c, err := net.DialTimeout("tcp", address, time.Second); err == nil {
		return errors.Join(fmt.Errorf("somebody listens at %s", address), c.Close(), sign.Close())
	}
	claims = append(claims, sign)
	return nil
}
