package filter

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reconcile/sense"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// Faithful doubts what turns the words round that it rests on: a denial told as
// a statement, a wish as a fact, somebody else's life as the user's. What was
// said is cut into clauses, and the one that says most of the content counts;
// as long as one of the best says it so, nothing is doubted.
var Faithful = Rule{Name: "faithful", Check: func(c *souvenir.Candidate, w souvenir.Window) string {
	if len(w.Messages) == 0 || len(c.Evidence) == 0 {
		return ""
	}
	if q := inventedQuote(c.Content, w); q != "" {
		Doubt(c, fmt.Sprintf("nobody said %q", q))
	}
	if strong := unsaidStrength(c.Content, w); strong != "" {
		Doubt(c, fmt.Sprintf("it says %q, which nobody said", strong))
	}
	if why := turnedRound(*c, w); why != "" {
		Doubt(c, why)
	}
	return ""
}}

// turnedRound says how the content turns its evidence round, if it does.
func turnedRound(c souvenir.Candidate, w souvenir.Window) (why string) {
	told := telling{text: monthless(fold(c.Content)), asked: c.Origin == souvenir.Explicit, sense: sense.Read(c.Content), words: words.Query(strings.TrimPrefix(c.Content, "用户"))}
	most := 0
	for _, id := range distinctMessages(c.Evidence) {
		m, ok := w.Find(id)
		if !ok || m.Role != souvenir.User {
			continue
		}
		for _, said := range clausesOf(clipped(m.Content)) {
			n := told.shares(said)
			if n == 0 || n < most || n == most && why == "" {
				continue
			}
			most, why = n, told.turns(said)
		}
	}
	return why
}

// telling is a content in the forms in which it is compared.
type telling struct {
	text  string // folded
	asked bool   // somebody asked to remember it, maybe by a question
	sense sense.Statement
	words []string
}

// shares counts the words of the content that a clause has.
func (t telling) shares(said clause) (n int) {
	for _, w := range t.words {
		if w != "user" && said.says(w) {
			n++
		}
	}
	return n
}

// turns says what of a clause is told the other way round.
func (t telling) turns(said clause) string {
	switch {
	case said.asks && !t.asked && !wishes.told.MatchString(t.text) && !t.presumed(said):
		return "it was asked, not said"
	case wishes.said.MatchString(said.folded) && !wishes.told.MatchString(t.text):
		return "it was wished or possible, not so"
	case said.others && t.ofUser(said):
		return "it was said of somebody else"
	}
	was := sense.Read(said.text)
	switch {
	case sense.Flips(was, t.sense):
		return "what was said is denied, or what was denied is said"
	case sense.Reverses(was, t.sense), reversed(said.folded, t.text):
		return "the order is the other way round"
	}
	return ""
}

var (
	userSubject  = regexp.MustCompile(`^(?:the )?user\b[^']|^用户[^的]`)
	wordsOfOwner = regexp.MustCompile(`\b(?:my|our|i'm|i am|we're|we are) ((?:[\pL\d'-]+ ?){1,4})|我(?:的|家)(\p{Han}{1,6})`)
)

// ofUser reports a content that is about the user, and names nobody but those
// whom the clause is not about.
func (t telling) ofUser(said clause) bool {
	if !userSubject.MatchString(t.text) || nextTo.MatchString(t.text) {
		return false
	}
	_, about := said.about()
	for _, p := range person.FindAllString(t.text, -1) {
		if !strings.Contains(about, p) {
			return false
		}
	}
	return true
}

// monthless takes May out of a text, which is no "may".
func monthless(folded string) string { return may.ReplaceAllString(folded, "") }

var may = regexp.MustCompile(`\b(?:in|on|of|since|until|by|this|next|last|early|late|mid|before|after|from|to) (?:early |late |mid-?)?may\b|\bmay \d+|\d+(?:st|nd|rd|th)? may\b`)

// presumed reports that a question takes for granted what the content tells: who
// asks about their cat has one.
func (t telling) presumed(said clause) bool {
	for _, m := range wordsOfOwner.FindAllStringSubmatch(said.folded, -1) {
		own := clause{stems: stemsOf(m[1] + m[2])}
		if t.shares(own) > 0 && !strings.Contains(said.folded, "if i") {
			return true
		}
	}
	return false
}

// reversed finds a Chinese comparison, or a move, told the other way round.
func reversed(said, told string) bool {
	return slices.ContainsFunc(ways, func(way *regexp.Regexp) bool {
		a, b := way.FindStringSubmatch(said), way.FindStringSubmatch(told)
		return a != nil && b != nil && strings.HasSuffix(a[2], b[1]) && strings.HasSuffix(b[2], a[1])
	})
}

// ways name two things in an order that matters.
var ways = []*regexp.Regexp{
	regexp.MustCompile(`比起(\p{Han}{1,6}?),?(?:我|用户)更(?:喜欢|爱)(\p{Han}{1,6})`),
	regexp.MustCompile(`(?:mov|relocat)(?:ed|ing) from (\p{L}[\p{L}' -]*?) to (\p{L}[\p{L}'-]*)`),
}

// wishes are the signs that something is wished, planned or only possible.
var wishes = func() (w struct{ said, told *regexp.Regexp }) {
	by := map[string][]string{}
	for line := range lines("wishes.txt") {
		kind, expr, _ := strings.Cut(line, " ")
		by[kind] = append(by[kind], expr)
	}
	w.said = regexp.MustCompile(strings.Join(by["said"], "|"))
	w.told = regexp.MustCompile(strings.Join(by["told"], "|"))
	return w
}()
