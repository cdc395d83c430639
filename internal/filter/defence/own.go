package defence

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// ownFilters are the operator's, one for each name.
func ownFilters(lines []string) ([]filter.Rule, error) {
	var names []string
	patterns := map[string][]string{}
	for _, line := range lines {
		name, pattern, ok := strings.Cut(line, ":")
		name, pattern = strings.TrimSpace(name), strings.TrimSpace(pattern)
		if !ok || name == "" || pattern == "" {
			return nil, souvenir.Errorf(souvenir.Invalid, "filters.list: the line %q is not a name, a colon and the words to block.", line)
		}
		if patterns[name] == nil {
			names = append(names, name)
		}
		patterns[name] = append(patterns[name], pattern)
	}
	var rules []filter.Rule
	for _, name := range names {
		rules = append(rules, blocking(name, func(c *souvenir.Candidate, _ people, _ souvenir.Window) bool {
			return slices.ContainsFunc(patterns[name], func(p string) bool { return contains(c.Content, p) })
		}))
	}
	return rules, nil
}
