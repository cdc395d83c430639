package chatter

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed formulas.txt
var formulaFile string

// formulas matches a text that is made of formulas and of nothing else.
// It is large, and read on first use: where no model is asked, nobody needs it.
var formulas = sync.OnceValue(func() *automaton { return newAutomaton(expression(formulaFile)) })

// expression reads the file: sections of patterns, one per line. After a greeting
// there may be a name.
func expression(file string) string {
	spaced, unspaced := []string{}, []string{}
	section := ""
	for line := range strings.Lines(file) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]"):
			section = line
		case section == "[greeting]":
			spaced = append(spaced, `(?:`+line+`)(?: `+name+`)?`)
		case section == "[unspaced greeting]":
			unspaced = append(unspaced, `(?:`+name+` )?(?:`+line+`)(?: `+name+`(?: |$))?`)
		case section == "[unspaced]":
			unspaced = append(unspaced, line)
		default:
			spaced = append(spaced, line)
		}
	}
	return `^(?:(?:` + strings.Join(spaced, "|") + `)(?: |$)|(?:` + strings.Join(unspaced, "|") + `) ?)+$`
}

// name is whom one greets: any one word.
const name = `[\p{Latin}\p{Cyrillic}]{2,14}`
