package filter

import (
	"regexp"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/secret"
)

// NoSecret refuses what holds a secret, or is about one that was taken out.
var NoSecret = Rule{Name: "no-secret", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
	for _, text := range []string{c.Content, c.Question, c.Reasoning, c.SourceContext} {
		if _, found := secret.Redact(text); len(found) > 0 {
			return "it holds a secret: " + strings.Join(found, ", ")
		}
	}
	if redacted.MatchString(c.Content) {
		return "what it is about was taken out as a secret"
	}
	return ""
}}

// redacted finds the mark that stands for a secret, also when a model wrote it anew.
var redacted = regexp.MustCompile(`(?i)[\[<(【]\s*redacted\b`)
