package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

type extractCmd struct {
	Text         []string `arg:"" optional:"" help:"What was said. Without it, or with -, standard input is read: one message a line, '[name] role: text' where it is not the user's."`
	Conversation string   `short:"c" placeholder:"ID" help:"Look at a conversation that is there, instead of a text."`
	Agent        string   `placeholder:"NAME" help:"Assistant or character on the other side."`
	Source       string   `placeholder:"WORD" default:"web" help:"Where it was said (default: ${default})."`
	URL          string   `placeholder:"URL" help:"Page it is about."`
	Participants []string `placeholder:"NAME" help:"Who takes part in a group chat."`
	Style        []string `placeholder:"STYLE" help:"How to extract (default: as configured)."`
	DryRun       bool     `help:"What this command always is: nothing is stored."`
	ShowPrompt   bool     `help:"Show what a model would be asked, and ask nobody."`
}

// Run shows what would be remembered, or what a model would be asked.
func (e *extractCmd) Run(ctx context.Context, g *globals) error {
	var texts []string
	if e.Conversation == "" {
		r := remember{Text: e.Text, Lines: len(e.Text) == 0 || e.Text[0] == "-"}
		var err error
		if texts, err = r.texts(g.program.in); err != nil {
			return err
		}
	}
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	talk, err := e.talk(ctx, c, texts)
	if err != nil {
		return err
	}
	if e.ShowPrompt {
		p, err := c.Prompts(ctx, talk)
		if err != nil {
			return err
		}
		return g.show(p, func(w io.Writer) { tellPrompts(w, p.Prompts) })
	}
	p, err := c.Extract(ctx, talk)
	if err != nil {
		return err
	}
	return g.show(p, func(w io.Writer) { tellProposal(w, p) })
}

// talk is what is looked at: the texts, or a conversation as it was said.
func (e *extractCmd) talk(ctx context.Context, c *connection, texts []string) (souvenir.Talk, error) {
	talk := souvenir.Talk{User: c.user, Agent: e.Agent, Source: e.Source, URL: e.URL, Participants: e.Participants, Styles: e.Style}
	for _, text := range texts {
		talk.Messages = append(talk.Messages, spoken(text))
	}
	if e.Conversation == "" {
		return talk, nil
	}
	conv, err := c.Conversation(ctx, c.user, e.Conversation)
	if err != nil {
		return talk, err
	}
	if conv.Private {
		return talk, souvenir.Errorf(souvenir.Conflict, "The conversation is private; it is never read.")
	}
	talk.Agent, talk.Source, talk.URL, talk.Participants = cmp.Or(e.Agent, conv.Agent), conv.Source, conv.URL, conv.Participants
	talk.Partner, talk.Relation = conv.Partner, conv.Relation
	for cursor := ""; ; {
		page, err := c.Messages(ctx, c.user, e.Conversation, cursor)
		if err != nil {
			return talk, err
		}
		for _, m := range page.Items {
			talk.Messages = append(talk.Messages, souvenir.Said{ID: m.ID, Role: m.Role, Name: m.Name, Content: m.Content, At: m.At})
		}
		if cursor = page.Next; cursor == "" {
			return talk, nil
		}
	}
}

// spoken reads a line of a transcript: "assistant: Hello" is the assistant's,
// "[alex] user: I like tea" is alex's, and anything else the user's own words.
func spoken(line string) souvenir.Said {
	said := souvenir.Said{Role: souvenir.User, Content: line}
	rest := line
	if name, after, found := strings.Cut(strings.TrimPrefix(line, "["), "] "); found && strings.HasPrefix(line, "[") {
		said.Name, rest = name, after
	}
	role, text, found := strings.Cut(rest, ": ")
	for _, known := range souvenir.Roles {
		if found && strings.EqualFold(role, string(known)) {
			said.Role, said.Content = known, text
			return said
		}
	}
	if said.Name != "" {
		said.Content = rest
	}
	return said
}

func tellPrompts(w io.Writer, all []souvenir.Prompt) {
	if len(all) == 0 {
		fmt.Fprintln(w, "No model would be asked: the styles need none, or the messages are not theirs to read.")
	}
	for _, p := range all {
		fmt.Fprintf(w, "==> %s, about %d tokens\n--- system\n%s\n--- user\n%s\n", p.Style, p.Tokens, visible(p.System), visible(p.User))
	}
}
