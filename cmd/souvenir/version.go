package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

type versionCmd struct{}

// build is what this program was made from.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	At       string `json:"commit_time,omitempty"`
	Modified bool   `json:"modified,omitempty"` // the commit is not the whole truth
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// Run says which program this is.
func (versionCmd) Run(g *globals) error {
	b := thisBuild()
	return g.show(b, func(w io.Writer) {
		fmt.Fprintln(w, "souvenir", b.Version)
		fmt.Fprintln(w, "commit  ", cmp.Or(b.Commit, "unknown: built without its history")+map[bool]string{true: " and changes on top of it"}[b.Modified])
		fmt.Fprintln(w, "go      ", b.Go, b.Platform)
	})
}

func thisBuild() build {
	b := build{Version: "dev", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.At = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	} else if len(b.Commit) >= 12 {
		b.Version = "dev-" + b.Commit[:12]
	}
	return b
}

// version is the module's version, or the commit it was built from.
func version() string { return thisBuild().Version }
