package secret

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A pattern begins at most this many bytes before one of its needs, and what it
// reads goes on for at least this many after it, then to the end of the word.
const reachBack, reachOn = 100, 300

// windows gives the parts of a text that are worth looking at: around the
// pattern's needs. Looking everywhere would cost a page milliseconds per pattern.
func (p pattern) windows(lower string) [][2]int {
	if len(p.needs) == 0 {
		return [][2]int{{0, len(lower)}}
	}
	var at [][2]int
	for _, need := range p.needs {
		at = append(at, around(lower, need)...)
	}
	if len(at) == 0 {
		return nil
	}
	if prefix, _ := p.re.LiteralPrefix(); prefix != "" { // finding these is as fast as it gets, and some are long
		return [][2]int{{0, len(lower)}}
	}
	slices.SortFunc(at, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	return merge(at)
}

// around gives a window for each place of a need.
func around(lower, need string) (at [][2]int) {
	end := 0
	for from := 0; ; {
		i := strings.Index(lower[from:], need)
		if i < 0 {
			return at
		}
		i += from
		from = i + len(need)
		if from+reachOn > end { // or the last window goes on that far already
			end = wordEnd(lower, min(len(lower), from+reachOn))
		}
		at = append(at, [2]int{runeStart(lower, max(0, i-reachBack)), end})
	}
}

func merge(sorted [][2]int) [][2]int {
	out := sorted[:1]
	for _, w := range sorted[1:] {
		if last := &out[len(out)-1]; w[0] <= last[1] {
			last[1] = max(last[1], w[1])
		} else {
			out = append(out, w)
		}
	}
	return out
}

func runeStart(text string, i int) int {
	for i > 0 && i < len(text) && !utf8.RuneStart(text[i]) {
		i--
	}
	return i
}

func wordEnd(text string, from int) int {
	if i := strings.IndexAny(text[from:], " \t\r\n"); i >= 0 {
		return from + i
	}
	return len(text)
}

// asciiLower keeps every byte in its place.
func asciiLower(text string) string {
	out := []byte(text)
	for i, b := range out {
		if 'A' <= b && b <= 'Z' {
			out[i] = b + 'a' - 'A'
		}
	}
	return string(out)
}
