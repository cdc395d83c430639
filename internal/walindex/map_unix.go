//go:build unix

package walindex

import (
	"os"

	"golang.org/x/sys/unix"
)

const mappable = true

func mapFile(f *os.File, length int) ([]byte, error) {
	return unix.Mmap(int(f.Fd()), 0, length, unix.PROT_READ, unix.MAP_SHARED)
}

func unmap(b []byte) error { return unix.Munmap(b) }
