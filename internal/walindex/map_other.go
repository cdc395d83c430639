//go:build !unix

package walindex

import (
	"errors"
	"os"
)

const mappable = false

func mapFile(*os.File, int) ([]byte, error) { return nil, errors.ErrUnsupported }

func unmap([]byte) error { return nil }
