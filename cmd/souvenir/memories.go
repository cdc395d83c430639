package main

import (
	"context"
	"fmt"
	"io"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/client"
)

type memories struct {
	List    memoriesList    `cmd:"" default:"withargs" help:"List memories, newest first."`
	Show    memoriesShow    `cmd:"" help:"Show everything about one memory."`
	Edit    memoriesEdit    `cmd:"" help:"Correct a memory by hand."`
	Forget  memoriesForget  `cmd:"" help:"Forget a memory; its history stays."`
	History memoriesHistory `cmd:"" help:"Show every change of a memory."`
	Undo    memoriesUndo    `cmd:"" help:"Take a change back."`
}

type memoriesList struct {
	Type     string `placeholder:"WORD" help:"Only of this type."`
	Category string `placeholder:"WORD" help:"Only of this category."`
	Tag      string `placeholder:"WORD" help:"Only with this tag."`
	About    string `placeholder:"NAME" help:"Only about this participant of a group chat."`
	Agent    string `placeholder:"NAME" help:"Only those of this agent."`
	Status   string `enum:"active,pending,rejected,superseded,expired,deleted" placeholder:"WORD" default:"active" help:"Only in this state: active, pending, rejected, superseded, expired or deleted (default: ${default})."`
	Words    string `placeholder:"TEXT" help:"Only active ones with these words, best first."`
	Limit    int    `placeholder:"N" default:"50" help:"How many at most, up to 500 (default: ${default})."`
	All      bool   `help:"All of them, however many."`
}

// Run lists memories.
func (l *memoriesList) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	found, err := l.find(ctx, c)
	if err != nil {
		return err
	}
	return g.show(found, func(w io.Writer) { l.tell(w, found) })
}

func (l *memoriesList) find(ctx context.Context, c *connection) (souvenir.List[souvenir.Memory], error) {
	f := client.Filter{
		User: c.user, Agent: l.Agent, Type: l.Type, Category: l.Category, Tag: l.Tag, About: l.About,
		Status: souvenir.Status(l.Status), Words: l.Words, Limit: l.Limit,
	}
	if !l.All {
		return c.Memories(ctx, f)
	}
	f.Limit = 500
	return everyPage(func(cursor string) (souvenir.List[souvenir.Memory], error) {
		f.Cursor = cursor
		return c.Memories(ctx, f)
	})
}

// everyPage puts all pages of a list together.
func everyPage[T any](page func(cursor string) (souvenir.List[T], error)) (souvenir.List[T], error) {
	all := souvenir.List[T]{Items: []T{}}
	for cursor := ""; ; {
		p, err := page(cursor)
		if err != nil {
			return all, err
		}
		all.Items = append(all.Items, p.Items...)
		if cursor = p.Next; cursor == "" {
			return all, nil
		}
	}
}

func (l *memoriesList) tell(w io.Writer, found souvenir.List[souvenir.Memory]) {
	if len(found.Items) == 0 {
		fmt.Fprintln(w, "No memories.")
		return
	}
	columns(w, func(w io.Writer) {
		fmt.Fprintln(w, "ID\tSINCE\tTYPE\tMEMORY")
		for _, m := range found.Items {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", short(m.ID), day(m.CreatedAt), oneLine(m.Type), excerpt(sentence(m), 200))
		}
	})
	if found.Next != "" {
		fmt.Fprintln(w, "There are more; --all shows them.")
	}
}
