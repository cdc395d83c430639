// Package when reads the times that people name: yesterday, last March, in two
// weeks, 去年. English and Chinese.
package when

import (
	"strings"
	"time"
	"unicode"
)

// Moment is a stretch of time that words name, resolved against the time at
// which they were said. Its phrase makes sense later, too: "on 2026-03-04".
type Moment struct {
	From, To time.Time // To is exclusive
	Phrase   string
	Future   bool
	Ahead    bool // it starts after the day it was said on
	Today    bool // it is that day
}

// None says that no time was named.
func (m Moment) None() bool { return m.Phrase == "" }

// Since is the phrase of a moment from which on something is so: "since
// 2026-03-04".
func (m Moment) Since() string {
	for _, at := range []string{"on ", "in ", "around "} {
		if rest, ok := strings.CutPrefix(m.Phrase, at); ok {
			return "since " + rest
		}
	}
	return m.Phrase
}

// Until is when something ends of which a moment says so: "until March" ends with
// it, "until 4 May" on that day.
func (m Moment) Until() (time.Time, bool) {
	if !strings.HasPrefix(m.Phrase, "until ") {
		return time.Time{}, false
	}
	return ends(m), true
}

// Asked finds the time that a question names, which is taken to lie behind us
// where it could be either.
func Asked(question string, at time.Time) Moment {
	_, m := Without(question, at)
	return m
}

// Without also gives what else the question says.
func Without(question string, at time.Time) (rest string, m Moment) {
	rest, m = English(question, at, func(string) bool { return true })
	if m.None() && strings.ContainsFunc(question, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		rest, m = Chinese(question, at)
	}
	return rest, m
}

// unit is how exactly a moment is known.
type unit int

const (
	day unit = iota
	week
	weekend
	month
	year
)

// startOfDay is when the day of t began.
func startOfDay(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// lasting is the stretch of a unit that starts at from.
func lasting(from time.Time, u unit) (time.Time, time.Time) {
	switch u {
	case week:
		return from, from.AddDate(0, 0, 7)
	case weekend:
		return from, from.AddDate(0, 0, 2)
	case month:
		return from, from.AddDate(0, 1, 0)
	case year:
		return from, from.AddDate(1, 0, 0)
	}
	return from, from.AddDate(0, 0, 1)
}

// monday is the first day of t's week.
func monday(t time.Time) time.Time {
	return startOfDay(t).AddDate(0, 0, -(int(t.Weekday())+6)%7)
}

// nearest is the date with this month and day that lies in the past or in the
// future of t; a month alone has day 1 and counts as passed when it has begun.
func nearest(t time.Time, m time.Month, d int, past bool) time.Time {
	at := time.Date(t.Year(), m, d, 0, 0, 0, 0, t.Location())
	switch {
	case past && at.After(t):
		return at.AddDate(-1, 0, 0)
	case !past && at.Before(startOfDay(t)) && (d > 1 || m != t.Month()):
		return at.AddDate(1, 0, 0)
	}
	return at
}
