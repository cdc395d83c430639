package config

import (
	"maps"
	"slices"
	"strings"
)

// Options say where to look. The zero value looks where people expect: at the
// process's own environment and at souvenir.yaml in the user's configuration
// directory.
type Options struct {
	File    string            // the YAML file; "" means $SOUVENIR_CONFIG, then the user's own, which may be absent
	Flags   map[string]string // what the command line gave, by the setting's name, such as "llm.model"
	Environ []string          // NAME=value pairs; nil means os.Environ(), an empty slice means none
	OS      string            // as runtime.GOOS, which "" means
}

// given is one value as one source gave it.
type given struct {
	name   string
	text   string
	origin Origin
}

// Load gathers the settings. Its error is a [Faults] with everything that is
// wrong in any source, so that a person can put it right in one go.
func Load(o Options) (*Config, error) {
	s := newSource(o)
	content, err := s.read()
	if err != nil {
		return nil, err
	}
	return s.build(content)
}

// build makes a Config of the file's content and the stronger sources.
func (s source) build(content string) (*Config, error) {
	c := &Config{source: s, origins: map[string]Origin{}}
	c.source.content = content

	fromFile, faults := readYAML(s.path, content)
	fromFlags, more := fromFlags(s.flags)
	faults = append(faults, more...)
	for _, g := range slices.Concat(defaults(), fromFile, s.world.settings(), fromFlags) {
		faults = append(faults, c.take(g)...)
	}
	faults = append(faults, c.derive()...)
	if len(faults) > 0 {
		return nil, faults
	}
	c.warnings = c.doubts()
	return c, nil
}

// take puts one value in its place.
func (c *Config) take(g given) Faults {
	s, _ := find(g.name)
	text := strings.TrimSpace(g.text)
	if err := s.kind.set(c, text); err != nil {
		return Faults{{g.origin.where(), mismatch(s, text, err)}}
	}
	c.origins[g.name] = g.origin
	return nil
}

func defaults() []given {
	all := make([]given, len(table))
	for i, s := range table {
		all[i] = given{name: s.name, text: s.initial}
	}
	return all
}

// settings are the values that variables carry. An empty variable counts as none,
// because that is how scripts and compose files leave one out.
func (w world) settings() []given {
	var all []given
	for _, s := range table {
		if text := w.vars[s.env()]; text != "" {
			all = append(all, given{s.name, text, Origin{Source: Environment, Name: s.env()}})
		}
	}
	return all
}

// fromFlags are the values of the command line. An empty flag empties the setting.
func fromFlags(flags map[string]string) (all []given, faults Faults) {
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		s, ok := find(name)
		if !ok {
			faults = append(faults, Fault{flagOf(name), hint(name)})
			continue
		}
		all = append(all, given{name, flags[name], Origin{Source: Flag, Name: s.flag()}})
	}
	return all, faults
}
