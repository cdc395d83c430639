package secret

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// checks tell where in a match the secret is, if there is one.
var checks = map[string]func(string) [][2]int{
	"-":     whole(func(string) bool { return true }),
	"digit": whole(func(s string) bool { return strings.ContainsAny(s, "0123456789") }),
	"word":  whole(isValue),
	"words": whole(isPhrase),
	"mixed": whole(func(s string) bool { return isValue(s) && isMixed(s) }),
	"ssn":   whole(isSSN),
	"card":  cards,
}

func whole(ok func(string) bool) func(string) [][2]int {
	return func(s string) [][2]int {
		if !ok(s) {
			return nil
		}
		return [][2]int{{0, len(s)}}
	}
}

// code is what stands for a value in programs and templates.
var code = regexp.MustCompile(`^(?:[$<{%\[].*|.*[(){}<>].*|[A-Za-z_]+(?:\.[A-Za-z_]+)+|[A-Z]+(?:_[A-Z]+)+|[*•.xX_-]+|(?i:your|my|some|example|changeme|redacted|placeholder)[_-].*)$`)

// isValue tells a password from a word about passwords.
func isValue(s string) bool {
	return len(s) >= 3 && !ordinary[strings.ToLower(s)] && !code.MatchString(s)
}

// isPhrase tells words to type from words about them.
func isPhrase(s string) bool {
	all := strings.Fields(s)
	odd := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return ordinary[strings.ToLower(w)] })
	return len(all) == 1 && isValue(s) || len(all) > 2 && len(odd)+1 >= len(all)
}

// isMixed asks for letters together with digits or signs, as no word has them.
func isMixed(s string) bool {
	letters := strings.ContainsFunc(s, unicode.IsLetter)
	digits := strings.ContainsFunc(s, unicode.IsDigit)
	return len(s) >= 6 && (letters && digits || strings.ContainsAny(s, "@#$%^&*!"))
}

// isSSN knows the numbers that are never given out.
func isSSN(s string) bool {
	d := digitsOf(s)
	return len(d) == 9 && d[:3] != "000" && d[:3] != "666" && d[0] != '9' && d[3:5] != "00" && d[5:] != "0000"
}

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, s)
}
