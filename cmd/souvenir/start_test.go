//go:build unix

package main_test

import (
	"fmt"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

const mega = 1 << 20

func (s binary) isSmall(t *testing.T) {
	file, err := os.Stat(string(s))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the program has %.1f MB", float64(file.Size())/mega)
	if file.Size() > 40*mega {
		t.Errorf("the program has %.1f MB, want at most 40", float64(file.Size())/mega)
	}
}

// On a machine where it never ran, the first start makes its own database, says
// where everything is, and answers soon.
func (s binary) starts(t *testing.T) {
	p := s.command(t, "serve", "--listen", "127.0.0.1:0")
	p.begin()
	p.awaitReady()
	if !p.client().Healthy(t.Context()) {
		t.Fatal("the server is ready and does not answer")
	}
	first := time.Since(p.started)
	t.Logf("first answer after %v, on a new database", first)
	if first > time.Minute {
		t.Errorf("the first answer came after %v, want far less", first)
	}
	for _, want := range []string{
		`^Souvenir \S+ is ready at ` + regexp.QuoteMeta(p.url) + "\n",
		`\n  data +\S*/souvenir\.db\n`,
		`\n  model +none`,
		`\n  embedder +\S`,
		`Three things to try`, `souvenir remember "`, `souvenir recall "`, `open ` + regexp.QuoteMeta(p.url) + `/ and see`,
		`\n  page +` + regexp.QuoteMeta(p.url) + `/\n`,
	} {
		if !regexp.MustCompile(want).MatchString(p.out.String()) {
			t.Errorf("the welcome does not match %q:\n%s", want, p.out.String())
		}
	}
	s.isModest(t, p)
}

// isModest looks at the memory of a server that has done a little and rests.
func (s binary) isModest(t *testing.T, p *process) {
	f := newLoad(1, 1, 1).all()[0]
	must(t)(p.client().Remember(t.Context(), f.conversation, f.talk(), patience))
	must(t)(p.client().Recall(t.Context(), souvenir.Query{User: f.user, Query: "what is in box 0?"}))
	rss, ok := residentMB(p.cmd.Process.Pid)
	for resting := time.Now(); ok && rss > 60 && time.Since(resting) < 20*time.Second; {
		time.Sleep(200 * time.Millisecond) // it gives memory back once it rests; another process cannot be waited for otherwise
		rss, ok = residentMB(p.cmd.Process.Pid)
	}
	if !ok {
		t.Log("SKIPPED: resident memory (no /proc here)")
	} else if t.Logf("%.1f MB resident", rss); rss > 60 {
		t.Errorf("%.1f MB are resident, want at most 60", rss)
	}
}

// residentMB reads what the kernel says about a process.
func residentMB(pid int) (mb float64, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	kb, err := strconv.Atoi(strings.Fields(rest)[0])
	return float64(kb) / 1024, err == nil
}

func (s binary) refusesAnAddressInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	p := s.command(t, "serve", "--listen", taken.Addr().String(), "--db", storetest.SQLite(t))
	p.begin()
	p.mustRefuse(5, "Cannot listen on "+taken.Addr().String(), "in use", "--listen")
}

// Without a key nobody but this machine is let in; with one, everybody who has it.
func (s binary) refusesToLetEverybodyIn(t *testing.T) {
	db := storetest.SQLite(t)
	open := s.command(t, "serve", "--listen", "0.0.0.0:0", "--db", db)
	open.begin()
	open.mustRefuse(4, "0.0.0.0", "souvenir keys add")

	at := s.serving(t, db)
	key, err := at.client().AddKey(t.Context(), souvenir.KeyRequest{Name: "ann", Admin: true})
	if err != nil {
		t.Fatal(err)
	}
	at.stop()

	open = s.command(t, "serve", "--listen", "0.0.0.0:0", "--db", db)
	open.begin()
	open.awaitReady()
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(open.url, "http://"))
	open.url = "http://127.0.0.1:" + port
	must(t)(open.clientWith(key.Secret).Stats(t.Context(), 30))
	if _, err := open.client().Stats(t.Context(), 30); souvenir.CodeOf(err) != souvenir.Denied {
		t.Errorf("without the key: %v, want it denied", err)
	}
}

// mustRefuse checks that the process ends by itself, with a code for programs
// and a sentence for people, and never says that it is ready.
func (p *process) mustRefuse(code int, sentence ...string) {
	p.t.Helper()
	if got := p.wait(); got != code {
		p.t.Errorf("exit code %d, want %d", got, code)
	}
	for _, part := range sentence {
		if !strings.Contains(p.err.String(), part) {
			p.t.Errorf("it complains %q, want %q in it", p.err.String(), part)
		}
	}
	if p.out.String() != "" {
		p.t.Errorf("it says %q, want nothing", p.out.String())
	}
}
