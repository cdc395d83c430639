package when

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// timeWords is one way of naming a time.
type timeWords struct {
	needs   hint // without all of which it is not worth looking
	re      *regexp.Regexp
	resolve func(m []string, at time.Time, past bool) (Moment, bool)
}

const (
	monthNames   = `(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)`
	weekdayNames = `(monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues|tue|weds|wed|thurs|thur|thu|fri|sat|sun)`
	smallNumbers = `(a couple of|a couple|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|\d{1,3})`
	before       = `(?:(on|in|since|by|until|till|before|after|from|for|around|over|during|of|due|back in|starting|at) )?`
	firmly       = `(on|in|since|by|until|till|before|after|from|around|back in|starting) `
)

func says(expr string) *regexp.Regexp { return regexp.MustCompile(`(?i)\b` + expr + `\b`) }

var englishTimes = []timeWords{
	{fourDigits | dashes, says(before + `(\d{4})-(\d{2})-(\d{2})`), func(m []string, at time.Time, past bool) (Moment, bool) {
		return date(m[1], m[2], time.Month(number(m[3])), m[4], at, past)
	}},
	{digits | months, says(before + `(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?: of)? ` + monthNames + `(?:,? (\d{4}))?`), func(m []string, at time.Time, past bool) (Moment, bool) {
		return date(m[1], m[4], monthOf(m[3]), m[2], at, past)
	}},
	{digits | months, says(before + monthNames + ` (?:the )?(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?`), func(m []string, at time.Time, past bool) (Moment, bool) {
		return date(m[1], m[4], monthOf(m[2]), m[3], at, past)
	}},
	{fourDigits | months, says(before + monthNames + `,?(?: of)? (\d{4})`), func(m []string, at time.Time, past bool) (Moment, bool) {
		return dated(m[1], time.Date(number(m[3]), monthOf(m[2]), 1, 0, 0, 0, 0, at.Location()), month, at, past), true
	}},
	{months, says(`(?:` + firmly + `)?(?:(last|this|next|early|late|mid)[ -])` + monthNames), monthAlone},
	{months, says(firmly + `()` + monthNames), monthAlone},
	{months, says(before + `(?:the )?(?:end|beginning|start|middle) of ` + monthNames), func(m []string, at time.Time, past bool) (Moment, bool) {
		return monthAlone([]string{"", m[1], "", m[2]}, at, past)
	}},
	{fourDigits, says(firmly + `((?:19|20)\d{2})`), func(m []string, at time.Time, past bool) (Moment, bool) {
		return dated(m[1], time.Date(number(m[2]), 1, 1, 0, 0, 0, 0, at.Location()), year, at, past), true
	}},
	{dayWords, says(before + `(the day before yesterday|the day after tomorrow|yesterday|today|tonight|tomorrow|last night|this morning|this afternoon|this evening)(?: morning| afternoon| evening| night)?`), func(m []string, at time.Time, past bool) (Moment, bool) {
		return dated(m[1], startOfDay(at).AddDate(0, 0, offsets[strings.ToLower(m[2])]), day, at, past), true
	}},
	{units, says(`(?:about |around |like |roughly )?` + smallNumbers + ` (day|week|month|year)s? ago`), func(m []string, at time.Time, _ bool) (Moment, bool) {
		return ago(-number(m[1]), m[2], at, true), true
	}},
	{units, says(`in (?:about |around )?` + smallNumbers + ` (day|week|month|year)s?`), func(m []string, at time.Time, past bool) (Moment, bool) {
		return ago(number(m[1]), m[2], at, false), !past
	}},
	{units, says(smallNumbers + ` (day|week|month|year)s? from now`), func(m []string, at time.Time, _ bool) (Moment, bool) {
		return ago(number(m[1]), m[2], at, false), true
	}},
	{weekdays, says(before + `(this coming|this past|last|this|next|coming) ` + weekdayNames + `(?: morning| afternoon| evening| night)?`), weekdayNamed},
	{weekdays, says(firmly + `()` + weekdayNames + `(?: morning| afternoon| evening| night)?`), weekdayNamed},
	{units, says(before + `(last|this past|this coming|this|next|the) (weekend)`), periodNamed},
	{units, says(before + `(last|this past|this|next) (week|month|year)`), periodNamed},
	{seasons, says(before + `(last|this past|this coming|this|next) (spring|summer|autumn|fall|winter)`), seasonNamed},
	{feasts, says(`(on|at|over|since|for|last|this|next|by|before|around|until) (valentine'?s(?: day)?|christmas eve|christmas(?: day)?|new year'?s eve|new year'?s(?: day)?|halloween)(?:,?(?: in| of)? (\d{4}))?`), func(m []string, at time.Time, past bool) (Moment, bool) {
		h := holiday(m[2])
		return date(m[1], m[3], h.month, strconv.Itoa(h.day), at, past || m[1] == "last")
	}},
	{digits | slashes, says(firmly + `(\d{1,2})/(\d{1,2})(?:/(\d{4}))?`), func(m []string, at time.Time, past bool) (Moment, bool) {
		a, b := number(m[2]), number(m[3])
		switch {
		case a > 12 && b <= 12:
			return date(m[1], m[4], time.Month(b), m[2], at, past)
		case b > 12 && a <= 12:
			return date(m[1], m[4], time.Month(a), m[3], at, past)
		}
		return Moment{}, false // 3/4 is March for some and April for others
	}},
	{digits | ordinals, says(firmly + `the (\d{1,2})(?:st|nd|rd|th)`), dayOfMonth},
	{recent, says(`(recently)`), func(_ []string, at time.Time, _ bool) (Moment, bool) {
		return dated("around", time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, at.Location()), month, at, true), true
	}},
}

var (
	offsets = map[string]int{"the day before yesterday": -2, "yesterday": -1, "last night": -1, "tomorrow": 1, "the day after tomorrow": 2}

	// partOf and whose are words after which time words belong to something
	// else: "every Friday", "my last year of school".
	partOf = regexp.MustCompile(`(?i)\b(?:every|each|first|second|third|most|any|one|no|not) $|\d(?:st|nd|rd|th) (?:of )?$`)
	whose  = regexp.MustCompile(`(?i)\b(?:my|our|the|his|her|their) $`)
	goesOn = regexp.MustCompile(`^(?:'s\b| (?:to|and|or|until|through) (?:\d|now)|-\d| of last| of next| of (?:school|college|uni|university|my|the)\b|-)`)
)

// English resolves the first time words of a clause and takes them out. Past
// tells from the rest of the clause whether it speaks of the past.
func English(clause string, at time.Time, past func(rest string) bool) (string, Moment) {
	if at.IsZero() {
		return clause, Moment{}
	}
	has := hinted(clause)
	for _, words := range englishTimes {
		if has&words.needs != words.needs {
			continue
		}
		i := words.re.FindStringSubmatchIndex(clause)
		if i == nil || partOf.MatchString(clause[:i[0]]) || words.needs&(units|seasons) != 0 && whose.MatchString(clause[:i[0]]) || goesOn.MatchString(clause[i[1]:]) {
			continue
		}
		m, ok := words.resolve(submatches(clause, i), at, past(clause[:i[0]]+" "+clause[i[1]:]))
		if !ok {
			continue
		}
		rest := strings.Join(strings.Fields(clause[:i[0]]+" "+clause[i[1]:]), " ")
		rest = strings.Replace(rest, " recently ", " ", 1)
		return strings.Trim(strings.ReplaceAll(rest, " ,", ","), " ,"), m
	}
	return clause, Moment{}
}

// hint is a kind of word that time words are made of.
type hint int

const (
	digits hint = 1 << iota
	fourDigits
	dashes
	slashes
	ordinals
	months
	weekdays
	dayWords
	units
	seasons
	feasts
	recent
)

var hints = func() map[string]hint {
	all := map[string]hint{}
	for kind, words := range map[hint]string{
		months:   "january february march april may june july august september october november december jan feb mar apr jun jul aug sept sep oct nov dec",
		weekdays: "monday tuesday wednesday thursday friday saturday sunday mon tues tue weds wed thurs thur thu fri sat sun",
		dayWords: "yesterday today tonight tomorrow night morning afternoon evening",
		units:    "day days week weeks weekend month months year years",
		seasons:  "spring summer autumn fall winter",
		feasts:   "valentine's valentines valentine christmas halloween year's years",
		recent:   "recently",
		ordinals: "st nd rd th",
	} {
		for w := range strings.FieldsSeq(words) {
			all[w] |= kind
		}
	}
	return all
}()

// hinted gives the kinds of time words in a clause.
func hinted(clause string) hint {
	var all hint
	run := 0 // of digits
	for i := range len(clause) {
		switch c := clause[i]; {
		case '0' <= c && c <= '9':
			if run++; run >= 4 {
				all |= fourDigits
			}
			all |= digits
			continue
		case c == '-':
			all |= dashes
		case c == '/':
			all |= slashes
		}
		run = 0
	}
	for w := range strings.FieldsFuncSeq(clause, notInWord) {
		all |= hints[strings.ToLower(w)]
	}
	return all
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' }

func submatches(text string, at []int) []string {
	m := make([]string, len(at)/2)
	for i := range m {
		if at[2*i] >= 0 {
			m[i] = strings.ToLower(text[at[2*i]:at[2*i+1]])
		}
	}
	return m
}

// dated puts a stretch of time into words, after its preposition.
func dated(prep string, from time.Time, u unit, at time.Time, past bool) Moment {
	m := Moment{Phrase: phrase(prep, from, u)}
	m.From, m.To = lasting(from, u)
	m.Today = u == day && m.From.Equal(startOfDay(at))
	m.Ahead = !m.From.Before(startOfDay(at).AddDate(0, 0, 1)) || prep == "by"
	m.Future = prep != "since" && (m.From.After(at) || !past && m.To.After(at))
	return m
}

func phrase(prep string, from time.Time, u unit) string {
	word, on := from.Format("2006-01-02"), "on"
	switch u {
	case week:
		word, on = "the week of "+word, "in"
	case weekend:
		word = "the weekend of " + word
	case month:
		word, on = from.Format("January 2006"), "in"
	case year:
		word, on = from.Format("2006"), "in"
	}
	switch prep {
	case "since", "by", "until", "before", "after", "from", "around":
		on = prep
	case "till":
		on = "until"
	}
	return on + " " + word
}

// date is a day with or without its year.
func date(prep, y string, m time.Month, d string, at time.Time, past bool) (Moment, bool) {
	n := number(d)
	if n < 1 || n > 31 || m < 1 || m > 12 {
		return Moment{}, false
	}
	from := nearest(at, m, n, past || prep == "since")
	if y != "" {
		from = time.Date(number(y), m, n, 0, 0, 0, 0, at.Location())
	}
	return dated(prep, from, day, at, past), from.Month() == m
}

func monthAlone(m []string, at time.Time, past bool) (Moment, bool) {
	back := past || m[1] == "since" || m[2] == "last"
	from := nearest(at, monthOf(m[3]), 1, back)
	if m[2] == "last" && from.Month() == at.Month() && from.Year() == at.Year() {
		from = from.AddDate(-1, 0, 0)
	}
	return dated(m[1], from, month, at, back), true
}

// ago counts from the day it was said; months and years are only that exact.
func ago(n int, of string, at time.Time, past bool) Moment {
	switch of {
	case "week":
		return dated("", startOfDay(at).AddDate(0, 0, 7*n), day, at, past)
	case "month":
		return dated("", time.Date(at.Year(), at.Month()+time.Month(n), 1, 0, 0, 0, 0, at.Location()), month, at, past)
	case "year":
		return dated("", time.Date(at.Year()+n, 1, 1, 0, 0, 0, 0, at.Location()), year, at, past)
	}
	return dated("", startOfDay(at).AddDate(0, 0, n), day, at, past)
}

// weekdayNamed takes "next Friday" as the Friday of next week, "last Friday" as
// the one that was, and "on Friday" as the nearest one that fits the tense.
func weekdayNamed(m []string, at time.Time, past bool) (Moment, bool) {
	today := startOfDay(at)
	w := weekdayOf(m[3])
	ahead := (int(w) - int(today.Weekday()) + 7) % 7
	back := past || m[2] == "last" || m[2] == "this past" || m[1] == "since"
	switch {
	case m[2] == "next":
		return dated(m[1], monday(at).AddDate(0, 0, 7+(int(w)+6)%7), day, at, false), true
	case back && ahead == 0:
		return dated(m[1], today.AddDate(0, 0, -7), day, at, true), true
	case back:
		return dated(m[1], today.AddDate(0, 0, ahead-7), day, at, true), true
	case ahead == 0:
		ahead = 7
	}
	return dated(m[1], today.AddDate(0, 0, ahead), day, at, false), true
}

func periodNamed(m []string, at time.Time, past bool) (Moment, bool) {
	n := 0
	switch m[2] {
	case "last", "this past":
		n, past = -1, true
	case "next":
		n, past = 1, false
	case "the":
		if past {
			n = -1
		}
	}
	switch m[3] {
	case "week":
		return dated(m[1], monday(at).AddDate(0, 0, 7*n), week, at, past), true
	case "weekend":
		return dated(m[1], monday(at).AddDate(0, 0, 7*n+5), weekend, at, past), true
	}
	of := ago(n, m[3], at, past)
	if m[1] == "since" || m[1] == "until" || m[1] == "by" {
		of.Phrase = m[1] + strings.TrimPrefix(of.Phrase, "in")
		of.Future = of.Future && m[1] != "since"
	}
	return of, true
}

var seasonStarts = map[string]time.Month{"spring": time.March, "summer": time.June, "autumn": time.September, "fall": time.September, "winter": time.December}

func seasonNamed(m []string, at time.Time, past bool) (Moment, bool) {
	from := time.Date(at.Year(), seasonStarts[m[3]], 1, 0, 0, 0, 0, at.Location())
	ended := func() bool { return !from.AddDate(0, 3, 0).After(at) }
	if strings.HasPrefix(m[2], "last") || m[2] == "this past" {
		past = true
	}
	switch {
	case past && m[2] != "this":
		for !ended() {
			from = from.AddDate(-1, 0, 0)
		}
	case ended(), m[2] == "next" && !from.After(at):
		from = from.AddDate(1, 0, 0)
	}
	words := from.Format("2006")
	if m[3] == "winter" {
		words = fmt.Sprintf("%d/%02d", from.Year(), (from.Year()+1)%100)
	}
	prep := "in"
	if m[1] == "since" || m[1] == "until" || m[1] == "by" {
		prep = m[1]
	}
	to := from.AddDate(0, 3, 0)
	return Moment{From: from, To: to, Phrase: prep + " " + m[3] + " " + words, Ahead: from.After(at), Future: !past && m[1] != "since" && to.After(at)}, true
}

func dayOfMonth(m []string, at time.Time, past bool) (Moment, bool) {
	n := number(m[2])
	from := time.Date(at.Year(), at.Month(), n, 0, 0, 0, 0, at.Location())
	switch {
	case n < 1 || n > 31 || from.Day() != n:
		return Moment{}, false
	case past && from.After(at):
		from = from.AddDate(0, -1, 0)
	case !past && from.Before(startOfDay(at)):
		from = from.AddDate(0, 1, 0)
	}
	return dated(m[1], from, day, at, past), from.Day() == n
}

type monthDay struct {
	month time.Month
	day   int
}

func holiday(name string) monthDay {
	switch {
	case strings.HasPrefix(name, "valentine"):
		return monthDay{time.February, 14}
	case name == "christmas eve":
		return monthDay{time.December, 24}
	case strings.HasPrefix(name, "christmas"):
		return monthDay{time.December, 25}
	case strings.HasSuffix(name, "eve"):
		return monthDay{time.December, 31}
	case name == "halloween":
		return monthDay{time.October, 31}
	}
	return monthDay{time.January, 1}
}

func monthOf(name string) time.Month {
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), strings.ToLower(name)[:3]) {
			return m
		}
	}
	return 0
}

func weekdayOf(name string) time.Weekday {
	for w := time.Sunday; w <= time.Saturday; w++ {
		if strings.HasPrefix(strings.ToLower(w.String()), strings.ToLower(name)[:3]) {
			return w
		}
	}
	return 0
}

var numbers = map[string]int{
	"a": 1, "an": 1, "one": 1, "two": 2, "a couple": 2, "a couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
	"nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30,
}

func number(s string) int {
	if n, ok := numbers[strings.ToLower(s)]; ok {
		return n
	}
	n, _ := strconv.Atoi(s)
	return n
}
