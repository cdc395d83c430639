package metrics

import (
	"strconv"
	"strings"
)

// Page is what Prometheus reads: families, and under each of them its samples.
type Page struct{ text []byte }

// Label tells one sample of a family from another.
type Label struct{ Name, Value string }

// Family begins one: a counter, gauge or histogram.
func (p *Page) Family(name, kind, help string) {
	p.write("# HELP ", name, " ", inHelp.Replace(help), "\n# TYPE ", name, " ", kind, "\n")
}

var (
	inHelp  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	inLabel = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

// Sample adds a value to the family that was begun.
func (p *Page) Sample(name string, value float64, labels ...Label) {
	p.write(name)
	for i, l := range labels {
		p.write(map[bool]string{true: "{", false: ","}[i == 0], l.Name, `="`, inLabel.Replace(l.Value), `"`)
	}
	if len(labels) > 0 {
		p.write("}")
	}
	p.write(" ", number(value), "\n")
}

// Single is a family with one sample and no labels.
func (p *Page) Single(name, kind, help string, value float64) {
	p.Family(name, kind, help)
	p.Sample(name, value)
}

func (p *Page) write(parts ...string) {
	for _, part := range parts {
		p.text = append(p.text, part...)
	}
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
