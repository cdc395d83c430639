package rules

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// reach is how many bytes of a clause decide which patterns are tried on it.
const reach = 12

// index finds the patterns that may match a clause by how the clause starts.
type index struct {
	by    map[string][]int // rule numbers by opening
	sizes []int            // lengths of the openings
}

func newIndex(rules []compiledRule) index {
	x := index{by: map[string][]int{}}
	for i, r := range rules {
		for _, p := range r.says {
			for _, o := range p.openings {
				if at := x.by[o]; len(at) == 0 || at[len(at)-1] != i {
					x.by[o] = append(at, i)
				}
				if !slices.Contains(x.sizes, len(o)) {
					x.sizes = append(x.sizes, len(o))
				}
			}
		}
	}
	return x
}

// find gives the numbers of the rules to try, in order.
func (x index) find(clause string) []int {
	start := strings.ToLower(clause[:min(len(clause), reach)])
	var all []int
	for _, n := range x.sizes {
		if n <= len(start) {
			all = append(all, x.by[start[:n]]...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// openings gives the ways in which a match of the pattern can start, lower case
// and up to reach bytes, as far as the pattern says it in plain letters: "I
// (love|like) <thing>" starts with "i love " or "i like ".
func openings(source string) []string {
	var all []string
	for _, alternative := range alternatives(source) {
		for _, o := range sequence(alternative) {
			o = strings.ToLower(strings.TrimSuffix(o, closed))
			for len(o) > reach || !utf8.ValidString(o) {
				o = o[:len(o)-1]
			}
			all = append(all, o)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// closed ends an opening after which the pattern is not plain letters.
const closed = "\x00"

// sequence gives the openings of a pattern without alternatives at its top.
func sequence(s string) []string {
	all := []string{""}
	for s != "" {
		var next []string
		switch body, rest, ok := balanced(s); {
		case ok:
			for _, alternative := range alternatives(body) {
				next = append(next, sequence(alternative)...)
			}
			s = rest
		case strings.ContainsAny(s[:1], `<{[\.^$*+?|)`):
			next, s = []string{closed}, ""
		default:
			_, n := utf8.DecodeRuneInString(s)
			next, s = []string{s[:n]}, s[n:]
		}
		if strings.HasPrefix(s, "?") {
			next, s = append(next, ""), s[1:]
		}
		all = extend(all, next)
		if !slices.ContainsFunc(all, open) {
			break
		}
	}
	return all
}

// open tells whether an opening may still grow.
func open(o string) bool { return !strings.HasSuffix(o, closed) && len(o) < reach }

func extend(all, next []string) []string {
	var out []string
	for _, o := range all {
		if !open(o) {
			out = append(out, o)
			continue
		}
		for _, n := range next {
			out = append(out, o+n)
		}
	}
	return out
}

// balanced gives what stands in the parentheses that s starts with, and the rest.
func balanced(s string) (body, rest string, ok bool) {
	if s[0] != '(' {
		return "", s, false
	}
	depth := 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			return strings.TrimPrefix(s[1:i], "?:"), s[i+1:], true
		}
	}
	return "", s, false
}

// alternatives splits at the | that stand in no parentheses.
func alternatives(s string) []string {
	var all []string
	depth, from := 0, 0
	for i, r := range s {
		switch {
		case r == '(' || r == '[':
			depth++
		case r == ')' || r == ']':
			depth--
		case r == '|' && depth == 0:
			all = append(all, s[from:i])
			from = i + 1
		}
	}
	return append(all, s[from:])
}

// starts tells quickly that a text does not start like any of some expressions.
type starts map[string]bool

func newStarts(expressions []string) starts {
	s := starts{}
	for _, e := range expressions {
		for _, o := range openings(e) {
			s[firstRunes(o)] = true
		}
	}
	return s
}

func (s starts) may(text string) bool { return s[firstRunes(text)] || s[""] }

// firstRunes is as much of a text as starts looks at.
func firstRunes(text string) string {
	n := 0
	for i := range text {
		if n++; n == 3 {
			return strings.ToLower(text[:i])
		}
	}
	return strings.ToLower(text)
}
