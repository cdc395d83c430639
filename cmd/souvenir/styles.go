package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

type stylesCmd struct {
	List stylesList `cmd:"" default:"1" help:"List the ways of extracting."`
	Show stylesShow `cmd:"" help:"Print a style's prompts, schemas and lists as they are in effect."`
}

type stylesList struct{}

// Run lists the styles.
func (stylesList) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	all, err := c.Styles(ctx)
	if err != nil {
		return err
	}
	return g.show(all, func(w io.Writer) {
		columns(w, func(w io.Writer) {
			for _, s := range all.Items {
				fmt.Fprintf(w, "%s\t%s\t%s\n", s.Name, asks(s), s.About)
			}
		})
	})
}

func asks(s souvenir.StyleInfo) string {
	if s.AsksModel {
		return "asks a model"
	}
	return "needs no model"
}

type stylesShow struct {
	Name string `arg:"" help:"Its name, such as scoped."`
	Text string `arg:"" optional:"" help:"Only this text of it, as it is, ready to be edited."`
}

// Run prints the style's texts. One of them alone is printed as it is, so that it
// can be written to a file and changed.
func (s *stylesShow) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	style, err := c.Style(ctx, s.Name)
	if err != nil {
		return err
	}
	if s.Text == "" {
		return g.show(style, func(w io.Writer) { tellStyle(w, style) })
	}
	for _, t := range style.Texts {
		if t.Name == s.Text {
			return g.show(t, func(w io.Writer) { fmt.Fprintln(w, strings.TrimRight(t.Content, "\n")) })
		}
	}
	return souvenir.Errorf(souvenir.NotFound, "The style %s has no text %q. 'souvenir styles show %s' lists them.", style.Name, s.Text, style.Name)
}

func tellStyle(w io.Writer, s souvenir.StyleInfo) {
	fmt.Fprintf(w, "%s (%s): %s\n", s.Name, asks(s), s.About)
	if len(s.Texts) == 0 {
		fmt.Fprintln(w, "It has no texts.")
	}
	for _, t := range s.Texts {
		whose := "built in"
		if t.Own {
			whose = "your own"
		}
		fmt.Fprintf(w, "\n==> %s (%s)\n%s\n", t.Name, whose, strings.TrimRight(t.Content, "\n"))
	}
}
