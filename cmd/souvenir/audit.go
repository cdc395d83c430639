package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/souvenir-memory/souvenir"
)

type auditCmd struct {
	MaxJunk           *float64 `placeholder:"SHARE" help:"Fail when more than this share of the memories is junk, such as 0.02."`
	MaxDuplicates     *float64 `placeholder:"SHARE" help:"Fail when more are duplicates."`
	MaxContradictions *float64 `placeholder:"SHARE" help:"Fail when more are contradicted."`
	MaxStale          *float64 `placeholder:"SHARE" help:"Fail when more are stale."`
	MaxUnfounded      *float64 `placeholder:"SHARE" help:"Fail when more are unfounded."`
	MaxLoops          *float64 `placeholder:"SHARE" help:"Fail when more come out of loops."`
	Limit             int      `default:"50" placeholder:"N" help:"Findings to list (default: ${default})."`
	Fix               bool     `help:"Say what would be done about them."`
	Apply             bool     `help:"With --fix: do it. It can all be undone."`
	Check             []string `placeholder:"NAME" help:"With --fix: only what these checks find."`
}

// Run reports on the memories there are, or mends them.
func (a *auditCmd) Run(ctx context.Context, g *globals) error {
	if a.Apply && !a.Fix {
		return souvenir.Errorf(souvenir.Invalid, "--apply goes with --fix; look at what --fix alone says first.")
	}
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	c.catchUp(ctx)
	if a.Fix {
		return a.fix(ctx, g, c)
	}
	found, err := c.Audit(ctx, g.User, a.Limit)
	if err != nil {
		return err
	}
	if err := g.show(found, func(w io.Writer) { tellAudit(w, found) }); err != nil {
		return err
	}
	if over := found.Over(a.limits()); len(over) > 0 {
		for _, o := range over {
			fmt.Fprintln(g.program.err, o)
		}
		return errors.New("the audit exceeds its limits")
	}
	return nil
}

func (a *auditCmd) limits() map[string]float64 {
	out := map[string]float64{}
	for check, limit := range map[string]*float64{
		souvenir.Junk: a.MaxJunk, souvenir.Duplicates: a.MaxDuplicates, souvenir.Contradictions: a.MaxContradictions,
		souvenir.Stale: a.MaxStale, souvenir.Unfounded: a.MaxUnfounded, souvenir.Loops: a.MaxLoops,
	} {
		if limit != nil {
			out[check] = *limit
		}
	}
	return out
}

func (a *auditCmd) fix(ctx context.Context, g *globals, c *connection) error {
	done, err := c.FixAudit(ctx, souvenir.AuditFix{User: g.User, Checks: a.Check, DryRun: !a.Apply})
	if err != nil {
		return err
	}
	return g.show(done, func(w io.Writer) { tellFixed(w, done) })
}

func tellAudit(w io.Writer, a souvenir.Audit) {
	columns(w, func(w io.Writer) {
		for _, c := range a.Checks {
			fmt.Fprintf(w, "%s\t%d\t%.1f%%\t%s\n", c.Check, c.Findings, 100*c.Share, rulesOf(c.Rules))
		}
	})
	fmt.Fprintf(w, "%s looked at.\n", plural(int64(a.Memories), "memory", "memories"))
	for _, warning := range a.Calibration.Warnings {
		fmt.Fprintln(w, "Warning:", warning)
	}
	total := 0
	for _, c := range a.Checks {
		total += c.Findings
	}
	for _, f := range a.Findings {
		tellFinding(w, f)
	}
	if total > len(a.Findings) {
		fmt.Fprintf(w, "%d more; --limit shows them.\n", total-len(a.Findings))
	}
	if total > 0 {
		fmt.Fprintln(w, "'souvenir audit --fix' says what can be done about it.")
	}
}

func rulesOf(rules map[string]int64) string {
	if len(rules) == 0 {
		return ""
	}
	return counted(rules)
}

func tellFinding(w io.Writer, f souvenir.Finding) {
	fmt.Fprintf(w, "\n%s, %s: %s  [%s]\n  %s\n", f.Check, oneLine(f.Rule), excerpt(f.Content, 100), short(f.Memory), oneLine(f.Why))
	if f.Other != "" {
		fmt.Fprintf(w, "  beside: %s  [%s]\n", excerpt(f.Than, 100), short(f.Other))
	}
	for _, e := range f.Evidence {
		if e.Quote != "" {
			fmt.Fprintf(w, "  said in %s: %s\n", oneLine(e.Message), excerpt(e.Quote, 100))
		}
	}
}

// fixes are what is done, in words.
var fixes = map[souvenir.Fix][2]string{
	souvenir.FixEnd:    {"end", "ended"},
	souvenir.FixExpire: {"expire", "expired"},
	souvenir.FixMerge:  {"merge", "merged"},
	souvenir.FixReview: {"put up for review", "waiting for review"},
}

func tellFixed(w io.Writer, f souvenir.AuditFixed) {
	if len(f.Items) == 0 && len(f.Failed) == 0 {
		fmt.Fprintln(w, "There is nothing to mend.")
		return
	}
	for _, x := range f.Items {
		word := fixes[x.Fix][1]
		if f.DryRun {
			word = fixes[x.Fix][0]
		}
		fmt.Fprintf(w, "%s: %s  [%s]\n  %s: %s\n", word, excerpt(x.Content, 100), short(x.Memory), x.Check, oneLine(x.Why))
		if x.Other != "" {
			fmt.Fprintf(w, "  beside: %s  [%s]\n", excerpt(x.Than, 100), short(x.Other))
		}
	}
	for _, x := range f.Failed {
		fmt.Fprintf(w, "not done: [%s] %s\n", short(x.ID), oneLine(x.Reason))
	}
	if f.DryRun {
		fmt.Fprintln(w, "Nothing was done. 'souvenir audit --fix --apply' does it.")
	}
}

type consolidateCmd struct {
	DryRun bool `help:"Say what would be merged, and merge nothing."`
	Again  bool `help:"Look also where nothing changed since the last time."`
}

// Run merges what became redundant.
func (c *consolidateCmd) Run(ctx context.Context, g *globals) error {
	conn, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.close()
	conn.catchUp(ctx)
	done, err := conn.Consolidate(ctx, souvenir.ConsolidateRequest{User: g.User, DryRun: c.DryRun, Again: c.Again})
	if err != nil {
		return err
	}
	return g.show(done, func(w io.Writer) { tellConsolidation(w, done) })
}

func tellConsolidation(w io.Writer, c souvenir.Consolidation) {
	for _, m := range c.Merges {
		fmt.Fprintf(w, "%s  [%s]\n", excerpt(m.Says, 100), short(m.Keeper))
		for _, o := range m.Others {
			fmt.Fprintf(w, "  takes the place of: %s  [%s]\n", excerpt(o.Says, 100), short(o.Memory))
		}
	}
	switch {
	case len(c.Merges) == 0 && c.Users == 0 && c.Skipped > 0:
		fmt.Fprintln(w, "Nothing changed since the last time.")
	case len(c.Merges) == 0:
		fmt.Fprintln(w, "Nothing is redundant.")
	case c.DryRun:
		fmt.Fprintf(w, "%s would be made. Without --dry-run they are.\n", plural(int64(len(c.Merges)), "merge", "merges"))
	default:
		fmt.Fprintf(w, "%s made; 'souvenir memories history' shows them.\n", plural(int64(len(c.Merges)), "merge", "merges"))
	}
}
