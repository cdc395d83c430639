//go:build unix

package vector

import (
	"syscall"
	"time"
)

// cpuTime is what this process has used so far, on all cores. On a machine that
// others use as well it says more than the clock on the wall.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
