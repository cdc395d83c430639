package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/souvenir-memory/souvenir/internal/config"
)

type configCmd struct {
	Show  configShow  `cmd:"" default:"1" help:"Show every setting and where its value comes from."`
	Path  configPath  `cmd:"" help:"Print the path of the configuration file."`
	Set   configSet   `cmd:"" name:"set" help:"Write a setting into the configuration file."`
	Table configTable `cmd:"" hidden:"" help:"Print the documentation's table of settings."`
}

type configShow struct{}

// Run shows what the program was told; secrets stay hidden.
func (configShow) Run(g *globals) error {
	cfg, err := g.configuration()
	if err != nil {
		return err
	}
	shown := struct {
		File     string           `json:"file"`
		Settings []config.Setting `json:"settings"`
		Warnings []string         `json:"warnings"`
	}{cfg.File(), cfg.Settings(), append([]string{}, cfg.Warnings()...)}
	return g.show(shown, func(w io.Writer) { cfg.WriteText(w) })
}

type configPath struct{}

// Run prints where the file is, whether or not it exists or can be read.
func (configPath) Run(g *globals) error {
	file, err := config.FilePath(g.settings())
	if err != nil {
		return err
	}
	return g.show(struct {
		File string `json:"file"`
	}{file}, func(w io.Writer) { fmt.Fprintln(w, file) })
}

type configSet struct {
	Name  string `arg:"" complete:"setting" help:"Its name, such as llm.model; 'souvenir config show' lists them."`
	Value string `arg:"" help:"Its value; - reads it from standard input, which keeps a secret out of the shell's history."`
}

// Run writes one setting. The file need not be free of faults: this is how one
// mends them.
func (c *configSet) Run(g *globals) error {
	file, err := config.FilePath(g.settings())
	if err != nil {
		return err
	}
	value := c.Value
	if value == "-" {
		if value, err = readText(g.program.in); err != nil {
			return err
		}
	}
	if err := config.Set(file, c.Name, value); err != nil {
		return err
	}
	s := known(c.Name)
	set := struct {
		File string `json:"file"`
		Name string `json:"name"`
		Live bool   `json:"live"`
	}{file, c.Name, s.Live}
	return g.show(set, func(w io.Writer) {
		fmt.Fprintf(w, "%s is set in %s.\n", c.Name, file)
		switch {
		case g.program.variable(s.Env) != "":
			fmt.Fprintf(w, "But %s in the environment is stronger, and has another say.\n", s.Env)
		case s.Live:
			fmt.Fprintln(w, "A running server takes it over within a second.")
		default:
			fmt.Fprintln(w, "A running server takes it over when it is restarted.")
		}
	})
}

func known(name string) config.Setting {
	all := config.Known()
	i := slices.IndexFunc(all, func(s config.Setting) bool { return s.Name == name })
	if i < 0 {
		return config.Setting{}
	}
	return all[i]
}

type configTable struct{}

// Run prints Markdown for docs/configuration.md.
func (configTable) Run(g *globals) error {
	return g.show(config.Known(), func(w io.Writer) { fmt.Fprintf(w, "%s\n%s", config.Table(), config.RenameTable()) })
}
