package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/souvenir-memory/souvenir"
)

type remember struct {
	Text         []string      `arg:"" optional:"" help:"What was said. Without it, or with -, standard input is read."`
	Conversation string        `short:"c" placeholder:"ID" default:"cli" help:"Conversation that it was said in (default: ${default})."`
	Agent        string        `placeholder:"NAME" help:"Assistant or character on the other side."`
	Role         string        `enum:"user,assistant,system,tool,page" placeholder:"ROLE" default:"user" help:"Who said it: user, assistant, system, tool or page (default: ${default})."`
	Name         string        `placeholder:"NAME" help:"Name of the speaker in a group chat."`
	Source       string        `placeholder:"WORD" default:"cli" help:"Where it was said (default: ${default})."`
	Style        []string      `placeholder:"STYLE" help:"How to extract (default: as configured)."`
	Lines        bool          `help:"Every line is a message of its own."`
	Wait         time.Duration `placeholder:"TIME" default:"10s" help:"How long to wait for what comes of it, up to 1m; 0s does not wait (default: ${default})."`
	DryRun       bool          `help:"Show what would be remembered; store nothing."`

	outright
}

// Run remembers what was said, or what is stated outright.
func (r *remember) Run(ctx context.Context, g *globals) error {
	if err := r.outright.check(); err != nil {
		return err
	}
	texts, err := r.texts(g.program.in)
	if err != nil {
		return err
	}
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	switch {
	case r.Outright:
		return r.state(ctx, g, c, texts)
	case r.DryRun:
		return r.propose(ctx, g, c, texts)
	}
	return r.post(ctx, g, c, texts)
}

// post hands the messages over and tells what came of them.
func (r *remember) post(ctx context.Context, g *globals, c *connection, texts []string) error {
	if r.Wait > 0 {
		c.work(ctx)
	}
	all := souvenir.Accepted{Conversation: r.Conversation, Messages: []souvenir.MessageOutcome{}}
	p := newProgress(g)
	for some := range inBatches(texts, 100) {
		a, err := c.Remember(ctx, r.Conversation, r.talk(c.user, some), r.Wait)
		if err != nil {
			p.end()
			return after(len(all.Messages), err)
		}
		all.Messages = append(all.Messages, a.Messages...)
		if len(texts) > len(some) {
			p.show("messages", int64(len(all.Messages)), int64(len(texts)))
		}
	}
	p.end()
	c.catchUp(ctx)
	known, err := c.known(ctx, all)
	if err != nil {
		return err
	}
	why, err := c.whyQueued(ctx, all)
	if err != nil {
		return err
	}
	if err := g.show(all, func(w io.Writer) { tell(w, all, texts, known, why) }); err != nil {
		return err
	}
	return lost(all)
}

// propose shows what would come of the messages.
func (r *remember) propose(ctx context.Context, g *globals, c *connection, texts []string) error {
	p, err := c.Extract(ctx, r.talk(c.user, texts))
	if err != nil {
		return err
	}
	return g.show(p, func(w io.Writer) { tellProposal(w, p) })
}

func (r *remember) talk(user string, texts []string) souvenir.Talk {
	t := souvenir.Talk{User: user, Agent: r.Agent, Source: r.Source, Styles: r.Style}
	for _, text := range texts {
		t.Messages = append(t.Messages, souvenir.Said{Role: souvenir.Role(r.Role), Name: r.Name, Content: text})
	}
	return t
}

// after says how far we came: those messages are accepted and stay so.
func after(done int, err error) error {
	if done == 0 {
		return err
	}
	return fmt.Errorf("%s accepted, then: %w", plural(int64(done), "message was", "messages were"), err)
}

// lost reports messages of which nothing can come any more by itself.
func lost(a souvenir.Accepted) error {
	n := int64(0)
	for _, m := range a.Messages {
		if s := m.Outcome.State; s == souvenir.Failed || s == souvenir.Dropped {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%s not read", plural(n, "message was", "messages were"))
}

// known fetches the memories that came of messages.
func (c *connection) known(ctx context.Context, a souvenir.Accepted) (map[string]souvenir.Memory, error) {
	known := map[string]souvenir.Memory{}
	for _, m := range a.Messages {
		for _, id := range m.Outcome.Memories {
			memory, err := c.Memory(ctx, id)
			if err != nil && souvenir.CodeOf(err) != souvenir.NotFound {
				return nil, err
			}
			known[id] = memory
		}
	}
	return known, nil
}
