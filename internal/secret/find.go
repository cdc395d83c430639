package secret

import (
	"cmp"
	"slices"
	"strings"
)

// span is a secret in a text.
type span struct {
	kind     string
	from, to int
}

// find gives the secrets of a stretch from left to right. Where two overlap,
// the pattern that stands first in the file decides.
func find(stretch string) []span {
	lower := asciiLower(stretch)
	var all []span
	for _, p := range patterns {
		for _, near := range p.windows(lower) {
			for _, s := range p.find(stretch[near[0]:near[1]]) {
				all = append(all, span{s.kind, near[0] + s.from, near[0] + s.to})
			}
		}
	}
	// Patterns were asked in the order of the file, and the sort keeps it.
	slices.SortStableFunc(all, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	return apart(all)
}

// apart joins spans that overlap into the kind of the one that starts first.
func apart(all []span) []span {
	var out []span
	for _, s := range all {
		if n := len(out); n > 0 && s.from < out[n-1].to {
			out[n-1].to = max(out[n-1].to, s.to)
			continue
		}
		out = append(out, s)
	}
	return out
}

func (p pattern) find(stretch string) []span {
	var out []span
	for _, m := range p.re.FindAllStringSubmatchIndex(stretch, -1) {
		from, to := m[2*p.group], m[2*p.group+1]
		from, to = trim(stretch, from, to)
		for _, in := range p.check(stretch[from:to]) {
			if in[0] < in[1] {
				out = append(out, span{p.kind, from + in[0], from + in[1]})
			}
		}
	}
	return out
}

// trim leaves the punctuation around a secret to the sentence.
func trim(text string, from, to int) (int, int) {
	s := text[from:to]
	left := strings.TrimLeft(s, "\"'`“‘(")
	kept := strings.TrimRight(left, ".,;:?)\"'`”’>。，；？")
	return to - len(left), to - len(left) + len(kept)
}
