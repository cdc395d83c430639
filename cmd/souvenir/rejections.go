package main

import (
	"context"
	"fmt"
	"io"
)

type rejectionsCmd struct {
	List    rejectionsList    `cmd:"" default:"withargs" help:"List what was refused, newest first."`
	Restore rejectionsRestore `cmd:"" help:"Remember what was refused after all."`
}

type rejectionsList struct {
	Rule string `placeholder:"RULE" help:"Only what this rule refused."`
}

// Run lists refusals.
func (r *rejectionsList) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	all, err := c.Rejections(ctx, c.user, r.Rule, "")
	if err != nil {
		return err
	}
	return g.show(all, func(w io.Writer) {
		if len(all.Items) == 0 {
			fmt.Fprintln(w, "Nothing was refused.")
		}
		columns(w, func(w io.Writer) {
			for _, r := range all.Items {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", short(r.ID), minute(r.CreatedAt), excerpt(sentence(r.Candidate.Memory), 100), oneLine(r.Rule+": "+r.Reason))
			}
		})
	})
}

type rejectionsRestore struct {
	ID string `arg:"" help:"Its id, or the end of it."`
}

// Run restores one.
func (r *rejectionsRestore) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	id, err := c.rejection(ctx, r.ID)
	if err != nil {
		return err
	}
	d, err := c.RestoreRejection(ctx, id)
	if err != nil {
		return err
	}
	c.catchUp(ctx)
	return g.show(d, func(w io.Writer) { fmt.Fprintln(w, became(d)) })
}

// rejection finds a refusal by its id or the end of it, as far back as lists go.
func (c *connection) rejection(ctx context.Context, given string) (string, error) {
	var ids []string
	for cursor := ""; ; {
		page, err := c.Rejections(ctx, c.user, "", cursor)
		if err != nil {
			return "", err
		}
		for _, r := range page.Items {
			ids = append(ids, r.ID)
		}
		if cursor = page.Next; cursor == "" {
			return pick("rejection", given, ids)
		}
	}
}
