package rules

import (
	"regexp"
	"time"
)

// clauses is a run of a sentence between hard joints. Its parts are separated
// by commas, which may or may not mean something.
type clauses struct {
	parts   []span
	carried bool   // it has no subject of its own
	from    int    // where the subject that it shares was said
	lead    string // what was said before it and belongs to it: "when I was ten"
}

// whole is the span of parts i to j, exclusive.
func (c clauses) whole(i, j int) span { return span{c.parts[i].from, c.parts[j-1].to} }

// carriedSubject is the subject of a clause that has none of its own.
const carriedSubject = "I "

// said is the whole clause with its subject.
func (c clauses) said(sentence string) string {
	text := c.whole(0, len(c.parts)).of(sentence)
	if c.carried {
		return carriedSubject + text
	}
	return text
}

// clauses cuts a sentence at its joints.
func (l *language) clauses(sentence string) []clauses {
	hidden := shield(sentence)
	var all []clauses
	from, subject, carried := 0, 0, false
	add := func(to int) {
		if s := trim(sentence, span{from, to}); s.from < s.to {
			all = append(all, clauses{parts: l.parts(sentence, s), carried: carried, from: subject})
		}
	}
	hard := l.joints.hard
	for _, m := range hard.FindAllStringSubmatchIndex(hidden, -1) {
		next := max(start(hard, m, "subject"), start(hard, m, "pronoun"), start(hard, m, "relative"))
		verb := max(start(hard, m, "verb"), start(hard, m, "past"))
		if verb >= 0 && !l.joints.shares(hidden[from:m[0]], hidden[verb:m[1]], start(hard, m, "past") >= 0) {
			continue
		}
		add(m[0])
		from, carried = m[1], verb >= 0
		if at := max(next, verb); at >= 0 {
			from = at
		}
		if !carried {
			subject = from
		}
	}
	add(len(sentence))
	return all
}

// led takes what belongs to the clause that follows out of the clauses.
func (l *language) led(sentence string, all []clauses, at time.Time) []clauses {
	var out []clauses
	lead, from := "", 0
	for _, c := range all {
		if said, ok := l.leads(c.parts[0].of(sentence), at); ok {
			lead, from, c.parts = said, c.parts[0].from, c.parts[1:]
		}
		if len(c.parts) == 0 {
			continue
		}
		if lead != "" {
			c.lead, c.from = lead, from
		}
		out = append(out, c)
		lead = ""
	}
	return out
}

// leads tells whether a part only says when, and what it says.
func (l *language) leads(part string, at time.Time) (string, bool) {
	part = l.trailing(l.opener.ReplaceAllString(l.plain(part), ""))
	if l.firstPerson(part) {
		return "", false
	}
	rest, m := l.when(part, at)
	return part, rest == "" && !m.None() || l.lead.MatchString(part)
}

// shares tells whether a verb after a conjunction has the subject of the clause
// before: "I live in Lyon and work as a nurse", not "I want to live and work".
//
// A word in -ed that is not a known verb is one only after another past tense.
func (j joints) shares(before, verb string, unknown bool) bool {
	switch {
	case j.fixed.MatchString(before):
		return false
	case unknown:
		return j.past(before)
	}
	return j.past("I "+verb) || !j.bound.MatchString(before)
}

func (l *language) parts(sentence string, s span) []span {
	var all []span
	from := s.from
	for _, m := range l.joints.soft.FindAllStringSubmatchIndex(shield(s.of(sentence)), -1) {
		next := m[1]
		if at := start(l.joints.soft, m, "next"); at >= 0 {
			next = at
		}
		if p := trim(sentence, span{from, s.from + m[0]}); p.from < p.to {
			all = append(all, p)
		}
		from = s.from + next
	}
	if p := trim(sentence, span{from, s.to}); p.from < p.to || len(all) == 0 {
		all = append(all, p)
	}
	return all
}

// start is where the named group of a match starts; -1 if it has no part in it.
func start(re *regexp.Regexp, m []int, name string) int {
	if i := re.SubexpIndex(name); i > 0 {
		return m[2*i]
	}
	return -1
}
