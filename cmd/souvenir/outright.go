package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/souvenir-memory/souvenir"
)

// outright are the flags of a memory that is stated instead of found.
type outright struct {
	Outright   bool     `aliases:"memory" help:"It is a memory as it stands, not a message to be read."`
	Key        string   `group:"With --outright:" placeholder:"NAME" help:"Makes it a fact; its newest value is the current one."`
	Type       string   `group:"With --outright:" placeholder:"WORD" help:"Type of the memory (default: fact)."`
	Category   string   `group:"With --outright:" placeholder:"WORD" help:"Category of the memory."`
	Tag        []string `group:"With --outright:" placeholder:"WORD" help:"Tags of the memory."`
	Importance *int     `group:"With --outright:" placeholder:"1-10" help:"How much it matters."`
}

// check refuses what would be ignored.
func (o outright) check() error {
	if !o.Outright && (o.Key != "" || o.Type != "" || o.Category != "" || len(o.Tag) > 0 || o.Importance != nil) {
		return souvenir.Errorf(souvenir.Invalid, "--key, --type, --category, --tag and --importance describe a memory; add --outright to state one.")
	}
	return nil
}

// state remembers every text as it stands.
func (r *remember) state(ctx context.Context, g *globals, c *connection, texts []string) error {
	if r.Key != "" && len(texts) > 1 {
		return souvenir.Errorf(souvenir.Invalid, "A key has one value, and there are %d lines.", len(texts))
	}
	decide := c.State
	if r.DryRun {
		decide = c.Consider
	}
	made := souvenir.List[souvenir.Decision]{Items: []souvenir.Decision{}}
	var failed error
	for i, text := range texts {
		d, err := decide(ctx, r.statement(c.user, text))
		if err != nil {
			failed = after(i, err)
			break
		}
		made.Items = append(made.Items, d)
	}
	if len(made.Items) == 0 {
		return failed
	}
	c.catchUp(ctx)
	return errors.Join(g.show(oneOrAll(made), func(w io.Writer) { tellDecisions(w, made.Items, r.DryRun) }), failed)
}

// oneOrAll is the API's answer to one statement, or a list of such.
func oneOrAll(made souvenir.List[souvenir.Decision]) any {
	if len(made.Items) == 1 {
		return made.Items[0]
	}
	return made
}

func (r *remember) statement(user, text string) souvenir.Statement {
	return souvenir.Statement{
		User: user, Agent: r.Agent, Content: text,
		Key: r.Key, Type: r.Type, Category: r.Category, Tags: r.Tag, Importance: r.Importance,
	}
}

func tellDecisions(w io.Writer, ds []souvenir.Decision, dry bool) {
	for _, d := range ds {
		if dry {
			fmt.Fprintln(w, wouldBe(souvenir.Step{Operation: d.Operation, Memory: d.Memory, Reason: d.Reason}))
		} else {
			fmt.Fprintln(w, became(d))
		}
	}
	if dry {
		fmt.Fprintln(w, "This was a dry run; nothing was stored.")
	}
}

// became says what became of a statement.
func became(d souvenir.Decision) string {
	what := fmt.Sprintf("%s  [%s]", sentence(d.Memory), short(d.Memory.ID))
	switch d.Operation {
	case souvenir.Noop:
		return "Nothing changed: " + oneLine(d.Reason)
	case souvenir.Reinforce:
		return "Known already: " + what
	case souvenir.Hold:
		return "Waits for a decision: " + what
	}
	return "Remembered: " + what + inPlaceOf(d.Related)
}

// inPlaceOf names what is no longer current.
func inPlaceOf(related []string) string {
	if len(related) == 0 {
		return ""
	}
	return fmt.Sprintf(" in place of [%s]", short(related[0]))
}
