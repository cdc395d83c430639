package rules

import "time"

// moment is a time that a clause names, resolved against the time at which it
// was said. Its phrase makes sense later, too: "on 2026-03-04", "in 2025".
type moment struct {
	from, to time.Time // to is exclusive
	phrase   string
	future   bool
	ahead    bool // it starts after the day it was said on
	today    bool // it is that day
}

func (m moment) none() bool { return m.phrase == "" }

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
