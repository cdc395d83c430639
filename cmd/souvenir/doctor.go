package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/souvenir-memory/souvenir/internal/config"
)

type doctor struct{}

// Run checks everything that it can reach, changes nothing that is remembered,
// and fails when something is broken.
func (doctor) Run(ctx context.Context, g *globals) error {
	e := &examination{g: g, Checks: []check{}}
	e.run(ctx)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := g.show(e, func(w io.Writer) { e.tell(w) }); err != nil {
		return err
	}
	if n := e.count(broken); n > 0 {
		return fmt.Errorf("%s broken", plural(n, "thing is", "things are"))
	}
	return nil
}

// finding is how a check ended.
type finding string

const (
	works  finding = "ok"
	broken finding = "broken"
	absent finding = "none" // nothing is wrong: it is not there, or worth a word only
)

// check is one line of the examination.
type check struct {
	Name    string  `json:"name"`
	Finding finding `json:"finding"`
	Detail  string  `json:"detail"`
	Advice  string  `json:"advice,omitempty"`
}

// examination collects what the doctor finds.
type examination struct {
	Checks []check `json:"checks"`

	g   *globals
	cfg *config.Config
}

func (e *examination) run(ctx context.Context) {
	if !e.configuration() {
		return
	}
	e.clock()
	served := e.server(ctx)
	here := e.database(ctx, served)
	if served || here {
		e.memory(ctx)
	}
	e.model(ctx)
	e.embedder(ctx)
}

func (e *examination) add(name string, f finding, detail, advice string) {
	e.Checks = append(e.Checks, check{name, f, detail, advice})
}

func (e *examination) ok(name, format string, args ...any) {
	e.add(name, works, fmt.Sprintf(format, args...), "")
}

func (e *examination) none(name, detail, advice string) { e.add(name, absent, detail, advice) }

func (e *examination) bad(name, detail, advice string) { e.add(name, broken, detail, advice) }

func (e *examination) count(f finding) (n int64) {
	for _, c := range e.Checks {
		if c.Finding == f {
			n++
		}
	}
	return n
}

func (e *examination) tell(w io.Writer) {
	mark := map[finding]string{works: e.g.colour(green, "✓"), broken: e.g.colour(red, "✗"), absent: e.g.colour(dim, "-")}
	for _, c := range e.Checks {
		fmt.Fprintf(w, "%s %-14s %s\n", mark[c.Finding], c.Name, indented(c.Detail))
		if c.Advice != "" {
			fmt.Fprintf(w, "  %-14s %s\n", "", indented("→ "+c.Advice))
		}
	}
	if e.count(broken) == 0 {
		fmt.Fprintln(w, "Everything that is there works.")
	}
}

// indented keeps further lines of a text under its first one.
func indented(text string) string {
	return strings.ReplaceAll(visible(text), "\n", "\n"+strings.Repeat(" ", 17))
}
