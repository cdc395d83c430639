package config

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// follow runs a Live within a synctest bubble and returns what it logs and tells.
func follow(t *testing.T, c *Config) (l *Live, log *bytes.Buffer, told *[]int) {
	t.Helper()
	log, told = new(bytes.Buffer), new([]int)
	l = NewLive(c, LiveOptions{
		Log:     slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{ReplaceAttr: timeless})),
		Changed: func(_, now *Config) { *told = append(*told, now.Queue.Limit) },
	})
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		if err := l.Run(ctx); err != nil {
			t.Errorf("Run = %v", err)
		}
	})
	t.Cleanup(func() { stop(); running.Wait() })
	return l, log, told
}

func timeless(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// aMoment is long enough for a change to be noticed and to settle.
func aMoment() {
	time.Sleep(lookEvery + settleAfter)
	synctest.Wait()
}

func TestLiveSettingsChangeWithoutRestart(t *testing.T) {
	m := newMachine(t)
	m.write("queue:\n  limit: 1\n  workers: 2\n")
	synctest.Test(t, func(t *testing.T) {
		l, log, told := follow(t, m.load())
		before := l.Current()
		m.write("queue:\n  workers: 9\n  limit: 5\n")
		aMoment()
		if got := l.Current().Queue; got.Limit != 5 || got.Workers != 2 {
			t.Errorf("Queue = %+v, want the new limit and the old workers", got)
		}
		if before.Queue.Limit != 1 {
			t.Error("a snapshot changed")
		}
		if len(*told) != 1 || (*told)[0] != 5 {
			t.Errorf("told of limits %v, want 5", *told)
		}
		if got, want := l.Current().Origin("queue.limit").Line, 3; got != want {
			t.Errorf("queue.limit comes from line %d, want %d", got, want)
		}
		want := `level=WARN msg="setting takes effect after a restart" setting=queue.workers from=2 to=9 origin="file FILE:2"
level=INFO msg="setting changed" setting=queue.limit from=1 to=5 origin="file FILE:3"
`
		if got := strings.ReplaceAll(log.String(), m.file(), "FILE"); got != want {
			t.Errorf("log:\n%s\nwant:\n%s", got, want)
		}
	})
}

func TestAFaultyFileChangesNothing(t *testing.T) {
	m := newMachine(t)
	m.write("queue:\n  limit: 1\n")
	synctest.Test(t, func(t *testing.T) {
		l, log, told := follow(t, m.load())
		m.write("queue:\n  limit: 2\nlog:\n  level: loud\n")
		aMoment()
		aMoment()
		if got := l.Current().Queue.Limit; got != 1 {
			t.Errorf("limit = %d, want the old one", got)
		}
		if got := log.String(); strings.Count(got, "configuration not changed") != 1 || !strings.Contains(got, "souvenir.yaml:4: log.level is") {
			t.Errorf("log = %s", got)
		}
		m.write("queue:\n  limit: 2\nlog:\n  level: debug\n")
		aMoment()
		if got := l.Current(); got.Queue.Limit != 2 || got.Log.Level != slog.LevelDebug || len(*told) != 1 {
			t.Errorf("Queue, Log = %+v, %+v after the repair; told %d times", got.Queue, got.Log, len(*told))
		}
	})
}

func TestAFileThatAppearsAndGoes(t *testing.T) {
	m := newMachine(t)
	synctest.Test(t, func(t *testing.T) {
		l, _, _ := follow(t, m.load())
		m.write("queue:\n  limit: 7\n")
		aMoment()
		if got := l.Current().Queue.Limit; got != 7 {
			t.Errorf("limit = %d after the file appeared, want 7", got)
		}
		if err := os.Remove(m.file()); err != nil {
			t.Fatal(err)
		}
		aMoment()
		if got := l.Current().Queue.Limit; got != 0 {
			t.Errorf("limit = %d after the file went, want the default", got)
		}
	})
}

func TestANamedFileThatGoesChangesNothing(t *testing.T) {
	m := newMachine(t)
	m.write("queue:\n  limit: 7\n")
	o := m.options()
	o.File = m.file()
	synctest.Test(t, func(t *testing.T) {
		l, log, _ := follow(t, load(t, o))
		if err := os.Remove(m.file()); err != nil {
			t.Fatal(err)
		}
		aMoment()
		if got := l.Current().Queue.Limit; got != 7 || !strings.Contains(log.String(), "there is no such file") {
			t.Errorf("limit = %d, log = %s", got, log)
		}
	})
}

func TestAHalfWrittenFileIsNotRead(t *testing.T) {
	m := newMachine(t)
	m.write("queue:\n  limit: 7\n  retry_interval: 1\n")
	synctest.Test(t, func(t *testing.T) {
		l, log, told := follow(t, m.load())
		time.Sleep(lookEvery - settleAfter/2)
		m.write("queue:\n  limit: 8\n")
		time.Sleep(settleAfter) // one look has seen it, the second has not
		synctest.Wait()
		m.write("queue:\n  limit: 8\n  retry_interval: 1\n")
		aMoment()
		if got := l.Current().Queue; got.Limit != 8 || got.RetryInterval != time.Second || len(*told) != 1 {
			t.Errorf("Queue = %+v, told %d times\n%s", got, len(*told), log)
		}
	})
}

func TestAStrongerSourceHidesAChange(t *testing.T) {
	m := newMachine(t)
	m.write("queue:\n  limit: 1\n")
	synctest.Test(t, func(t *testing.T) {
		l, log, told := follow(t, m.load("SOUVENIR_QUEUE_LIMIT=3"))
		m.write("queue:\n  limit: 2\n")
		aMoment()
		if got := l.Current().Queue.Limit; got != 3 || len(*told) != 0 || log.Len() > 0 {
			t.Errorf("limit = %d, told %d times\n%s", got, len(*told), log)
		}
	})
}

func TestARestartIsAskedForOnce(t *testing.T) {
	m := newMachine(t)
	synctest.Test(t, func(t *testing.T) {
		_, log, _ := follow(t, m.load())
		for _, content := range []string{"listen: :1\n", "listen: :1\nuser: ada\n", "user: ada\n", "user: ada # she\n"} {
			m.write(content)
			aMoment()
		}
		want := `level=WARN msg="setting takes effect after a restart" setting=listen from=127.0.0.1:7007 to=:1 origin="file FILE:1"
level=WARN msg="setting takes effect after a restart" setting=user from="" to=ada origin="file FILE:2"
`
		if got := strings.ReplaceAll(log.String(), m.file(), "FILE"); got != want {
			t.Errorf("log:\n%s\nwant:\n%s", got, want)
		}
	})
}

func TestLiveWithoutAFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, _, _ := follow(t, load(t, Options{Environ: []string{"SOUVENIR_DB=/srv/souvenir.db"}, OS: "linux"}))
		aMoment()
		if l.Current() == nil {
			t.Error("no configuration")
		}
	})
}
