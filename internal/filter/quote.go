package filter

import (
	"regexp"
	"strings"
)

// elision stands where a quote leaves something out.
var elision = regexp.MustCompile(`\s*[\[(]?(?:…|\.\.\.+)[\])]?\s*`)

// faithful is how much of a quote's words must be there, in order: models mend
// a typo or drop an "um" now and then.
const faithful = 0.9

// quoted reports that the quote is in the text, as far as typing goes.
func quoted(text, quote string) bool {
	quote = strings.Trim(fold(quote), ` "'.,!?:;*_`)
	if quote == "" {
		return false
	}
	return inOrder(fold(text), elision.Split(quote, -1)) || nearly(terms(text), terms(quote))
}

// inOrder finds the pieces one after the other.
func inOrder(text string, pieces []string) bool {
	for _, p := range pieces {
		i := strings.Index(text, p)
		if i < 0 {
			return false
		}
		text = text[i+len(p):]
	}
	return true
}

// maxNearly bounds the work on a long quote; nobody quotes that much inexactly.
const maxNearly = 60

// nearly looks for a passage of about the quote's length that has most of its
// words in order.
func nearly(text, quote []string) bool {
	n := len(quote)
	if n == 0 || n > maxNearly {
		return false
	}
	need := int(faithful*float64(n) + 0.999)
	size, step := n+n/2+2, n/2+1
	for from := 0; from == 0 || from+need <= len(text); from += step {
		if common(text[from:min(len(text), from+size)], quote) >= need {
			return true
		}
	}
	return false
}

// common is the length of the longest sequence that both have in order.
func common(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// Quoted reports that a quote is in a text, as far as typing goes.
func Quoted(text, quote string) bool { return quoted(text, quote) }
