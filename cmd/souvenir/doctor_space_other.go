//go:build !linux && !darwin

package main

// freeSpace is not known on every system.
func freeSpace(string) (free uint64, known bool) { return 0, false }
