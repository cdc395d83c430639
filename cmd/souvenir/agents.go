package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

type agentsCmd struct {
	List   agentsList   `cmd:"" default:"1" help:"List the agents that were described."`
	Set    agentsSet    `cmd:"" help:"Describe an agent: its name, its model, what it extracts."`
	Forget agentsForget `cmd:"" help:"Forget how an agent was described; its memories stay."`
}

type agentsList struct{}

// Run lists the agents.
func (agentsList) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	all, err := c.Agents(ctx, "")
	if err != nil {
		return err
	}
	return g.show(all, func(w io.Writer) {
		if len(all.Items) == 0 {
			fmt.Fprintln(w, "No agents were described. For example: souvenir agents set nova --name Nova --immersion full")
		}
		columns(w, func(w io.Writer) {
			for _, a := range all.Items {
				fmt.Fprintln(w, agentLine(a))
			}
		})
	})
}

func agentLine(a souvenir.Agent) string {
	parts := []string{oneLine(a.ID), oneLine(a.Name), oneLine(a.Model), a.Immersion, strings.Join(a.Styles, ", ")}
	for i, p := range parts {
		if p == "" {
			parts[i] = "-"
		}
	}
	return strings.Join(parts, "\t")
}

type agentsSet struct {
	ID          string          `arg:"" help:"Its id, as conversations name it."`
	Name        string          `placeholder:"NAME" help:"What it is called in a chat."`
	Model       string          `placeholder:"MODEL" help:"Model that extracts its memories."`
	Temperature *float64        `placeholder:"N" help:"Sampling temperature of that model."`
	Immersion   string          `enum:"minimal,balanced,full,unbounded," default:"" placeholder:"LEVEL" help:"How much is extracted: minimal, balanced, full or unbounded."`
	Extract     map[string]bool `placeholder:"TYPE=BOOL" help:"Types to extract or not, against the level, such as story=true."`
	Style       []string        `placeholder:"STYLE" help:"How to extract from its conversations."`
}

// Run describes an agent.
func (a *agentsSet) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	agent, err := c.PutAgent(ctx, a.ID, souvenir.AgentEdit{
		Name: a.Name, Model: a.Model, Immersion: a.Immersion, Overrides: a.Extract, Styles: a.Style, Temperature: a.Temperature,
	})
	if err != nil {
		return err
	}
	return g.show(agent, func(w io.Writer) { columns(w, func(w io.Writer) { fmt.Fprintln(w, agentLine(agent)) }) })
}

type agentsForget struct {
	ID string `arg:"" help:"Its id."`
}

// Run forgets a description.
func (a *agentsForget) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	if err := c.DeleteAgent(ctx, a.ID); err != nil {
		return err
	}
	return g.show(map[string]string{"forgotten": a.ID}, func(w io.Writer) { fmt.Fprintf(w, "Forgotten: how %s was described.\n", oneLine(a.ID)) })
}
