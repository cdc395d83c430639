// Package ui holds the web page as it was built. Its source is beside this file;
// `make page` builds it.
package ui

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var built embed.FS

// Dist are the page's files.
func Dist() fs.FS {
	dist, err := fs.Sub(built, "dist")
	if err != nil {
		panic(err) // the directory is compiled in
	}
	return dist
}
