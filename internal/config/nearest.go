package config

import "strings"

// hint says what an unknown name should have been called.
func hint(name string) string {
	if s, ok := renamed(name); ok {
		return name + " is called " + s.name + " here"
	}
	if near := nearest(strings.ToLower(name), names()); near != "" {
		return name + " is not a setting; did you mean " + near + "?"
	}
	return name + " is not a setting; souvenir config show lists them all"
}

// names are those of all settings and sections.
func names() []string {
	var all []string
	for _, s := range table {
		all = append(all, s.name)
		if section, _, ok := strings.Cut(s.name, "."); ok {
			all = append(all, section)
		}
	}
	return all
}

// nearest is the candidate that a person who wrote name most likely meant, or "".
func nearest(name string, candidates []string) string {
	if len(name) > 64 {
		return ""
	}
	best, least := "", 1+max(1, len(name)/3)
	for _, c := range candidates {
		if d := apart(name, c); d < least {
			best, least = c, d
		}
	}
	return best
}

// apart is how far name is from a setting. One that lacks only the section is
// near, so that retry_interval finds queue.retry_interval.
func apart(name, known string) int {
	d := distance(name, known)
	if _, tail, ok := strings.Cut(known, "."); ok {
		d = min(d, 1+distance(name, tail))
	}
	return d
}

// distance counts the letters to insert, delete, replace or swap to get from a to b.
func distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+differ(a[i], b[j]))
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

func differ(a, b byte) int {
	if a == b {
		return 0
	}
	return 1
}
