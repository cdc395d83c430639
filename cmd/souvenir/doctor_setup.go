package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// configuration reads the settings; without them nothing else can be checked.
func (e *examination) configuration() bool {
	cfg, err := config.Load(e.g.settings())
	if err != nil {
		e.bad("configuration", err.Error(), "'souvenir config set NAME VALUE' mends a setting in the file.")
		return false
	}
	e.cfg = cfg
	if _, err := os.Stat(cfg.File()); err == nil {
		e.ok("configuration", "%s", cfg.File())
	} else {
		e.none("configuration", fmt.Sprintf("no file at %s; defaults and environment apply", cfg.File()), "")
	}
	for _, w := range cfg.Warnings() {
		e.none("configuration", w, "")
	}
	return true
}

// clock checks what can be told without another one: that it has been set.
func (e *examination) clock() {
	now := time.Now()
	if now.Year() < 2025 {
		e.bad("clock", "it is "+minute(now)+" here", "Set the clock; memories are dated by it.")
		return
	}
	e.ok("clock", "%s", now.Format("2006-01-02 15:04 MST"))
}

// server looks for a running one.
func (e *examination) server(ctx context.Context) bool {
	url := e.cfg.Server.URL
	switch {
	case e.g.DB != "":
		e.none("server", "not asked, because --db names a database", "")
	case reach(ctx, e.cfg) != nil:
		e.ok("server", "running at %s", url)
		return true
	case e.cfg.Origin("server.url").Source != config.Default:
		e.bad("server", "none answers at "+url, "Start it there, or correct server.url ("+e.cfg.Origin("server.url").String()+").")
	default:
		e.none("server", "none at "+url+"; commands open the database themselves", "")
	}
	return false
}

// directory checks that SQLite can write where its file is, or will be.
func (e *examination) directory() {
	dir := existing(filepath.Dir(e.cfg.DB))
	f, err := os.CreateTemp(dir, ".souvenir-doctor-*")
	if err != nil {
		e.bad("data directory", err.Error(), "Make it writable, or keep the data elsewhere: souvenir config set db PATH")
		return
	}
	f.Close()
	os.Remove(f.Name())
	free, known := freeSpace(dir)
	switch {
	case !known:
		e.ok("data directory", "%s, writable", dir)
	case free < 100<<20:
		e.bad("data directory", fmt.Sprintf("%s has only %s left", dir, size(free)), "Make room, or keep the data elsewhere: souvenir config set db PATH")
	default:
		e.ok("data directory", "%s, writable, %s free", dir, size(free))
	}
}

// existing is the directory, or the nearest one above it that there is.
func existing(dir string) string {
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// database looks at the configured one, and says whether it is there to be used.
func (e *examination) database(ctx context.Context, served bool) bool {
	if served && e.cfg.Origin("server.url").Source != config.Default {
		e.none("database", "the server's own; it is asked instead", "")
		return false
	}
	if !store.IsPostgres(e.cfg.DB) {
		e.directory()
	}
	if missing(e.cfg.DB) {
		e.none("database", "none yet; it will be made at "+e.cfg.DB, "")
		return false
	}
	v, err := examine(ctx, e.cfg.DB)
	if err != nil {
		e.bad("database", fmt.Sprintf("%s: %v", store.Redact(e.cfg.DB), err), "It must be there, and be ours: db says where ("+e.cfg.Origin("db").String()+").")
		return false
	}
	e.vitals(v)
	return true
}

func size(n uint64) string {
	const unit = 1024
	if n < unit {
		return fmt.Sprintf("%d B", n)
	}
	value, i := float64(n)/unit, 0
	for ; value >= unit && i < 4; i++ {
		value /= unit
	}
	return fmt.Sprintf("%.1f %ciB", value, "KMGTP"[i])
}
