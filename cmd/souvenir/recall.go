package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

type recallCmd struct {
	Query        []string `arg:"" help:"What it is about: a question, or some words."`
	Limit        int      `placeholder:"N" default:"20" help:"Memories at most (default: ${default})."`
	Turns        int      `placeholder:"N" default:"10" help:"Raw turns at most (default: ${default})."`
	Budget       int      `placeholder:"N" default:"1000" help:"Tokens of the block at most (default: ${default})."`
	Agent        string   `placeholder:"NAME" help:"Assistant or character who asks."`
	Conversation string   `short:"c" placeholder:"ID" help:"Find also what holds in this conversation only."`
	At           string   `placeholder:"TIME" help:"Answer as of this time, such as 2026-03-31 or 2026-03-31T12:00:00Z: what was known then."`
	Type         []string `placeholder:"TYPE" help:"Only memories of these types."`
	About        string   `placeholder:"NAME" help:"Only what is about this participant of a group chat, and what they said."`
	Summarize    bool     `help:"Say in a few sentences what the memories say. It asks the model."`
	Explain      bool     `help:"Show what each score is made of."`
	Block        bool     `help:"Print only the block that goes into a prompt."`
}

// Run finds what is known.
func (r *recallCmd) Run(ctx context.Context, g *globals) error {
	at, err := moment(r.At)
	if err != nil {
		return err
	}
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	c.catchUp(ctx)
	found, err := c.Recall(ctx, souvenir.Query{
		User: c.user, Agent: r.Agent, Conversation: r.Conversation, Query: strings.Join(r.Query, " "),
		Limit: r.Limit, Turns: &r.Turns, Budget: r.Budget, At: at, Explain: r.Explain,
		Types: r.Type, About: r.About, Summarize: r.Summarize,
	})
	if err != nil {
		return err
	}
	return g.show(found, func(w io.Writer) {
		if r.Block {
			tellBlock(w, found.Block)
			return
		}
		tellSummary(w, found.Summary)
		tellRecall(w, found)
	})
}

// moment reads a time, or a day, which ends at its last second here.
func moment(text string) (*time.Time, error) {
	if text == "" {
		return nil, nil
	}
	t, err := souvenir.ParseTime(text, time.Local)
	if err != nil {
		return nil, err
	}
	return &t, nil
}

func tellBlock(w io.Writer, block string) {
	if block != "" {
		fmt.Fprintln(w, block)
	}
}

// tellRecall shows facts, memories and turns, best first.
func tellRecall(w io.Writer, r souvenir.Recall) {
	if len(r.Facts)+len(r.Memories)+len(r.Turns)+len(r.FollowUps) == 0 {
		fmt.Fprintln(w, "Nothing is known about that.")
		return
	}
	section(w, "Facts", r.Facts, func(w io.Writer, f souvenir.Fact) {
		fmt.Fprintf(w, "  %s\t%s\n", oneLine(f.Key), oneLine(f.Value))
	})
	section(w, "Memories", r.Memories, func(w io.Writer, m souvenir.RecalledMemory) {
		fmt.Fprintf(w, "  %.3g\t%s\t%s%s\n", m.Score, short(m.ID), sentence(m.Memory), explained(m.Explain))
	})
	section(w, "Said before", r.Turns, func(w io.Writer, t souvenir.RecalledTurn) {
		fmt.Fprintf(w, "  %s\t%s\t%s%s\n", minute(t.At), oneLine(speaker(t)), excerpt(t.Content, 200), explained(t.Explain))
	})
	section(w, "To come back to", r.FollowUps, func(w io.Writer, t souvenir.PendingTopic) {
		fmt.Fprintf(w, "  %s\n", excerpt(oneLine(strings.TrimSpace(t.Topic+": "+cmp.Or(t.SuggestedFollowUp, t.Context))), 200))
	})
}

// tellSummary shows what the memories say in short, if that was asked for.
func tellSummary(w io.Writer, s *souvenir.Summary) {
	if s == nil {
		return
	}
	fmt.Fprintln(w, "Summary")
	if s.Text != "" {
		fmt.Fprintf(w, "  %s\n", oneLine(s.Text))
	}
	for _, p := range s.Points {
		fmt.Fprintf(w, "  - %s\n", oneLine(p))
	}
	if s.Reason != "" {
		fmt.Fprintf(w, "  (%s)\n", s.Reason)
	}
}

func section[T any](w io.Writer, title string, items []T, line func(io.Writer, T)) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintln(w, title)
	columns(w, func(w io.Writer) {
		for _, item := range items {
			line(w, item)
		}
	})
}

func speaker(t souvenir.RecalledTurn) string {
	return souvenir.Message{Role: t.Role, Name: t.Name}.Speaker()
}

// explained writes the parts of a score by name.
func explained(parts map[string]float64) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		fmt.Fprintf(&b, "  %s %.3g", name, parts[name])
	}
	return b.String()
}
