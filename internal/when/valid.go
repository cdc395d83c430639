package when

import (
	"regexp"
	"strings"
	"time"
	"unicode"
)

var (
	sincePhrase  = regexp.MustCompile(`(?i)\b(?:since|as of|starting(?: in| on)?|ever since)\s+[^,.;]+`)
	untilPhrase  = regexp.MustCompile(`(?i)\b(?:until|till|up to|through)\s+[^,.;]+`)
	spanPhrase   = regexp.MustCompile(`(?i)\b(?:from|between)\s+(\d{4})\s+(?:to|and|until|till|-)\s+(\d{4})\b`)
	changePhrase = regexp.MustCompile(`(?i)\b(?:moved|relocated|joined|started|began|became|switched|stopped|quit|gave up|got married|got divorced|retired|left|sold)\b`)
	sinceChinese = regexp.MustCompile(`(?:从|自)(.+?)(?:起|开始|以来|至今)`)
	untilChinese = regexp.MustCompile(`(?:直到|到|至)(.+?)(?:为止|结束|前)?$`)
	spanChinese  = regexp.MustCompile(`(\d{4})年?(?:到|至|-)(\d{4})年`)
)

// Valid reads from when until when something is or was so, as far as a statement
// says it: "since 2019", "until March", "moved to Rome in May". A zero time means
// that it does not say. At is when it was said.
func Valid(text string, at time.Time) (from, to time.Time) {
	if at.IsZero() {
		return from, to
	}
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return validChinese(text, at)
	}
	if m := spanPhrase.FindStringSubmatch(text); m != nil {
		return yearOf(m[1], at), yearOf(m[2], at).AddDate(1, 0, 0)
	}
	if p := untilPhrase.FindString(text); p != "" {
		if m := Asked(p, at); !m.None() {
			to = ends(m)
		}
	}
	p := sincePhrase.FindString(text)
	if p == "" && changePhrase.MatchString(text) {
		p = untilPhrase.ReplaceAllString(text, "") // when something ends it does not begin
	}
	if p != "" {
		if m := Asked(p, at); !m.None() && !m.From.After(at) {
			from = m.From
		}
	}
	return from, to
}

// ends is the end of a year or month that something lasted until; a day is the
// day itself.
func ends(m Moment) time.Time {
	if m.To.Sub(m.From) <= 48*time.Hour {
		return m.From
	}
	return m.To
}

func validChinese(text string, at time.Time) (from, to time.Time) {
	if m := spanChinese.FindStringSubmatch(text); m != nil {
		return yearOf(m[1], at), yearOf(m[2], at).AddDate(1, 0, 0)
	}
	if m := sinceChinese.FindStringSubmatch(text); m != nil {
		if _, w := Chinese(m[1], at); !w.None() {
			from = w.From
		}
	}
	if m := untilChinese.FindStringSubmatch(text); m != nil && strings.Contains(text, "直到") {
		if _, w := Chinese(m[1], at); !w.None() {
			to = w.To
		}
	}
	if from.IsZero() && to.IsZero() && strings.ContainsAny(text, "搬") {
		if _, w := Chinese(text, at); !w.None() && !w.From.After(at) {
			from = w.From
		}
	}
	return from, to
}

func yearOf(y string, at time.Time) time.Time {
	return time.Date(number(y), 1, 1, 0, 0, 0, 0, at.Location())
}
