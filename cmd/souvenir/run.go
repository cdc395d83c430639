package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"github.com/souvenir-memory/souvenir/internal/config"
)

// program is the outside world of one invocation.
type program struct {
	args    []string
	environ []string
	in      io.Reader
	out     io.Writer
	err     io.Writer
}

// commands are everything that can be typed, one file each.
type commands struct {
	globals

	Serve       serve          `cmd:"" help:"Run the server and its background worker."`
	Chat        chatCmd        `cmd:"" help:"Talk with a model that remembers."`
	Remember    remember       `cmd:"" help:"Remember a message, or outright a memory."`
	Recall      recallCmd      `cmd:"" help:"Find what is known that bears on something."`
	Memories    memories       `cmd:"" help:"List, show, correct and forget memories."`
	Facts       facts          `cmd:"" help:"List, show, set and forget facts."`
	Review      reviewCmd      `cmd:"" help:"Decide on what waits for a person."`
	Forget      forgetCmd      `cmd:"" help:"Forget one thing, everything about something, or what time has ended."`
	Rolecard    rolecardCmd    `cmd:"" help:"Say who a user is, and what they may want to come back to."`
	Analyze     analyzeCmd     `cmd:"" help:"Look at a whole conversation: themes, tone, emotional arc, memories."`
	Extract     extractCmd     `cmd:"" help:"Show what would be remembered, or what a model would be asked."`
	Rejections  rejectionsCmd  `cmd:"" help:"List what was refused, and restore it."`
	Styles      stylesCmd      `cmd:"" help:"List the ways of extracting, and show their texts."`
	Agents      agentsCmd      `cmd:"" help:"Describe assistants and characters."`
	Stats       statsCmd       `cmd:"" help:"Count what there is, what extraction did and cost."`
	Audit       auditCmd       `cmd:"" help:"Say what is wrong with the memories there are, and mend it."`
	Consolidate consolidateCmd `cmd:"" help:"Merge memories that became redundant."`
	Erase       eraseCmd       `cmd:"" help:"Erase a user, a conversation, a site or a time, for good, with a signed receipt."`
	Queue       queueCmd       `cmd:"" help:"Show, pause, resume and retry background work."`
	Keys        keys           `cmd:"" help:"Make, list and revoke API keys."`
	Restore     restoreCmd     `cmd:"" help:"Bring memories back to what they were at a time."`
	Export      exportCmd      `cmd:"" help:"Write everything that is kept of a user, as JSON Lines."`
	Import      importCmd      `cmd:"" help:"Bring in an export, or a plain list of memories or messages."`
	Migrate     migrate        `cmd:"" help:"Copy everything into another database."`
	Reembed     reembed        `cmd:"" help:"Give every text a vector of the configured model."`
	Eval        evalCmd        `cmd:"" help:"Measure recall, answers and extraction on benchmark files."`
	Doctor      doctor         `cmd:"" help:"Check that everything works, and say what does not."`
	Openapi     openapiCmd     `cmd:"" help:"Print the OpenAPI document of the REST API."`
	Llmtest     llmtestCmd     `cmd:"" help:"Run a stand-in for a model, to try things without one."`
	Config      configCmd      `cmd:"" help:"Show and change settings."`
	Completion  completion     `cmd:"" help:"Print a completion script for your shell."`
	Version     versionCmd     `cmd:"" help:"Print the version."`
}

// globals are the flags that every command takes.
type globals struct {
	ConfigFile string            `name:"config" group:"For every command:" complete:"files" placeholder:"FILE" help:"Configuration file (default: souvenir.yaml in the user's configuration directory)."`
	Set        map[string]string `name:"set" group:"For every command:" complete:"setting=" mapsep:"none" placeholder:"NAME=VALUE" help:"Override any setting; 'souvenir config show' lists them."`
	DB         string            `name:"db" group:"For every command:" complete:"files" placeholder:"PATH|URL" help:"Open this database directly, whether a server runs or not."`
	User       string            `name:"user" group:"For every command:" short:"u" placeholder:"NAME" help:"Whose memory it is."`
	JSON       bool              `name:"json" group:"For every command:" help:"Print JSON."`

	program program `kong:"-"`
	server  string  `kong:"-"` // the server that was asked; empty when none was
}

// run does what the arguments ask for and gives the exit code.
func run(ctx context.Context, p program) int {
	c := &commands{globals: globals{program: p}}
	helped := false
	parser := c.parser(ctx, func(int) { helped = true })
	if len(p.args) > 0 && p.args[0] == completeWord {
		return complete(p, parser.Model, p.args[1:])
	}
	parsed, err := parser.Parse(usual(p.args))
	if helped {
		return 0
	}
	if err == nil {
		err = readable(p.args)
	}
	if err != nil {
		fmt.Fprintf(p.err, "souvenir: %v\nTry '%s --help'.\n", err, nearestCommand(err))
		return exitUsage
	}
	if err := parsed.Run(); err != nil {
		return c.complain(ctx, err)
	}
	return 0
}

// parser knows every command. Help does not end the process, so that tests can
// ask for it; exit says that it was given.
func (c *commands) parser(ctx context.Context, exit func(int)) *kong.Kong {
	p, err := kong.New(c, kong.Name("souvenir"), kong.Description("Long-term memory for LLM applications that you can trust."),
		kong.Writers(c.program.out, c.program.err), kong.Exit(exit),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, FlagsLast: true, WrapUpperBound: 110}),
		kong.Bind(&c.globals), kong.BindTo(ctx, (*context.Context)(nil)))
	if err != nil {
		panic(err) // the commands above are wrong
	}
	return p
}

// usual makes what people type without thinking into what we call it.
func usual(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case len(args) == 1 && args[0] == "--version":
		return []string{"version"}
	}
	return args
}

// readable refuses arguments that are not text: JSON would quietly change them.
func readable(args []string) error {
	for _, a := range args {
		if !utf8.ValidString(a) {
			return fmt.Errorf("%q is not valid UTF-8", a)
		}
	}
	return nil
}

// nearestCommand is as much of the command as was understood.
func nearestCommand(err error) string {
	if p, ok := errors.AsType[*kong.ParseError](err); ok && p.Context.Selected() != nil {
		return p.Context.Selected().FullPath()
	}
	return "souvenir"
}

// configuration reads what the program was told.
func (g *globals) configuration() (*config.Config, error) {
	cfg, err := config.Load(g.settings())
	if err != nil {
		return nil, err
	}
	for _, w := range cfg.Warnings() {
		fmt.Fprintln(g.program.err, "warning:", w)
	}
	return cfg, nil
}

// settings say where the configuration comes from.
func (g *globals) settings() config.Options {
	flags := map[string]string{}
	maps.Copy(flags, g.Set)
	if g.DB != "" {
		flags["db"] = g.DB
	}
	if g.User != "" {
		flags["user"] = g.User
	}
	return config.Options{File: g.ConfigFile, Flags: flags, Environ: g.program.environ}
}

// variable is a variable of the environment that is not a setting of ours.
func (p program) variable(name string) string {
	i := slices.IndexFunc(p.environ, func(pair string) bool { return strings.HasPrefix(pair, name+"=") })
	if i < 0 {
		return ""
	}
	return p.environ[i][len(name)+1:]
}
