package review

import (
	"strings"
	"unicode"

	"github.com/souvenir-memory/souvenir"
)

// Diff tells word by word how one text becomes another. Scripts without spaces
// are told character by character.
func Diff(old, now string) []souvenir.Word {
	a, b := pieces(old), pieces(now)
	if len(a)*len(b) > 1<<20 { // two whole texts
		return join(nil, souvenir.Gone, a, souvenir.New, b)
	}
	return walk(a, b, common(a, b))
}

// common is the length of the longest list of words that two texts share, from
// each place to the end.
func common(a, b []string) [][]int {
	n := make([][]int, len(a)+1)
	for i := range n {
		n[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if strings.EqualFold(a[i], b[j]) {
				n[i][j] = n[i+1][j+1] + 1
			} else {
				n[i][j] = max(n[i+1][j], n[i][j+1])
			}
		}
	}
	return n
}

func walk(a, b []string, n [][]int) (out []souvenir.Word) {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case strings.EqualFold(a[i], b[j]):
			out = join(out, souvenir.Kept, b[j:j+1], "", nil)
			i, j = i+1, j+1
		case n[i+1][j] >= n[i][j+1]:
			out = join(out, souvenir.Gone, a[i:i+1], "", nil)
			i++
		default:
			out = join(out, souvenir.New, b[j:j+1], "", nil)
			j++
		}
	}
	return join(out, souvenir.Gone, a[i:], souvenir.New, b[j:])
}

// join adds words, those of one kind in a row as one.
func join(out []souvenir.Word, kind souvenir.WordKind, ws []string, kind2 souvenir.WordKind, ws2 []string) []souvenir.Word {
	for _, w := range ws {
		if last := len(out) - 1; last >= 0 && out[last].Kind == kind {
			out[last].Text += between(out[last].Text, w) + w
			continue
		}
		out = append(out, souvenir.Word{Kind: kind, Text: w})
	}
	if len(ws2) > 0 {
		return join(out, kind2, ws2, "", nil)
	}
	return out
}

// between is the space that belongs between two words.
func between(a, b string) string {
	last := []rune(a)[len([]rune(a))-1]
	if dense(last) && dense([]rune(b)[0]) {
		return ""
	}
	return " "
}

func pieces(text string) (out []string) {
	for _, field := range strings.Fields(text) {
		run := ""
		for _, r := range field {
			if !dense(r) {
				run += string(r)
				continue
			}
			if run != "" {
				out, run = append(out, run), ""
			}
			out = append(out, string(r))
		}
		if run != "" {
			out = append(out, run)
		}
	}
	return out
}

func dense(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}
