package main

import (
	"context"
	"fmt"

	"github.com/souvenir-memory/souvenir"
)

// Exit codes, as docs/cli.md lists them.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitNotFound    = 3
	exitDenied      = 4
	exitUnavailable = 5
	exitConflict    = 6
	exitInterrupted = 130
)

// complain says what went wrong and what to do about it, and gives the exit code.
func (g *globals) complain(ctx context.Context, err error) int {
	if ctx.Err() != nil {
		fmt.Fprintln(g.program.err, "souvenir: interrupted")
		return exitInterrupted
	}
	fmt.Fprintf(g.program.err, "souvenir: %v\n", err)
	if souvenir.CodeOf(err) == souvenir.Denied && g.server != "" {
		fmt.Fprintf(g.program.err, "Say with --user for whom it is, show another key to %s with SOUVENIR_SERVER_API_KEY,\n"+
			"or open the database yourself with --db, which needs no key.\n", g.server)
	}
	return exitCode(err)
}

func exitCode(err error) int {
	switch souvenir.CodeOf(err) {
	case souvenir.Invalid, souvenir.TooLarge:
		return exitUsage
	case souvenir.NotFound:
		return exitNotFound
	case souvenir.Denied:
		return exitDenied
	case souvenir.Unavailable:
		return exitUnavailable
	case souvenir.Conflict:
		return exitConflict
	}
	return exitFailed
}
