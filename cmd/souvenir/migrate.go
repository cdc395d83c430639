package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/store"
)

type migrate struct {
	To    string `required:"" complete:"files" placeholder:"PATH|URL" help:"Empty database to copy into: the path of an SQLite file, or a postgres:// URL."`
	Force bool   `help:"Copy while a server is running; what it is told meanwhile stays behind."`
}

// Run copies everything from the configured database into another one.
func (m *migrate) Run(ctx context.Context, g *globals) error {
	cfg, err := g.configuration()
	if err != nil {
		return err
	}
	to, err := g.place(m.To)
	if err != nil {
		return err
	}
	if err := m.mayCopy(ctx, cfg, to); err != nil {
		return err
	}
	report, err := copyAll(ctx, g, cfg.DB, to)
	if err != nil {
		return err
	}
	return g.show(report, func(w io.Writer) { tellReport(w, report, cfg.DB, to) })
}

// place reads a database as the setting would, so that it means the same here
// and in 'config set db'.
func (g *globals) place(db string) (string, error) {
	o := g.settings()
	o.Flags["db"] = db
	cfg, err := config.Load(o)
	if err != nil {
		return "", err
	}
	return cfg.DB, nil
}

// mayCopy refuses what would lose or mix something.
func (m *migrate) mayCopy(ctx context.Context, cfg *config.Config, to string) error {
	switch {
	case to == cfg.DB:
		return souvenir.Errorf(souvenir.Conflict, "%s is the database in use; name another one.", store.Redact(to))
	case missing(cfg.DB):
		return souvenir.Errorf(souvenir.NotFound, "There is no database at %s; there is nothing to copy.", cfg.DB)
	case !m.Force && reach(ctx, cfg) != nil:
		return souvenir.Errorf(souvenir.Conflict, "A server is running at %s. Stop it first (Ctrl-C where it runs), so that nothing it is told is left behind. "+
			"If it serves another database, or that does not matter, use --force.", cfg.Server.URL)
	}
	return nil
}

func copyAll(ctx context.Context, g *globals, from, to string) (report store.Report, err error) {
	source, err := openStore(ctx, from)
	if err != nil {
		return report, err
	}
	defer source.Close()
	destination, err := openStore(ctx, to)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, destination.Close()) }()
	p := newProgress(g)
	defer p.end()
	return store.Copy(ctx, source, destination, p.show)
}

// tellReport lists what was copied and says how to go on with it.
func tellReport(w io.Writer, r store.Report, from, to string) {
	var rows int64
	columns(w, func(w io.Writer) {
		for _, t := range r.Tables {
			rows += t.Rows
			fmt.Fprintf(w, "  %s\t%d\t%s\n", t.Table, t.Rows, map[bool]string{true: "verified", false: "DIFFERS"}[t.OK])
		}
	})
	fmt.Fprintf(w, "Copied %s from %s to %s.\n", plural(rows, "row", "rows"), store.Redact(from), store.Redact(to))
	fmt.Fprintf(w, "The old database is as it was. To use the new one from now on:\n  souvenir config set db '%s'\n", store.Redact(to))
	if store.Redact(to) != to {
		fmt.Fprintln(w, "with the password in place of ***.")
	}
}
