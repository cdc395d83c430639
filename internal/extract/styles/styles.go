// Package styles is the list of all styles.
package styles

import (
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/rules"
	"github.com/souvenir-memory/souvenir/internal/extract/verbatim"
)

// Default are the styles used where nobody chose any: what the rules understand,
// and as it was said what somebody asks to be remembered beyond that.
var Default = []string{"rules", "verbatim"}

// Options are what an operator adds to the styles.
type Options struct {
	Rules [][]byte // more files for the rules style
}

// All lists every style there is. Adding one is its directory and a line here.
func All(o Options) ([]extract.Style, error) {
	byRules, err := rules.New(o.Rules...)
	if err != nil {
		return nil, souvenir.Errorf(souvenir.Invalid, "%v", err)
	}
	return []extract.Style{
		byRules,
		verbatim.Style,
	}, nil
}

// Named finds styles by name, in the order asked for.
func Named(all []extract.Style, names []string) ([]extract.Style, error) {
	out := make([]extract.Style, 0, len(names))
	for _, name := range names {
		i := slices.IndexFunc(all, func(s extract.Style) bool { return s.Name == name })
		if i < 0 {
			return nil, souvenir.Errorf(souvenir.Invalid, "There is no style %q. Styles: %v.", name, Names(all))
		}
		out = append(out, all[i])
	}
	return out, nil
}

// Names lists the names of styles.
func Names(all []extract.Style) []string {
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = s.Name
	}
	return names
}
