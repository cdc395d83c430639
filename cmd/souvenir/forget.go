package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

type forgetCmd struct {
	What   []string `arg:"" optional:"" help:"What to forget, as you would say it: \"I live in Berlin\"."`
	About  string   `placeholder:"TEXT" help:"Forget everything about this."`
	Sweep  bool     `help:"End what time has ended: what expired, and temporary memories that faded. A server does it every hour."`
	DryRun bool     `help:"Say what would be forgotten, and forget nothing."`
}

// Run forgets.
func (f *forgetCmd) Run(ctx context.Context, g *globals) error {
	asked := 0
	for _, given := range []bool{len(f.What) > 0, f.About != "", f.Sweep} {
		if given {
			asked++
		}
	}
	if asked != 1 {
		return souvenir.Errorf(souvenir.Invalid, "What should be forgotten? For example: souvenir forget \"I live in Berlin\", souvenir forget --about chess, souvenir forget --sweep")
	}
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	if f.Sweep {
		swept, err := c.Sweep(ctx, c.user, souvenir.Sweeping{DryRun: f.DryRun})
		if err != nil {
			return err
		}
		return g.show(swept, func(w io.Writer) { tellSwept(w, swept) })
	}
	out, err := c.ForgetAbout(ctx, c.user, souvenir.Forgetting{Query: strings.Join(f.What, " "), EverythingAbout: f.About, DryRun: f.DryRun})
	if err != nil {
		return err
	}
	return g.show(out, func(w io.Writer) { tellForgotten(w, out, "souvenir memories forget") })
}

// tellForgotten says what was forgotten, and how to forget what may be meant too.
func tellForgotten(w io.Writer, f souvenir.Forgotten, how string) {
	did := "Forgotten"
	if f.DryRun {
		did = "Would be forgotten"
	}
	for _, m := range f.Forgotten {
		fmt.Fprintf(w, "%s: %s  [%s]\n", did, sentence(m), short(m.ID))
	}
	if len(f.Forgotten) == 0 {
		fmt.Fprintln(w, "Nothing is known that says so.")
	}
	if len(f.Ambiguous) > 0 {
		fmt.Fprintf(w, "These may be meant too; '%s ID' forgets them one by one:\n", how)
	}
	for _, m := range f.Ambiguous {
		fmt.Fprintf(w, "  %s  %s\n", short(m.ID), excerpt(sentence(m), 120))
	}
}

func tellSwept(w io.Writer, s souvenir.Swept) {
	for _, e := range s.Memories {
		fmt.Fprintf(w, "%s  %s  (%s)\n", short(e.Memory.ID), excerpt(sentence(e.Memory), 120), strings.TrimSuffix(e.Reason, "."))
	}
	verb := "ended"
	if s.DryRun {
		verb = "would end"
	}
	fmt.Fprintf(w, "%d memories and %d pending topics %s.\n", len(s.Memories), s.Topics, verb)
}
