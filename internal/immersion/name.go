package immersion

import (
	"strings"
	"unicode"
)

// longestName is as much of a name as a prompt shows, in characters.
const longestName = 80

// OneLine is a name as it may stand in a prompt: what people call themselves must
// not look like a line of ours.
func OneLine(name string) string {
	name = strings.Join(strings.Fields(strings.Map(printable, name)), " ")
	if r := []rune(name); len(r) > longestName {
		return string(r[:longestName])
	}
	return name
}

func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return ' '
}

// Quoted is a name between quotation marks; no name stays none.
func Quoted(name string) string {
	switch name = OneLine(name); {
	case name == "":
		return ""
	case strings.Contains(name, "'"):
		return `"` + strings.ReplaceAll(name, `"`, `\"`) + `"`
	}
	return "'" + name + "'"
}
