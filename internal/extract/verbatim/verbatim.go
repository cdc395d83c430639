// Package verbatim remembers what somebody asks to be remembered, as they said it.
package verbatim

import (
	"context"
	_ "embed"
	"regexp"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
)

// Style finds "remember that ..." in what the user says.
var Style = extract.Style{
	Name:    "verbatim",
	About:   "Keeps what the user asks to be remembered, in the user's words. Needs no model.",
	Reads:   extract.ReadsUser,
	Turns:   4,
	Propose: propose,

	Fallback: true,
}

//go:embed patterns.txt
var patternFile string

type pattern struct {
	kind string
	ask  *regexp.Regexp
}

// patterns are the file's lines: a type of memory, then how one asks for it.
var patterns = func() (ps []pattern) {
	for line := range strings.Lines(patternFile) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		kind, expr, _ := strings.Cut(line, " ")
		ps = append(ps, pattern{kind, regexp.MustCompile(`(?is)^\s*` + strings.TrimSpace(expr) + `\s*$`)})
	}
	return ps
}()

func propose(_ context.Context, w souvenir.Window) (extract.Findings, bool, error) {
	var out []souvenir.Candidate
	for _, m := range w.Messages {
		for line := range strings.Lines(m.Content) {
			if c, ok := asked(line); ok {
				c.SubjectUser = m.Name
				c.Evidence = []souvenir.Evidence{{Message: m.ID, Quote: strings.TrimSpace(line)}}
				out = append(out, c)
			}
		}
	}
	return extract.Findings{Candidates: out}, true, nil
}

// asked finds what a line asks to be remembered.
func asked(line string) (souvenir.Candidate, bool) {
	if strings.HasSuffix(strings.TrimSpace(line), "?") || strings.HasSuffix(strings.TrimSpace(line), "？") {
		return souvenir.Candidate{}, false
	}
	for _, p := range patterns {
		if what := p.ask.FindStringSubmatch(line); what != nil {
			if p.kind == "never" {
				break
			}
			return Explicit(p.kind, strings.TrimSpace(what[1])), true
		}
	}
	return souvenir.Candidate{}, false
}

// Explicit is a memory that somebody states outright.
func Explicit(kind, content string) souvenir.Candidate {
	return souvenir.Candidate{Memory: souvenir.Memory{
		Type: kind, Content: content, Origin: souvenir.Explicit, Confidence: new(0.95),
	}}
}
