// Command souvenir is long-term memory for LLM applications: a server, its
// worker and its command line in one binary.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends us at once
	os.Exit(run(ctx, program{args: os.Args[1:], environ: os.Environ(), in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}
