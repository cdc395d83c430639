package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

type llmtestCmd struct {
	Listen  string   `default:"127.0.0.1:7008" placeholder:"HOST:PORT" help:"Address to listen on (default: ${default})."`
	Script  string   `complete:"files" placeholder:"FILE" help:"Replies to chats, in order, as a JSON list."`
	Without []string `placeholder:"WHAT" help:"Refuse what some endpoints refuse, such as tools, json_schema, temperature."`
}

// Run stands in for a model until it is told to stop.
func (c *llmtestCmd) Run(ctx context.Context, g *globals) error {
	script, err := c.script()
	if err != nil {
		return err
	}
	without, err := c.without()
	if err != nil {
		return err
	}
	s, err := llmtest.Start(c.Listen, script...)
	if err != nil {
		return souvenir.Errorf(souvenir.Unavailable, "Cannot listen on %s: %v. Another address: --listen 127.0.0.1:7009.", c.Listen, err)
	}
	defer s.Close()
	s.Forgetful = true
	s.Otherwise(llmtest.Friendly)
	s.Without(without...)
	if err := c.welcome(g, s.URL+"/v1"); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// welcome says where it is and how to use it.
func (c *llmtestCmd) welcome(g *globals, url string) error {
	return g.show(map[string]string{"url": url, "model": "llmtest"}, func(w io.Writer) {
		fmt.Fprintf(w, `What stands in for a model is ready at %s
It says back what it is told, and finds nothing to remember%s.

To talk with it:
  souvenir chat --upstream %s

To extract with it:
  souvenir config set llm.endpoint %s
  souvenir config set llm.model llmtest
  souvenir doctor

Stop with Ctrl-C.
`, url, map[bool]string{true: ", once the script is over"}[c.Script != ""], url, url)
	})
}

func (c *llmtestCmd) script() ([]llmtest.Reply, error) {
	if c.Script == "" {
		return nil, nil
	}
	file, err := os.Open(c.Script)
	if err != nil {
		return nil, souvenir.Errorf(souvenir.Invalid, "Cannot read the script: %v", err)
	}
	defer file.Close()
	script, err := llmtest.ReadScript(file)
	if err != nil {
		return nil, souvenir.Errorf(souvenir.Invalid, "%s: %v", c.Script, err)
	}
	return script, nil
}

func (c *llmtestCmd) without() (out []llmtest.Refusal, err error) {
	all := llmtest.Refusals()
	for _, name := range c.Without {
		i := slices.IndexFunc(all, func(r llmtest.Refusal) bool { return r.Name == name })
		if i < 0 {
			return nil, souvenir.Errorf(souvenir.Invalid, "--without %s is not known; there are %s.", name, strings.Join(names(all), ", "))
		}
		out = append(out, all[i])
	}
	return out, nil
}

func names(refusals []llmtest.Refusal) (out []string) {
	for _, r := range refusals {
		out = append(out, r.Name)
	}
	return out
}
