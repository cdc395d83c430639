package filter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// Grounded refuses what no message says: a candidate rests on words that are
// there, and brings no number, date or name of its own. It mends evidence that
// points to the wrong place, and doubts what is said in very different words.
var Grounded = Rule{Name: "grounded", Check: func(c *souvenir.Candidate, w souvenir.Window) string {
	if len(w.Messages) == 0 {
		if c.Origin == souvenir.Implicit || c.Origin == "" {
			return "there is no message that it could rest on"
		}
		return ""
	}
	g := grounds{c: c, w: w}
	if !g.settle() {
		return g.unsaid()
	}
	if missing := g.missing(); missing != "" {
		return missing
	}
	return g.weigh()
}}

// fairShare is how much of a content's telling words its evidence must have. A
// faithful paraphrase changes the verb and often adds what kind of thing it is
// ("prefers the Python programming language"), but keeps the thing itself: one of three.
const fairShare = 1.0 / 3

// grounds is the search for what a candidate rests on.
type grounds struct {
	c        *souvenir.Candidate
	w        souvenir.Window
	said     *testimony
	speakers []souvenir.Message // one of each who is quoted
	held     int                // claims that hold
	words    map[string]bool    // that those claims are made of
}

// missing names the first claim that nobody has made.
func (g *grounds) missing() string {
	for _, claim := range claimsOf(g.c, g.w) {
		ok, doubt := claim.holds(g.said)
		if !ok {
			ok, doubt = g.elsewhere(claim)
		}
		if !ok {
			return claim.what + " is not in what was said"
		}
		g.hold(claim)
		if doubt != "" {
			Doubt(g.c, doubt)
		}
	}
	return ""
}

func (g *grounds) hold(claim claim) {
	if g.words == nil {
		g.words = map[string]bool{}
	}
	g.held++
	for _, w := range words.Index(claim.words) {
		g.words[w] = true
	}
}

// elsewhere looks at what the same people said in other messages, and at what
// they said yes to.
func (g *grounds) elsewhere(claim claim) (ok bool, doubt string) {
	for _, m := range g.w.Messages {
		if !slices.ContainsFunc(g.speakers, func(s souvenir.Message) bool { return s.ID != m.ID && s.Role == m.Role && s.Name == m.Name }) {
			continue
		}
		if ok, doubt := claim.holds(testimonyOf(m)); ok {
			g.rest(append(slices.Clone(g.c.Evidence), souvenir.Evidence{Message: m.ID, Quote: g.sentence(m)}))
			return true, doubt
		}
	}
	for _, m := range g.agreedTo() {
		if ok, _ := claim.holds(testimonyOf(m)); ok {
			return true, claim.what + " is the other's word; the user only said yes"
		}
	}
	return false, ""
}

// agreedTo gives the messages that the evidence says no more than yes to.
func (g *grounds) agreedTo() (all []souvenir.Message) {
	for i, m := range g.w.Messages {
		quoted := slices.ContainsFunc(g.c.Evidence, func(e souvenir.Evidence) bool { return e.Message == m.ID })
		if ws := terms(m.Content); i > 0 && quoted && len(ws) > 0 && len(ws) <= 4 && assents[ws[0]] {
			all = append(all, g.w.Messages[i-1])
		}
	}
	return all
}

var assents = set("assents.txt")

// weigh compares the words of the content with those of the evidence.
func (g *grounds) weigh() string {
	found, all := g.overlap(g.said, tellingWord)
	found, all = found+g.held, all+g.held
	if all == 0 || float64(found) >= fairShare*float64(all) {
		return ""
	}
	if some, _ := g.overlap(g.said, everyWord); found == 0 && some == 0 {
		return g.withoutWords()
	}
	Doubt(g.c, fmt.Sprintf("only %d of its %d words are in what was said", found, all))
	return ""
}

// withoutWords is for a candidate whose evidence shares no word with it. Its
// key or question, a yes, or another message may still explain it.
func (g *grounds) withoutWords() string {
	asked := testimonyOf(g.agreedTo()...)
	if n, _ := g.overlap(asked, everyWord); n > 0 {
		Doubt(g.c, "these are the other's words; the user only said yes")
		return ""
	}
	for _, w := range words.Query(g.c.Question + " " + strings.ReplaceAll(g.c.Key, "_", " ")) {
		if g.said.says(w) {
			return ""
		}
	}
	if e, ok := g.nearest(); ok {
		g.rest(append(slices.Clone(g.c.Evidence), e))
		Doubt(g.c, "the evidence says it in other words, if at all")
		return ""
	}
	return "no message has any of its words"
}

func everyWord(string) bool     { return true }
func tellingWord(w string) bool { return !weak[w] }

// weak holds the stems that nearly every memory has.
var weak = func() map[string]bool {
	all := map[string]bool{}
	for line := range lines("weak.txt") {
		for _, w := range words.Index(line) {
			all[w] = true
		}
	}
	return all
}()

// overlap counts the words of the content, and how many of them are said. Whom
// it is about is no word of it.
func (g *grounds) overlap(said *testimony, counts func(string) bool) (found, all int) {
	subject := g.subject()
	for _, w := range words.Query(strings.TrimPrefix(g.c.Content, "用户")) {
		if w == "user" || subject[w] || g.words[w] || !counts(w) || isNumber(w) {
			continue
		}
		all++
		if said.says(w) {
			found++
		}
	}
	return found, all
}

// subject is the first word of a content that is the name of a speaker.
func (g *grounds) subject() map[string]bool {
	all := map[string]bool{}
	for _, m := range g.speakers {
		for _, w := range words.Index(m.Name) {
			all[w] = true
		}
	}
	return all
}

func isNumber(w string) bool { return strings.Trim(w, "0123456789") == "" }

// Doubt notes why a person should look at a candidate first, once.
func Doubt(c *souvenir.Candidate, why string) {
	if !slices.Contains(c.Doubts, why) {
		c.Doubts = append(c.Doubts, why)
	}
}
