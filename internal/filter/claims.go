package filter

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// claim is something in a candidate that nobody may invent: a number, a date, a
// name.
type claim struct {
	what  string // for people
	words string // of the content, that need no other witness when it holds
	holds func(*testimony) (ok bool, doubt string)
}

// claimsOf gives the claims of a candidate's content.
func claimsOf(c *souvenir.Candidate, w souvenir.Window) []claim {
	var all []claim
	dates, rest := datesIn(fold(c.Content))
	for _, d := range dates {
		all = append(all, claim{"the date " + d.written, d.written, func(t *testimony) (bool, string) { return t.dated(d) }})
	}
	for _, name := range weekdays.FindAllString(rest, -1) {
		all = append(all, claim{"the day " + name, name, func(t *testimony) (bool, string) { return t.onWeekday(name), "" }})
	}
	rest = turnOfYear.ReplaceAllString(strings.ReplaceAll(rest, ":00", ""), "$1")
	for _, ns := range readings(numbersIn(rest, false)) {
		all = append(all, claim{"the number " + ns[0].written, ns[0].written, func(t *testimony) (bool, string) { return t.counts(ns) }})
	}
	soft := oftenCapital(c.Content)
	for _, name := range namesIn(c.Content, known(w)) {
		what := fmt.Sprintf("the name %q", strings.Join(name.parts, " "))
		all = append(all, claim{what, name.whole, func(t *testimony) (bool, string) { return t.named(name, soft) }})
	}
	return all
}

// turnOfYear is a winter or a season: 2025/26.
var turnOfYear = regexp.MustCompile(`\b(\d{4})/\d{2}\b`)

// readings puts the ways of reading one number together: 1.500 is 1500 for some.
func readings(all []number) (out [][]number) {
	for _, n := range all {
		if last := len(out) - 1; last >= 0 && out[last][0].written == n.written {
			out[last] = append(out[last], n)
			continue
		}
		out = append(out, []number{n})
	}
	return out
}

// counts tells whether one of the readings of a number is said or follows.
func (t *testimony) counts(readings []number) (ok bool, doubt string) {
	for _, n := range readings {
		if t.numbers[n.value] || t.numbers[n.value-12] && n.value > 12 && n.value < 24 || t.isYear(n.value) {
			return true, ""
		}
	}
	if n := readings[0]; n.value <= 10 && t.listed() >= int(n.value) {
		return true, fmt.Sprintf("the number %s is counted, nobody said it", n.written)
	}
	return false, ""
}

// isYear: a year may follow from "last summer", from an age or from "for 20
// years", and be the one in which it was said.
func (t *testimony) isYear(v float64) bool {
	if v != math.Trunc(v) || v < 0 || v > 2200 {
		return false
	}
	year := int(v)
	for _, m := range t.times() {
		if last := m.to.AddDate(0, 0, -1).Year(); year >= m.from.Year() && year <= last {
			return true
		}
	}
	for _, at := range t.at {
		ago := float64(at.Year() - year)
		if ago == 0 || year > 1900 && (t.numbers[ago] || t.numbers[ago-1] || t.numbers[ago+1]) && ago > 1 {
			return true
		}
	}
	return false
}

// listed is how many things are listed at most.
func (t *testimony) listed() int {
	folded := fold(t.text)
	n := 1
	for _, between := range []string{" and ", ",", " & ", "和", ";"} {
		n += strings.Count(folded, between)
	}
	if n == 1 {
		return 0
	}
	return n
}

func (t *testimony) named(name properName, soft bool) (ok bool, doubt string) {
	lacking := t.lacks(name)
	if lacking != "" && soft {
		return true, fmt.Sprintf("%q may be a name that nobody said", lacking)
	}
	return lacking == "", ""
}

// oftenCapital reports a text where a capital does not make a name: a title, or
// German.
func oftenCapital(content string) bool {
	if tongue, sure := languageOf(content); sure && tongue == "de" {
		return true
	}
	capital, small := 0, 0
	for _, w := range writtenWords(content) {
		switch {
		case len(w.text) < 4:
		case w.text != strings.ToLower(w.text):
			capital++
		default:
			small++
		}
	}
	return capital > 4 && capital > 4*small
}
