package config

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Setting is one row of what the program was told, fit to be printed: secrets are
// hidden.
type Setting struct {
	Name    string `json:"name"`
	Env     string `json:"env"`
	Flag    string `json:"flag"`
	Kind    string `json:"kind"`
	Value   string `json:"value"`
	Default string `json:"default"`
	Empty   string `json:"empty,omitempty"` // what an empty value means
	Origin  Origin `json:"origin"`
	Live    bool   `json:"live"` // takes effect without a restart
	Secret  bool   `json:"secret,omitempty"`
	Doc     string `json:"doc"`
}

// Settings returns the effective settings, in the order of the documentation.
func (c *Config) Settings() []Setting {
	rows := make([]Setting, len(table))
	for i, s := range table {
		rows[i] = Setting{
			Name: s.name, Env: s.env(), Flag: s.flag(), Kind: s.kind.word,
			Value: s.shown(s.kind.get(c)), Default: s.standard(), Empty: s.empty,
			Origin: c.Origin(s.name), Live: s.live, Secret: s.secret, Doc: s.doc,
		}
	}
	return rows
}

// Known returns all settings with their defaults.
func Known() []Setting {
	c := Config{origins: map[string]Origin{}}
	for _, g := range defaults() {
		c.take(g)
	}
	return c.Settings()
}

// standard is the default in the form in which values are shown.
func (s setting) standard() string {
	var c Config
	_ = s.kind.set(&c, s.initial) // a test keeps all defaults valid
	return s.kind.get(&c)
}

// WriteText prints the effective settings for people: name, value, origin.
func (c *Config) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SETTING\tVALUE\tFROM")
	for _, s := range c.Settings() {
		fmt.Fprintf(t, "%s\t%s\t%s\n", s.Name, s.orEmpty(s.Value), s.Origin)
	}
	return t.Flush()
}

// orEmpty says what an empty value means instead of showing nothing.
func (s Setting) orEmpty(value string) string {
	if value == "" {
		return "(" + s.Empty + ")"
	}
	return value
}

// Table renders all settings as a Markdown table for the documentation.
func Table() string {
	var b strings.Builder
	b.WriteString("| setting | environment | default | needs restart | what it is |\n|---|---|---|---|---|\n")
	for _, s := range Known() {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s | %s |\n", s.Name, s.Env, s.markdownDefault(), s.restart(), cell(s.Doc))
	}
	return b.String()
}

func (s Setting) markdownDefault() string {
	if s.Default == "" {
		return cell(s.Empty)
	}
	return "`" + s.Default + "`"
}

func (s Setting) restart() string {
	if s.Live {
		return "no"
	}
	return "yes"
}

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// RenameTable renders the old names as a Markdown table for the documentation.
func RenameTable() string {
	var b strings.Builder
	b.WriteString("| in Shepherd | here |\n|---|---|\n")
	for _, r := range Renames() {
		fmt.Fprintf(&b, "| `%s` | `%s` |\n", r.Old, r.New)
	}
	return b.String()
}
