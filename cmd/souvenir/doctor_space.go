//go:build linux || darwin

package main

import "syscall"

// freeSpace is what is left for us where dir is.
func freeSpace(dir string) (free uint64, known bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}
