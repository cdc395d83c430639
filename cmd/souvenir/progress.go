package main

import (
	"fmt"
	"time"
)

// progress tells how far long work has come: on a terminal in one line that
// changes, elsewhere in a line now and then.
type progress struct {
	g    *globals
	live bool
	last time.Time
}

func newProgress(g *globals) *progress { return &progress{g: g, live: terminal(g.program.err)} }

// show tells that so many of a kind are done. Work that has come to its end is
// always told.
func (p *progress) show(what string, done, total int64) {
	pause := 5 * time.Second
	if p.live {
		pause = 100 * time.Millisecond
	}
	if done < total && time.Since(p.last) < pause {
		return
	}
	p.last = time.Now()
	line := fmt.Sprintf("%s: %d of %d", what, done, total)
	if p.live {
		fmt.Fprintf(p.g.program.err, "\r\x1b[K%s", line)
		return
	}
	fmt.Fprintln(p.g.program.err, line)
}

// end takes the changing line away.
func (p *progress) end() {
	if p.live && !p.last.IsZero() {
		fmt.Fprint(p.g.program.err, "\r\x1b[K")
	}
}

// wait tells on a terminal how long something takes of which nobody knows how far
// it has come, until the function that it gives is called.
func (p *progress) wait(what string) (done func()) {
	if !p.live {
		return func() {}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for since := time.Now(); ; {
			select {
			case <-stop:
				fmt.Fprint(p.g.program.err, "\r\x1b[K")
				return
			case <-tick.C:
				fmt.Fprintf(p.g.program.err, "\r\x1b[K%s … %ds", what, int(time.Since(since).Seconds()))
			}
		}
	}()
	return func() { close(stop); <-stopped }
}
