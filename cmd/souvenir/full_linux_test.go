package main_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/souvenir-memory/souvenir"
)

// A server whose disk is full says so and never acknowledges what it cannot
// keep. What it acknowledged before is there, and when there is room again it
// goes on by itself.
func (s binary) survivesAFullDisk(t *testing.T) {
	d := s.onTinyDisk(t)
	c := d.client()
	l := newLoad(8, 5, 20000)
	refused := d.postUntilRefused(l)
	if len(refused) != len(l.clients) {
		t.Fatalf("%d of %d clients were refused, want all: the disk never got full", len(refused), len(l.clients))
	}
	for _, err := range refused {
		if souvenir.CodeOf(err) != souvenir.Unavailable || !strings.Contains(err.Error(), "full") {
			t.Errorf("a full disk is answered by %v, want it to be named, and to go away", err)
		}
	}
	acknowledged := l.acknowledgedSoFar()
	t.Logf("%d messages were acknowledged, then: %v", len(acknowledged), slices.Collect(maps.Values(refused))[0])
	stored(t, c, acknowledged)

	d.makeRoom()
	for f := range refused {
		must(t)(c.Remember(t.Context(), f.conversation, f.talk(), 0))
		acknowledged = append(acknowledged, f)
	}
	drained(t, c)
	stored(t, c, acknowledged)
	rememberedOnce(t, c, acknowledged)
}

// tinyDisk is a server whose database is on a disk of a few megabytes.
type tinyDisk struct {
	*process
	ballast string
}

// onTinyDisk mounts the disk where only the server sees it, so that it is gone
// when the server is.
func (s binary) onTinyDisk(t *testing.T) tinyDisk {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("full disk: only root may mount a small one")
	}
	dir := t.TempDir()
	p := s.command(t)
	p.cmd = exec.Command("sh", "-c", `mount -t tmpfs -o size=15m tmpfs "$1" && head -c 10m /dev/zero >"$1/ballast" && exec "$2" serve --listen 127.0.0.1:0 --db "$1/souvenir.db" --set style=verbatim --set queue.lease=1s --set queue.retry_interval=100ms --set log.level=error`,
		"serve", dir, string(s))
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.err
	dieWithUs(p.cmd)
	p.cmd.SysProcAttr.Unshareflags = syscall.CLONE_NEWNS
	p.begin()
	p.awaitReady()
	return tinyDisk{p, fmt.Sprintf("/proc/%d/root%s", p.cmd.Process.Pid, filepath.Join(dir, "ballast"))}
}

func (d tinyDisk) makeRoom() {
	d.t.Helper()
	if err := os.Remove(d.ballast); err != nil {
		d.t.Fatal(err)
	}
}

// postUntilRefused lets every client post until the server does not take it.
func (d tinyDisk) postUntilRefused(l *load) map[fact]error {
	var posting sync.WaitGroup
	var mu sync.Mutex
	refused := map[fact]error{}
	for _, facts := range l.clients {
		posting.Go(func() {
			c := d.client()
			for _, f := range facts {
				if _, err := c.Remember(d.t.Context(), f.conversation, f.talk(), 0); err != nil {
					mu.Lock()
					defer mu.Unlock()
					refused[f] = err
					return
				}
				l.acknowledge(f)
			}
		})
	}
	posting.Wait()
	return refused
}
