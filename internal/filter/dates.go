package filter

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir/internal/when"
)

// moment is a time that a message names; times are compared by the day.
type moment struct{ from, to time.Time }

// date is a day, a month or a year that a candidate names; 0 is not said.
type date struct {
	written          string
	year, month, day int
}

const monthWords = `(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`

// dateForms are the ways of writing a date, with the groups of year, month and
// day; the first that matches takes the words away from the others.
var dateForms = []struct {
	re               *regexp.Regexp
	year, month, day int
}{
	{regexp.MustCompile(`\b(\d{4})-(\d{1,2})-(\d{1,2})\b`), 1, 2, 3},
	{regexp.MustCompile(`(\d{4})年(\d{1,2})月(\d{1,2})[日号]`), 1, 2, 3},
	{regexp.MustCompile(`(\d{4})年(\d{1,2})月`), 1, 2, 0},
	{regexp.MustCompile(`(\d{1,2})月(\d{1,2})[日号]`), 0, 1, 2},
	{regexp.MustCompile(`\b` + monthWords + `\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b`), 3, 1, 2},
	{regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ` + monthWords + `,? (\d{4})\b`), 3, 2, 1},
	{regexp.MustCompile(`\b` + monthWords + `,?(?: of)? (\d{4})\b`), 2, 1, 0},
	{regexp.MustCompile(`\b` + monthWords + ` (\d{1,2})(?:st|nd|rd|th)?\b`), 0, 1, 2},
	{regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ` + monthWords + `\b`), 0, 2, 1},
	{regexp.MustCompile(`\b(?:in|since|by|until|of|last|next|early|late|mid|every|each|from|during) ` + monthWords + `\b`), 0, 1, 0},
}

// datesIn finds the dates of a text and gives the rest of it.
func datesIn(folded string) (all []date, rest string) {
	for _, form := range dateForms {
		for _, m := range form.re.FindAllStringSubmatch(folded, -1) {
			part := func(group int) int {
				if group == 0 {
					return 0
				}
				return monthOrNumber(m[group])
			}
			d := date{m[0], part(form.year), part(form.month), part(form.day)}
			if d.month <= 12 && d.day <= 31 {
				all = append(all, d)
			}
		}
		folded = form.re.ReplaceAllString(folded, " ")
	}
	return all, folded
}

func monthOrNumber(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), s[:min(3, len(s))]) {
			return int(m)
		}
	}
	return 0
}

// span is the stretch of a date whose year is known.
func (d date) span() (from, to time.Time) {
	from = time.Date(d.year, time.Month(max(1, d.month)), max(1, d.day), 0, 0, 0, 0, time.UTC)
	switch {
	case d.month == 0:
		return from, from.AddDate(1, 0, 0)
	case d.day == 0:
		return from, from.AddDate(0, 1, 0)
	}
	return from, from.AddDate(0, 0, 1)
}

// times resolves the time words of the messages, as past and as future, because
// tense is not what we are after.
func (t *testimony) times() []moment {
	if t.timed {
		return t.moments
	}
	t.timed, t.moments = true, nil
	for _, at := range t.at {
		for _, s := range sentences(t.text[:min(len(t.text), 8<<10)]) {
			for _, past := range []bool{true, false} {
				t.resolve(s, at, past)
			}
		}
	}
	return t.moments
}

const maxTimes = 5 // in one sentence

func (t *testimony) resolve(sentence string, at time.Time, past bool) {
	rest := sentence
	for range maxTimes {
		var m when.Moment
		if rest, m = when.English(rest, at, func(string) bool { return past }); m.None() {
			if rest, m = when.Chinese(rest, at); m.None() {
				return
			}
		}
		t.moments = append(t.moments, moment{m.From, m.To})
	}
}

// aDay is how far times of different zones may be apart.
const aDay = 24 * time.Hour

// dated tells whether the messages give a date, and if only a person can tell,
// why.
func (t *testimony) dated(d date) (ok bool, doubt string) {
	if t.spelled(d) {
		return true, ""
	}
	for _, year := range t.years(d) {
		d.year = year
		from, to := d.span()
		for _, m := range t.times() {
			if !from.Before(m.to.Add(aDay)) || !to.After(m.from.Add(-aDay)) {
				continue
			}
			if exact := m.to.Sub(m.from) < 10*aDay; exact || d.day == 0 {
				return true, ""
			} else if d.day == 1 {
				doubt = "the day of " + d.written + " is worked out"
			}
		}
		for _, at := range t.at {
			if at.After(from.Add(-aDay)) && at.Before(to.Add(aDay)) || d.day > 0 && t.weekday(from, at) {
				return true, ""
			}
			if relative.MatchString(t.text) && from.Before(at.Add(400*aDay)) && to.After(at.Add(-400*aDay)) {
				doubt = "the date " + d.written + " is worked out"
			}
		}
	}
	return doubt != "", doubt
}

// spelled: the month and the day are in the text; the year may be left to the reader.
func (t *testimony) spelled(d date) bool {
	if d.day > 0 && !t.numbers[float64(d.day)] {
		return false
	}
	if d.month > 0 && !t.month(d.month) {
		return false
	}
	if d.year == 0 || t.numbers[float64(d.year)] || t.numbers[float64(d.year%100)] {
		return true
	}
	for _, at := range t.at {
		if y := d.year - at.Year(); d.month > 0 && -1 <= y && y <= 1 {
			return true
		}
	}
	return false
}

// month is there by name, or by number beside another number.
func (t *testimony) month(m int) bool {
	name := strings.ToLower(time.Month(m).String())
	return t.terms[name] || t.terms[name[:3]] || m == 9 && t.terms["sept"] || t.numbers[float64(m)]
}

// years are those that a date without one may be in.
func (t *testimony) years(d date) []int {
	if d.year > 0 {
		return []int{d.year}
	}
	var all []int
	for _, at := range t.at {
		all = append(all, at.Year()-1, at.Year(), at.Year()+1)
	}
	return all
}

// weekday: "see you Tuesday" is the Tuesday before or after it was said.
func (t *testimony) weekday(day, at time.Time) bool {
	name := strings.ToLower(day.Weekday().String())
	near := day.Sub(at)
	return (t.terms[name] || t.terms[name[:3]]) && -14*aDay < near && near < 14*aDay
}

var weekdays = regexp.MustCompile(`\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b`)

// onWeekday: the day is named, or what is named is on that day.
func (t *testimony) onWeekday(name string) bool {
	if t.terms[name] || t.terms[name+"s"] || t.terms[name[:3]] || t.terms["weekend"] && name[0] == 's' {
		return true
	}
	for _, m := range t.times() {
		if strings.EqualFold(m.from.Weekday().String(), name) {
			return true
		}
	}
	return strings.ContainsAny(t.text, "周星礼") // named in Chinese
}

var relative = regexp.MustCompile(`(?i)\b(?:ago|next|last|this|tomorrow|tonight|yesterday|week|weeks|weekend|month|months|days|soon|recently|season|semester|term|end of|start of)\b|[上下本这]个?[周月]|[明后昨前]天|周末|最近|月底|年底|年初`)
