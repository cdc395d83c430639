package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"golang.org/x/term"
)

// show prints JSON when asked to, and otherwise what text writes.
func (g *globals) show(v any, text func(io.Writer)) error {
	w := bufio.NewWriter(g.program.out)
	if !g.JSON {
		text(w)
		return w.Flush()
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	return w.Flush()
}

// columns aligns what write puts into it at its tabs. An empty last column
// leaves no spaces behind.
func columns(w io.Writer, write func(io.Writer)) {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	write(t)
	t.Flush()
	for line := range strings.Lines(b.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
}

// oneLine is text as it may stand in a list: what was said is data, and must not
// move the cursor or start a line of its own.
func oneLine(text string) string { return visible(strings.Join(strings.Fields(text), " ")) }

// visible replaces what a terminal would obey instead of show. Lines stay lines.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// excerpt is the beginning of a text.
func excerpt(text string, length int) string {
	runes := []rune(oneLine(text))
	if len(runes) <= length {
		return string(runes)
	}
	return string(runes[:length-1]) + "…"
}

func day(t time.Time) string    { return t.Local().Format("2006-01-02") }
func minute(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// plural writes a number with its noun: 1 memory, 2 memories.
func plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// Colours, for a terminal whose owner has not declined them.
const (
	red   = "31"
	green = "32"
	dim   = "2"
)

func (g *globals) colour(code, text string) string {
	if g.JSON || !terminal(g.program.out) || g.program.variable("NO_COLOR") != "" || g.program.variable("TERM") == "dumb" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// terminal says whether somebody reads along.
func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
