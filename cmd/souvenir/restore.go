package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/souvenir-memory/souvenir"
)

type restoreCmd struct {
	At     string `required:"" placeholder:"TIME" help:"The time to go back to, such as 2026-11-15T09:30:00Z, 2026-11-15 (the end of that day), or 2h for two hours ago."`
	DryRun bool   `help:"Only show what would change."`
}

// Run brings the user's memories back to what they were.
func (r *restoreCmd) Run(ctx context.Context, g *globals) error {
	at, err := r.when(time.Now())
	if err != nil {
		return err
	}
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	done, err := c.Restore(ctx, c.user, at, r.DryRun)
	if err != nil {
		return err
	}
	if !r.DryRun {
		c.catchUp(ctx)
	}
	return g.show(done, func(w io.Writer) { tellRestoration(w, done) })
}

// when reads a time as recall does, and how long ago it was.
func (r *restoreCmd) when(now time.Time) (time.Time, error) {
	if ago, err := time.ParseDuration(r.At); err == nil {
		return now.Add(-ago.Abs()), nil
	}
	at, err := moment(r.At)
	if err == nil && at == nil {
		err = souvenir.Errorf(souvenir.Invalid, "The time to go back to is empty.")
	}
	if err != nil {
		return now, err
	}
	return *at, nil
}

var effects = map[souvenir.Effect]string{souvenir.WasEnded: "-", souvenir.WasRevived: "+", souvenir.WasChanged: "~"}

// tellRestoration writes a diff: - is not remembered any more, + is again, ~ is
// what it was.
func tellRestoration(w io.Writer, r souvenir.Restoration) {
	columns(w, func(w io.Writer) {
		for _, item := range r.Items {
			text := sentence(item.After)
			if item.Before.Content != item.After.Content {
				text = sentence(item.Before) + " → " + text
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", effects[item.What], short(item.Memory), way(item), excerpt(text, 200))
		}
	})
	n := plural(int64(len(r.Items)), "memory", "memories")
	switch {
	case len(r.Items) == 0:
		fmt.Fprintf(w, "Everything is as it was at %s.\n", r.At.Local().Format("2006-01-02 15:04:05"))
	case r.DryRun:
		fmt.Fprintf(w, "%s would change. This was a dry run; nothing was stored.\n", n)
	default:
		fmt.Fprintf(w, "%s restored to %s.\n", n, r.At.Local().Format("2006-01-02 15:04:05"))
	}
}

// way is how the status of a memory changes, if it does.
func way(r souvenir.Restored) string {
	if r.Before.Status == r.After.Status {
		return string(r.After.Status)
	}
	return fmt.Sprintf("%s → %s", r.Before.Status, r.After.Status)
}
