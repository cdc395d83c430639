// Package review decides what a person should look at before it becomes a memory.
package review

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// The modes of review. The empty mode is [Doubts].
const (
	Off        = "off"        // nothing waits but what reads like an instruction
	Doubts     = "doubts"     // what a gate has doubts about waits
	Confidence = "confidence" // as risk, and what is less than certain waits too
	Risk       = "risk"       // also what is sensitive, imported, or contradicts something certain
)

// Sure is the confidence from which a candidate needs no review, and least the one
// below which it is not even reviewed, where review goes by confidence. Strong is
// the confidence of a memory that nothing replaces unseen, where it goes by risk.
const (
	Sure   = 0.90
	least  = 0.70
	Strong = 0.80
)

// Rule is the mode as a rule: it doubts what a person should see first. What
// somebody asked to be remembered is theirs to say, however sensitive.
func Rule(mode string) filter.Rule {
	return filter.Rule{Name: "confidence", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
		switch mode {
		case Off:
			c.Doubts = slices.DeleteFunc(slices.Clone(c.Doubts), func(d string) bool { return !strings.HasPrefix(d, filter.Instructs) })
		case Risk:
			risks(c)
		case Confidence:
			risks(c)
			return unsure(c)
		}
		return ""
	}}
}

// ByRisk says whether a mode minds what contradicts something certain.
func ByRisk(mode string) bool { return mode == Risk || mode == Confidence }

func risks(c *souvenir.Candidate) {
	if c.Origin == souvenir.Imported || c.Trust == souvenir.FromImport {
		filter.Doubt(c, "from an import")
	}
	if c.Origin == souvenir.Explicit {
		return
	}
	if kind := Sensitive(*c); kind != "" {
		filter.Doubt(c, "it is sensitive: "+kind)
	}
}

// unsure doubts what is less than certain. A candidate without a confidence is as
// certain as its style lets it be.
func unsure(c *souvenir.Candidate) (refused string) {
	switch {
	case c.Confidence == nil || *c.Confidence >= Sure:
	case *c.Confidence < least:
		return fmt.Sprintf("confidence is %.2f, at least %.2f is wanted", *c.Confidence, least)
	default:
		filter.Doubt(c, fmt.Sprintf("its confidence is %.2f", *c.Confidence))
	}
	return ""
}

//go:embed sensitive.txt
var sensitiveFile string

type category struct {
	name string
	said *regexp.Regexp
}

var categories = func() (all []category) {
	for line := range strings.Lines(sensitiveFile) {
		name, expr, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok && !strings.HasPrefix(name, "#") {
			all = append(all, category{name, regexp.MustCompile(`(?i)` + strings.TrimSpace(expr))})
		}
	}
	return all
}()

// Sensitive names the kind of thing that a candidate tells, if it is one that
// people rather keep to themselves.
func Sensitive(c souvenir.Candidate) string {
	text := strings.Join([]string{c.Category, c.Key, c.Question, c.Content}, "\n")
	text = strings.ReplaceAll(text, "_", " ")
	for _, k := range categories {
		if k.said.MatchString(text) {
			return k.name
		}
	}
	return ""
}
