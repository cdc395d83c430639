// Package styles is the list of all styles.
package styles

import (
	"io/fs"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/extract/analysis"
	"github.com/souvenir-memory/souvenir/internal/extract/companion"
	"github.com/souvenir-memory/souvenir/internal/extract/keyvalue"
	"github.com/souvenir-memory/souvenir/internal/extract/persona"
	"github.com/souvenir-memory/souvenir/internal/extract/rules"
	"github.com/souvenir-memory/souvenir/internal/extract/scoped"
	"github.com/souvenir-memory/souvenir/internal/extract/selective"
	"github.com/souvenir-memory/souvenir/internal/extract/verbatim"
)

// Default are the styles used where nobody chose any: what the rules understand,
// and as it was said what somebody asks to be remembered beyond that.
var Default = []string{"rules", "verbatim"}

// WithModel are those where nobody chose any and there is a model to ask.
var WithModel = []string{"scoped", "verbatim"}

// Options are what an operator adds to the styles.
type Options struct {
	Own      fs.FS          // a directory for each style, with texts in place of ours; nil means none
	Rules    [][]byte       // more files for the rules style
	Location *time.Location // in which people live; nil means where this machine is
}

// All lists every style there is. Adding one is its directory and a line here.
func All(o Options) ([]extract.Style, error) {
	list := []struct {
		name string
		make func(own fs.FS) (extract.Style, error)
	}{
		{"scoped", scoped.New},
		{"companion", companion.New},
		{"persona", persona.Options{Location: o.Location}.New},
		{"selective", func(own fs.FS) (extract.Style, error) { return selective.New(own) }},
		{"keyvalue", keyvalue.New},
		{"analysis", analysis.New},
		{"rules", func(fs.FS) (extract.Style, error) { return rules.New(o.Rules...) }},
		{"verbatim", func(fs.FS) (extract.Style, error) { return verbatim.Style, nil }},
	}
	all := make([]extract.Style, len(list))
	for i, l := range list {
		var err error
		if all[i], err = l.make(o.own(l.name)); err != nil {
			return nil, souvenir.Errorf(souvenir.Invalid, "%v", err)
		}
	}
	return all, nil
}

// own is the operator's directory for a style, if there is one.
func (o Options) own(style string) fs.FS {
	if o.Own == nil {
		return nil
	}
	if info, err := fs.Stat(o.Own, style); err != nil || !info.IsDir() {
		return nil
	}
	dir, err := fs.Sub(o.Own, style)
	if err != nil {
		return nil
	}
	return dir
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
