// Package styles is the list of all styles.
package styles

import (
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/verbatim"
)

// All lists every style there is. Adding one is its directory and a line here.
var All = []extract.Style{
	verbatim.Style,
}

// Default is the style used where nobody chose one.
const Default = "verbatim"

// Named finds styles by name, in the order asked for.
func Named(names []string) ([]extract.Style, error) {
	out := make([]extract.Style, 0, len(names))
	for _, name := range names {
		i := slices.IndexFunc(All, func(s extract.Style) bool { return s.Name == name })
		if i < 0 {
			return nil, souvenir.Errorf(souvenir.Invalid, "There is no style %q. Styles: %v.", name, Names())
		}
		out = append(out, All[i])
	}
	return out, nil
}

// Names lists the names of all styles.
func Names() []string {
	names := make([]string, len(All))
	for i, s := range All {
		names[i] = s.Name
	}
	return names
}
