package secret

import (
	"regexp"
	"strconv"
)

var digitGroup = regexp.MustCompile(`\d+`)

// cards finds payment card numbers in a run of groups of digits: those that
// follow each other, are grouped as on a card, and have a card's checksum.
func cards(run string) (found [][2]int) {
	groups := digitGroup.FindAllStringIndex(run, -1)
	for i := 0; i < len(groups); i++ {
		if last, ok := cardFrom(run, groups[i:]); ok {
			found = append(found, [2]int{groups[i][0], groups[i+last][1]})
			i += last
		}
	}
	return found
}

// cardFrom tells with which group a card number that begins with the first one
// ends. The longest wins.
func cardFrom(run string, groups [][]int) (last int, ok bool) {
	digits := ""
	for i, g := range groups {
		digits += run[g[0]:g[1]]
		if len(digits) > 19 || i > 0 && !fitsOnCard(groups[0], g) {
			break
		}
		if isCard(digits) {
			last, ok = i, true
		}
	}
	return last, ok
}

// fitsOnCard: groups after a first one of four have three to six digits.
func fitsOnCard(first, g []int) bool {
	n := g[1] - g[0]
	return first[1]-first[0] == 4 && 3 <= n && n <= 6
}

// issuers are the prefixes in use, with the lengths of their numbers.
var issuers = []struct{ from, to, shortest, longest int }{
	{4000, 4999, 13, 19}, // Visa
	{5100, 5599, 16, 16}, // Mastercard
	{2221, 2720, 16, 16},
	{3400, 3499, 15, 15}, // American Express
	{3700, 3799, 15, 15},
	{6011, 6011, 16, 19}, // Discover
	{6440, 6599, 16, 19},
	{3528, 3589, 16, 19}, // JCB
	{6200, 6299, 16, 19}, // UnionPay
	{3000, 3059, 14, 14}, // Diners
	{3600, 3699, 14, 14},
	{3800, 3999, 14, 14},
	{5018, 5018, 13, 19}, // Maestro
	{5020, 5020, 13, 19},
	{5038, 5038, 13, 19},
	{6304, 6304, 13, 19},
}

func isCard(digits string) bool {
	if len(digits) < 13 || len(digits) > 19 || !luhn(digits) {
		return false
	}
	prefix, _ := strconv.Atoi(digits[:4])
	for _, is := range issuers {
		if is.from <= prefix && prefix <= is.to && is.shortest <= len(digits) && len(digits) <= is.longest {
			return true
		}
	}
	return false
}

// luhn is the checksum of card numbers.
func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			d *= 2
		}
		sum += d/10 + d%10
	}
	return sum%10 == 0
}
