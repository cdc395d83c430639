package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

type statsCmd struct {
	Days int `placeholder:"N" default:"30" help:"How far back calls, tokens and windows are counted (default: ${default})."`
}

// Run prints what there is, what extraction did and cost, and whether it keeps
// its measure.
func (s *statsCmd) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	all, err := c.Stats(ctx, s.Days)
	if err != nil {
		return err
	}
	return g.show(all, func(w io.Writer) { tellStats(w, all) })
}

func tellStats(w io.Writer, s souvenir.Stats) {
	columns(w, func(w io.Writer) {
		fmt.Fprintf(w, "Memories\t%s\n", counted(s.Memories))
		fmt.Fprintf(w, "Messages\t%s\n", counted(s.Outcomes))
		fmt.Fprintf(w, "Jobs\t%s\n", counted(s.Jobs))
		fmt.Fprintf(w, "Refused\t%s\n", counted(s.Rejections))
	})
	for _, style := range s.Styles {
		name := style.Style
		if style.Model != "" {
			name += " with " + style.Model
		}
		fmt.Fprintf(w, "%s: %s\n", oneLine(name), counted(style.Counts))
	}
	c := s.Calibration
	fmt.Fprintf(w, "%.1f memories a conversation; nothing found in %.0f%% of windows", c.EntriesPerConversation, 100*c.EmptyShare)
	if len(c.Importance) > 0 {
		fmt.Fprintf(w, "; importance 8 or more: %.0f%%", 100*c.HighShare)
	}
	fmt.Fprintln(w, ".")
	for _, warning := range c.Warnings {
		fmt.Fprintln(w, "Warning:", warning)
	}
}

// counted writes numbers with what they count.
func counted(ns map[string]int64) string {
	parts := []string{}
	for _, name := range slices.Sorted(maps.Keys(ns)) {
		parts = append(parts, fmt.Sprintf("%d %s", ns[name], name))
	}
	if len(parts) == 0 {
		return "none"
	}
	return oneLine(strings.Join(parts, ", "))
}
