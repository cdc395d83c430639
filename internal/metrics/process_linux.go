package metrics

import (
	"fmt"
	"os"
)

// residentBytes is how much memory the process has.
func residentBytes() (float64, bool) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, false
	}
	var size, resident float64
	_, err = fmt.Sscan(string(text), &size, &resident)
	return resident * float64(os.Getpagesize()), err == nil
}
