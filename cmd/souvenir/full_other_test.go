//go:build unix && !linux

package main_test

import "testing"

func (s binary) survivesAFullDisk(t *testing.T) {
	t.Skip("full disk: a small one that only the server sees can be mounted on Linux only")
}
