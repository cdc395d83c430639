package config

import (
	"maps"
	"os"
	"slices"
	"strings"
)

// doubts are what is probably not meant: misspelt variables, half a model, a
// secret that others can read.
func (c *Config) doubts() []string {
	all := c.source.world.strangers()
	all = append(all, half("llm", c.LLM.Endpoint, c.LLM.Model)...)
	all = append(all, half("embedding", c.Embedding.Endpoint, c.Embedding.Model)...)
	return append(all, c.exposed()...)
}

// strangers are variables with our prefix that we do not know. They are no faults
// because other tools may set some.
func (w world) strangers() []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(w.vars)) {
		rest, ours := strings.CutPrefix(name, prefix)
		if ours && rest != "CONFIG" && !strings.HasPrefix(rest, "TEST_") && !isVariable(name) {
			all = append(all, hintVariable(name, rest))
		}
	}
	return all
}

func isVariable(name string) bool {
	_, ok := findBy(func(s setting) bool { return s.env() == name })
	return ok
}

func hintVariable(name, rest string) string {
	if s, ok := renamed(rest); ok {
		return name + " is called " + s.env() + " here"
	}
	if near := nearest(rest, variables()); near != "" {
		return name + " is not a setting; did you mean " + prefix + near + "?"
	}
	return name + " is not a setting"
}

// variables are the names of all variables, without the prefix.
func variables() []string {
	all := make([]string, len(table))
	for i, s := range table {
		all[i] = strings.TrimPrefix(s.env(), prefix)
	}
	return all
}

// half warns of a model that is not used because one of two things is missing.
func half(section, endpoint, model string) []string {
	switch {
	case endpoint != "" && model == "":
		return []string{section + ".endpoint is set but " + section + ".model is not; the model is used when both are"}
	case endpoint == "" && model != "":
		return []string{section + ".model is set but " + section + ".endpoint is not; the model is used when both are"}
	}
	return nil
}

// exposed warns of a file with secrets that other people of this machine can read.
func (c *Config) exposed() []string {
	if c.source.world.os == "windows" || !c.fileHoldsSecret() {
		return nil
	}
	info, err := os.Stat(c.source.path)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return nil
	}
	return []string{c.source.path + " holds a secret and others can read it; chmod 600 " + c.source.path}
}

func (c *Config) fileHoldsSecret() bool {
	return slices.ContainsFunc(table, func(s setting) bool {
		value := s.kind.get(c)
		return c.Origin(s.name).Source == File && s.shown(value) != value
	})
}
