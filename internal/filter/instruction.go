package filter

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// Instructs begins the doubt about what reads like an instruction. No mode of
// review lets such a thing pass.
const Instructs = "it reads like an instruction"

// NotInstruction doubts what tries to tell the assistant what to do: a memory
// is data, and a person looks before such a thing becomes one.
var NotInstruction = Rule{Name: "not-instruction", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
	texts := []string{c.Content, c.Question}
	for _, e := range c.Evidence {
		texts = append(texts, e.Quote)
	}
	for _, text := range texts {
		if words := instructs(text); words != "" {
			Doubt(c, fmt.Sprintf("%s: %q", Instructs, words))
		}
	}
	return ""
}}

// instructions are the patterns, apart by script, so that most texts meet half of them.
var instructions = func() (all struct{ spaced, dense []*regexp.Regexp }) {
	for line := range lines("instructions.txt") {
		if strings.ContainsFunc(line, isDense) {
			all.dense = append(all.dense, regexp.MustCompile(line))
		} else {
			all.spaced = append(all.spaced, regexp.MustCompile(line))
		}
	}
	return all
}()

// instructs gives the words of a text that instruct, if any.
func instructs(text string) string {
	folded := fold(text)
	patterns := instructions.spaced
	if strings.ContainsFunc(folded, isDense) {
		patterns = slices.Concat(instructions.spaced, instructions.dense)
	}
	for _, re := range patterns {
		if words := re.FindString(folded); words != "" {
			return words
		}
	}
	return ""
}
