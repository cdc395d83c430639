package forget

import (
	_ "embed"
	"regexp"
	"strings"
)

// Request is what somebody asks to be forgotten: one thing that was said, or
// everything about something.
type Request struct {
	That  string
	About string
}

//go:embed requests.txt
var requestFile string

type pattern struct {
	kind string
	ask  *regexp.Regexp
}

// patterns are the file's lines: the kind of request, then how one asks for it.
var patterns = func() (ps []pattern) {
	for line := range strings.Lines(requestFile) {
		kind, expr, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok && !strings.HasPrefix(kind, "#") {
			ps = append(ps, pattern{kind, regexp.MustCompile(`(?is)^\s*` + strings.TrimSpace(expr) + `[\s.!。！]*$`)})
		}
	}
	return ps
}()

// Requests finds what a text asks to be forgotten, and what else it says: nothing
// can be learnt from the request itself.
func Requests(text string) (asked []Request, rest string) {
	if !mayAsk(text) {
		return nil, text
	}
	var kept strings.Builder
	for line := range strings.Lines(text) {
		if r, ok := Read(line); ok {
			asked = append(asked, r)
			continue
		}
		kept.WriteString(line)
	}
	return asked, strings.TrimSpace(kept.String())
}

// mayAsk looks for the words without which no pattern matches.
func mayAsk(text string) bool {
	lower := strings.ToLower(text)
	for _, w := range []string{"forget", "delete", "erase", "remember", "memory", "忘", "记", "記", "删"} {
		if strings.Contains(lower, w) {
			return true
		}
	}
	return false
}

// Read understands one line.
func Read(line string) (Request, bool) {
	if t := strings.TrimSpace(line); strings.HasSuffix(t, "?") || strings.HasSuffix(t, "？") {
		return Request{}, false
	}
	for _, p := range patterns {
		what := p.ask.FindStringSubmatch(line)
		if what == nil {
			continue
		}
		text := strings.TrimSpace(strings.Join(what[1:], ""))
		switch p.kind {
		case "that":
			return Request{That: text}, true
		case "about":
			return Request{About: text}, true
		}
		return Request{}, false
	}
	return Request{}, false
}
