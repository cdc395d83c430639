package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

type rolecardCmd struct {
	Show    rolecardShow    `cmd:"" default:"1" help:"Print who the user is, as JSON."`
	Set     rolecardSet     `cmd:"" help:"Say who the user is, from a JSON file."`
	Forget  rolecardForget  `cmd:"" help:"Take the role card away."`
	Process rolecardProcess `cmd:"" help:"Read again now what waited for a role card."`
	Topics  rolecardTopics  `cmd:"" help:"List what the user may want to come back to."`
}

type rolecardShow struct{}

// Run prints the card. It is JSON either way, ready to be edited.
func (rolecardShow) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	card, err := c.RoleCard(ctx, c.user)
	if err != nil {
		return err
	}
	g.JSON = true
	return g.show(card, nil)
}

type rolecardSet struct {
	File string `arg:"" complete:"files" help:"JSON file with a coreLayer; - reads standard input."`
}

// Run stores the card.
func (r *rolecardSet) Run(ctx context.Context, g *globals) error {
	text, err := r.text(g.program.in)
	if err != nil {
		return err
	}
	var card souvenir.RoleCard
	if err := json.Unmarshal([]byte(text), &card); err != nil {
		return souvenir.Errorf(souvenir.Invalid, "%s is not the JSON of a role card: %v", r.File, err)
	}
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	card, err = c.PutRoleCard(ctx, c.user, card)
	if err != nil {
		return err
	}
	return g.show(card, func(w io.Writer) {
		if !card.Tells() {
			fmt.Fprintf(w, "Stored, but it has no coreLayer and therefore counts as none.\n")
			return
		}
		fmt.Fprintf(w, "Stored. What waited for it is read again in the background; 'souvenir rolecard process' does it now.\n")
	})
}

func (r *rolecardSet) text(in io.Reader) (string, error) {
	if r.File == "-" {
		return readText(in)
	}
	f, err := os.Open(r.File)
	if err != nil {
		return "", souvenir.Errorf(souvenir.Invalid, "%s cannot be read: %v", r.File, errors.Unwrap(err))
	}
	defer f.Close()
	return readText(f)
}

type rolecardForget struct{}

// Run takes the card away.
func (rolecardForget) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	if err := c.DeleteRoleCard(ctx, c.user); err != nil {
		return err
	}
	return g.show(map[string]bool{"forgotten": true}, func(w io.Writer) { fmt.Fprintln(w, "The role card is gone; the memories stay.") })
}

type rolecardProcess struct{}

// Run reads pending episodes again.
func (rolecardProcess) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	report, err := c.ProcessPending(ctx, c.user)
	if err != nil {
		return err
	}
	return g.show(report, func(w io.Writer) {
		fmt.Fprintf(w, "%d waited: %d read, %d failed, %d skipped.\n", report.Total, report.Processed, report.Failed, report.Skipped)
		for _, d := range report.Details {
			if d.Error != "" {
				fmt.Fprintf(w, "  %s %s: %s\n", short(d.MemoryID), d.Status, oneLine(d.Error))
			}
		}
	})
}

type rolecardTopics struct {
	Addressed string `placeholder:"ID" help:"Say that this topic was addressed."`
}

// Run lists pending topics, or marks one.
func (r *rolecardTopics) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	all, err := c.PendingTopics(ctx, c.user, souvenir.TopicPending, "")
	if err != nil {
		return err
	}
	if r.Addressed == "" {
		return g.show(all, func(w io.Writer) { tellTopics(w, all.Items) })
	}
	ids := make([]string, len(all.Items))
	for i, t := range all.Items {
		ids[i] = t.ID
	}
	id, err := pick("topic", r.Addressed, ids)
	if err != nil {
		return err
	}
	t, err := c.MarkTopic(ctx, c.user, id, souvenir.TopicAddressed)
	if err != nil {
		return err
	}
	return g.show(t, func(w io.Writer) { fmt.Fprintf(w, "Addressed: %s\n", oneLine(t.Topic)) })
}

func tellTopics(w io.Writer, all []souvenir.PendingTopic) {
	if len(all) == 0 {
		fmt.Fprintln(w, "Nothing is pending.")
	}
	columns(w, func(w io.Writer) {
		for _, t := range all {
			more := strings.TrimSpace(t.Context + " " + t.SuggestedFollowUp)
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", short(t.ID), t.Urgency, oneLine(t.Topic), excerpt(more, 120))
		}
	})
}
