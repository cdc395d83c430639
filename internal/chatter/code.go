package chatter

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
)

//go:embed code.txt
var codeFile string

var codeLines = sync.OnceValue(func() (all []*regexp.Regexp) {
	for line := range strings.Lines(codeFile) {
		if line = strings.TrimRight(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			all = append(all, regexp.MustCompile(line))
		}
	}
	return all
})

// withoutCode gives what is left of a message without its fenced blocks, and
// without its lines when all of them are a machine's. A single line of prose
// makes the others count again: they may be what it speaks about.
func withoutCode(text string) (rest string, hadCode bool) {
	if isJSON(text) {
		return "", true
	}
	prose, fenced := unfence(text)
	if strings.TrimSpace(prose) != "" && allCode(prose) {
		return "", true
	}
	return prose, fenced
}

func isJSON(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && (text[0] == '{' || text[0] == '[') && json.Valid([]byte(text))
}

// unfence cuts out what stands between ``` lines. A fence that is never closed
// goes on to the end.
func unfence(text string) (rest string, fenced bool) {
	var out strings.Builder
	inside := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			inside, fenced = !inside, true
			continue
		}
		if !inside {
			out.WriteString(line)
		}
	}
	return out.String(), fenced
}

// allCode also takes lines that are indented below a line of code.
func allCode(text string) bool {
	below := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		indented := below && (line[0] == ' ' || line[0] == '\t')
		if !indented && !isCode(line) {
			return false
		}
		below = true
	}
	return true
}

func isCode(line string) bool {
	if len(line) > 4<<10 {
		line = line[:4<<10]
	}
	for _, re := range codeLines() {
		if re.MatchString(line) {
			return true
		}
	}
	return false
}
