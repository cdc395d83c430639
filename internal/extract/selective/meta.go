package selective

import (
	"regexp"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// expression is a line of a list, kept as it is written for those who read why
// something was refused.
type expression struct {
	line string
	is   *regexp.Regexp
}

func expressions(t extract.Texts, list string) ([]expression, error) {
	var out []expression
	for _, line := range t.List(list) {
		is, err := regexp.Compile("(?i)" + line)
		if err != nil {
			return nil, souvenir.Errorf(souvenir.Invalid, "%q in %s of the style selective is no expression: %v", line, list, err)
		}
		out = append(out, expression{line, is})
	}
	return out, nil
}

// metaPatterns refuses content that talks about the talk. The list in which an
// expression stands says what excuses a match.
func metaPatterns(t extract.Texts, r rationale) (filter.Rule, error) {
	clause, err := expressions(t, "clause.list")
	if err != nil {
		return filter.Rule{}, err
	}
	lists := []struct {
		name    string
		excused func(c *souvenir.Candidate, match, rest string) bool
	}{
		{"meta-unless-decided.list", func(c *souvenir.Candidate, match, _ string) bool {
			return c.Type == "decision" && r.given(c.Content) && strings.HasSuffix(strings.ToLower(match), "decided to ")
		}},
		{"meta-before-clause.list", func(_ *souvenir.Candidate, _, rest string) bool {
			return !slices.ContainsFunc(clause, func(e expression) bool { return e.is.MatchString(rest) })
		}},
		{"meta.list", func(*souvenir.Candidate, string, string) bool { return false }},
	}
	var checks []func(*souvenir.Candidate) string
	for _, list := range lists {
		es, err := expressions(t, list.name)
		if err != nil {
			return filter.Rule{}, err
		}
		for _, e := range es {
			checks = append(checks, e.unless(list.excused))
		}
	}
	return filter.Rule{Name: "meta-pattern", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
		for _, check := range checks {
			if why := check(c); why != "" {
				return why
			}
		}
		return ""
	}}, nil
}

// unless refuses content that matches, if nothing excuses it.
func (e expression) unless(excused func(c *souvenir.Candidate, match, rest string) bool) func(*souvenir.Candidate) string {
	return func(c *souvenir.Candidate) string {
		at := e.is.FindStringIndex(c.Content)
		if at == nil || excused(c, c.Content[at[0]:at[1]], c.Content[at[1]:]) {
			return ""
		}
		return "meta-pattern: " + e.line
	}
}
