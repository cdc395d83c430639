//go:build unix

package main_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir/client"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// patience is how long a test waits for what must happen. It is no promise about
// speed: a busy machine under the race detector is slow.
const patience = time.Minute

// Everything that only a process of its own can show: how it starts, how it stops
// and how it is killed. It is the program as people get it, built once.
func TestProcess(t *testing.T) {
	s := build(t)
	t.Run("small", s.isSmall)
	t.Run("start", s.starts)
	t.Run("address in use", s.refusesAnAddressInUse)
	t.Run("everybody", s.refusesToLetEverybodyIn)
	t.Run("stop", func(t *testing.T) { storetest.EachURL(t, s.stops) })
	t.Run("killed", func(t *testing.T) { storetest.EachURL(t, s.survivesKills) })
	t.Run("killed while streaming", func(t *testing.T) { storetest.EachURL(t, s.remembersWhatItStreamed) })
	t.Run("two", s.shareAQueue)
	t.Run("database lost", s.survivesALostConnection)
	t.Run("disk full", s.survivesAFullDisk)
}

// binary is the path of the program.
type binary string

// build makes the program in a place that goes away with the test.
func build(t *testing.T) binary {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("real processes: there is no go to build the program with")
	}
	file := filepath.Join(t.TempDir(), "souvenir")
	b := exec.CommandContext(t.Context(), "go", "build", "-ldflags", "-s -w", "-o", file, ".")
	b.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := b.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", b, err, out)
	}
	return binary(file)
}

// process is a souvenir of its own, as a person would start it.
type process struct {
	t        *testing.T
	cmd      *exec.Cmd
	out, err said
	url      string        // where it listens, once it is ready
	started  time.Time     // before its first instruction
	exited   chan struct{} // closed when it is gone
}

// command prepares `souvenir args...` in a home of its own.
func (s binary) command(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(string(s), args...), exited: make(chan struct{})}
	p.cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.err
	dieWithUs(p.cmd)
	return p
}

// begin starts the process and makes sure that it does not outlive the test.
func (p *process) begin() {
	p.t.Helper()
	p.started = time.Now()
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	go func() {
		p.cmd.Wait()
		close(p.exited)
	}()
	p.t.Cleanup(func() {
		p.kill()
		if errs := p.err.String(); p.t.Failed() && errs != "" || strings.Contains(errs, "panic") {
			p.t.Errorf("souvenir %s complained:\n%s", p.cmd.Args[1], tail(errs, 8000))
		}
	})
}

// serving starts a server on a port that is free, and waits until it is ready.
func (s binary) serving(t *testing.T, db string, args ...string) *process {
	t.Helper()
	p := s.command(t, append([]string{"serve", "--listen", "127.0.0.1:0", "--db", db, "--set", "style=verbatim"}, args...)...)
	p.begin()
	p.awaitReady()
	return p
}

var readyAt = regexp.MustCompile(`is ready at (http://\S+)\n`)

func (p *process) awaitReady() {
	p.t.Helper()
	until(p.t, "the server is ready", func() bool {
		if p.gone() {
			p.t.Fatalf("%s ended with %d before it was ready", p.cmd, p.code())
		}
		at := readyAt.FindStringSubmatch(p.out.String())
		if at != nil {
			p.url = at[1]
		}
		return at != nil
	})
}

// client speaks to the server over connections of its own.
func (p *process) client() *client.Client { return p.clientWith("") }

func (p *process) clientWith(key string) *client.Client {
	transport := &http.Transport{MaxIdleConnsPerHost: 8}
	p.t.Cleanup(transport.CloseIdleConnections)
	return client.New(client.Options{URL: p.url, Key: key, HTTP: &http.Client{Transport: transport, Timeout: patience}})
}

// kill ends the process as a power cut would.
func (p *process) kill() {
	p.cmd.Process.Kill()
	<-p.exited
}

func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// wait gives the exit code once the process has ended by itself.
func (p *process) wait() int {
	p.t.Helper()
	until(p.t, "the process ends", p.gone)
	return p.code()
}

func (p *process) gone() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// code is the exit code of a process that is gone; -1 when a signal ended it.
func (p *process) code() int { return p.cmd.ProcessState.ExitCode() }

// until waits for a condition, and fails the test when it does not come.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := poll(ctx, is); err != nil {
		t.Fatalf("waited in vain until %s: %v", what, err)
	}
}

// poll looks again and again until is, or until nobody waits any more.
func poll(ctx context.Context, is func() bool) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), context.Cause(ctx))
		case <-tick.C:
		}
	}
	return nil
}

// said collects what a process writes while others read it.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func tail(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return "... " + text[len(text)-n:]
}
