package defence

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// nearest is the number that an age speaks of: the last one before the phrase, or
// else the first one after.
func nearest(before, after string) (int, bool) {
	if ns := numbers(before); len(ns) > 0 {
		return ns[len(ns)-1], true
	}
	if ns := numbers(after); len(ns) > 0 {
		return ns[0], true
	}
	return 0, false
}

// numbers are those in a text, up to three digits, in figures or words: 34,
// thirty-four, 三十四.
func numbers(text string) []int {
	var out []int
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !inWord(r) && r != '-' }) {
		out = append(out, figures(w)...)
		if n, ok := spelled(strings.Split(w, "-")); ok {
			out = append(out, n)
		}
	}
	ws := words(text)
	for i := range max(0, len(ws)-1) {
		if n, ok := spelled(ws[i : i+2]); ok {
			out = append(out, n)
		}
	}
	return append(out, chinese(text)...)
}

func figures(w string) []int {
	var out []int
	for _, digits := range strings.FieldsFunc(w, func(r rune) bool { return !unicode.IsDigit(r) }) {
		if n, err := strconv.Atoi(digits); err == nil && len(digits) <= 3 {
			out = append(out, n)
		}
	}
	return out
}

var (
	small = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"}
	tens  = []string{"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
)

// spelled reads a number of one word or two.
func spelled(ws []string) (int, bool) {
	switch len(ws) {
	case 1:
		if n := slices.Index(small, ws[0]); n >= 0 {
			return n, true
		}
		n := slices.Index(tens, ws[0])
		return 10 * n, n > 1
	case 2:
		ten, one := slices.Index(tens, ws[0]), slices.Index(small, ws[1])
		return 10*ten + one, ten > 1 && one > 0 && one < 10
	}
	return 0, false
}

const hanDigits = "〇一二三四五六七八九"

// chinese reads numbers below a hundred.
func chinese(text string) []int {
	var out []int
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !strings.ContainsRune(hanDigits+"十", r) }) {
		n, digit := 0, 0
		for _, r := range run {
			if r == '十' {
				n, digit = n+10*max(1, digit), 0
				continue
			}
			digit = strings.Index(hanDigits, string(r)) / 3
		}
		out = append(out, n+digit)
	}
	return out
}
