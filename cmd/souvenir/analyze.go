package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

type analyzeCmd struct {
	Conversation string        `arg:"" help:"Conversation to look at as a whole."`
	Force        bool          `help:"Also when there is little to analyse."`
	History      bool          `help:"Show the analyses made before, and make none."`
	Wait         time.Duration `placeholder:"TIME" default:"1m" help:"How long to wait for it, up to 1m (default: ${default})."`
}

// Run analyses a conversation, or lists what was found before.
func (a *analyzeCmd) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	if a.History {
		all, err := c.Analyses(ctx, c.user, a.Conversation, true, "")
		if err != nil {
			return err
		}
		return g.show(all, func(w io.Writer) { tellAnalyses(w, all.Items) })
	}
	c.work(ctx)
	found, err := c.Analyze(ctx, c.user, a.Conversation, a.Force, a.Wait)
	if err != nil {
		return err
	}
	c.catchUp(ctx)
	return g.show(found, func(w io.Writer) { tellAnalysis(w, found) })
}

func tellAnalysis(w io.Writer, a souvenir.Analysis) {
	switch a.Status {
	case "warning":
		fmt.Fprintf(w, "%s Use --force to do it all the same.\n", oneLine(a.Reason))
		return
	case "queued":
		fmt.Fprintln(w, "Not done yet; 'souvenir analyze --history' shows it when it is.")
		return
	}
	tellFindings(w, a.Findings)
	fmt.Fprintf(w, "%s: %s\n", plural(int64(a.Extracted), "memory", "memories"), counted(a.MemoryCounts))
	for _, m := range a.Memories {
		fmt.Fprintf(w, "  [%s] %s\n", short(m.ID), sentence(m))
	}
}

func tellAnalyses(w io.Writer, all []souvenir.AnalysisRecord) {
	if len(all) == 0 {
		fmt.Fprintln(w, "It was never analysed.")
	}
	for _, a := range all {
		how := "by itself"
		if a.Manual {
			how = "by hand"
		}
		fmt.Fprintf(w, "%s, %s, %s\n", minute(a.AnalyzedAt), how, plural(a.Total, "memory", "memories"))
		tellFindings(w, a.Findings)
	}
}

func tellFindings(w io.Writer, f souvenir.Findings) {
	fmt.Fprintln(w, oneLine(f.Summary))
	columns(w, func(w io.Writer) {
		for _, part := range []struct {
			name  string
			words []string
		}{{"themes", f.Themes}, {"tone", []string{f.Tone}}, {"emotional arc", f.EmotionalArc}, {"topics", f.KeyTopics}, {"participants", f.Participants}} {
			if text := strings.Trim(strings.Join(part.words, "; "), "; "); text != "" {
				fmt.Fprintf(w, "  %s\t%s\n", part.name, oneLine(text))
			}
		}
	})
}
