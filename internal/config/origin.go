package config

import "strconv"

// Origin says where a value came from. Its zero value is the default.
type Origin struct {
	Source Source
	Name   string // the file, the variable or the flag
	Line   int    // in the file
}

// Source is a place that settings come from; a later one is stronger.
type Source int

const (
	Default Source = iota
	File
	Environment
	Flag
)

var sourceWords = [...]string{"default", "file", "environment", "flag"}

// String reads as in "file souvenir.yaml:12" or "environment SOUVENIR_LISTEN".
func (o Origin) String() string {
	if o.Source == Default {
		return sourceWords[Default]
	}
	return sourceWords[o.Source] + " " + o.where()
}

// MarshalText makes JSON say what String says.
func (o Origin) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// where is the place alone, as compilers write it.
func (o Origin) where() string {
	if o.Line > 0 {
		return o.Name + ":" + strconv.Itoa(o.Line)
	}
	return o.Name
}
