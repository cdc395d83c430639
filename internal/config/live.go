package config

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// Live is a Config that follows its file. Settings that are marked live change
// under a running program; a change of any other is reported and waits for a
// restart; a file with faults changes nothing.
type Live struct {
	log     *slog.Logger
	changed func(before, now *Config)
	current atomic.Pointer[Config]

	// Only Run uses these.
	loaded  *Config // what the file last said, whether or not it is in effect
	seen    sight   // what was last acted upon
	pending sight   // what was last looked at
}

// LiveOptions say who is told about changes.
type LiveOptions struct {
	Log     *slog.Logger              // nil means nobody
	Changed func(before, now *Config) // called from Run after live settings changed; nil means nobody
}

// sight is what one look at the file found.
type sight struct {
	content string
	problem string // why there is no content
}

// A change is acted upon when two looks in a row find the same, so that a file
// that is just being written is not taken for the whole.
const (
	lookEvery   = time.Second
	settleAfter = 100 * time.Millisecond
)

// NewLive starts from c, which came from Load.
func NewLive(c *Config, o LiveOptions) *Live {
	l := &Live{log: o.Log, changed: o.Changed, loaded: c, seen: sight{content: c.source.content}}
	if l.log == nil {
		l.log = slog.New(slog.DiscardHandler)
	}
	if l.changed == nil {
		l.changed = func(_, _ *Config) {}
	}
	l.pending = l.seen
	l.current.Store(c)
	return l
}

// Current is the configuration as of now. It never changes; ask again for a newer one.
func (l *Live) Current() *Config { return l.current.Load() }

// Run looks at the file once a second until ctx is done. It reads all of it,
// because two writes within one tick of the file system's clock look alike.
func (l *Live) Run(ctx context.Context) error {
	timer := time.NewTimer(lookEvery)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
			timer.Reset(l.once())
		}
	}
}

// once takes one look and says how long to wait for the next.
func (l *Live) once() time.Duration {
	found := l.look()
	settled := found == l.pending
	l.pending = found
	switch {
	case found == l.seen:
		return lookEvery
	case !settled:
		return settleAfter
	}
	l.seen = found
	l.act(found)
	return lookEvery
}

func (l *Live) look() sight {
	content, err := l.loaded.source.read()
	if err != nil {
		return sight{problem: err.Error()}
	}
	return sight{content: content}
}

func (l *Live) act(found sight) {
	if found.problem != "" {
		l.refuse(found.problem)
		return
	}
	next, err := l.loaded.source.build(found.content)
	if err != nil {
		l.refuse(err.Error())
		return
	}
	l.announce(next)
	l.loaded = next
	l.swap(next)
}

func (l *Live) refuse(why string) {
	l.log.Warn("configuration not changed", "file", l.loaded.File(), "why", why)
}

// announce reports the settings that the file changed but that wait for a restart.
func (l *Live) announce(next *Config) {
	for _, s := range table {
		if !s.live && differs(s, l.loaded, next) && differs(s, l.Current(), next) {
			l.log.Warn("setting takes effect after a restart", changes(s, l.Current(), next)...)
		}
	}
}

// swap puts the live settings into effect.
func (l *Live) swap(next *Config) {
	before, now := l.Current(), l.Current().clone()
	changed := false
	for _, s := range table {
		if !s.live {
			continue
		}
		if differs(s, before, next) {
			changed = true
			l.log.Info("setting changed", changes(s, before, next)...)
		}
		s.kind.copy(now, next)
		now.origins[s.name] = next.origins[s.name]
	}
	l.current.Store(now)
	if changed {
		l.changed(before, now)
	}
}

// differs compares a setting. One that nobody gave follows from others, which
// are compared themselves.
func differs(s setting, a, b *Config) bool {
	derived := a.Origin(s.name).Source == Default && b.Origin(s.name).Source == Default
	return !derived && s.kind.get(a) != s.kind.get(b)
}

func changes(s setting, from, to *Config) []any {
	return []any{"setting", s.name, "from", s.shown(s.kind.get(from)), "to", s.shown(s.kind.get(to)), "origin", to.Origin(s.name).String()}
}
