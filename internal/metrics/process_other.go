//go:build !linux

package metrics

func residentBytes() (float64, bool) { return 0, false }
