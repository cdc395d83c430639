package filter

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/souvenir-memory/souvenir/internal/words"
)

// clause is a piece of what was said that stands for itself.
type clause struct {
	text   string // without idioms
	folded string
	stems  map[string]bool
	asks   bool // it is a question
	others bool // it is about somebody else
}

// maxClauses bounds what is compared of a long message.
const maxClauses = 300

var (
	// joint is where a new clause begins: its first word is in the group.
	joint = regexp.MustCompile(`(?i)(?:[,;:()—–]+\s*|\s+)(?:(?:and|but|because|so|though|although|while|plus|yet|or|by the way|which means)\s+)*((?:i|i'm|i've|i'd|i'll|we|we're|we've|my|our|he|she|they|he's|she's|they're|do you|can you|could you|what|how|any|it's|it|want|wanna|hoping|hope|planning|thinking|might|maybe|would love|trying)\b)`)
	dense = regexp.MustCompile(`[，,；;]+`)

	opening  = regexp.MustCompile(`^(?:(?:so|and|but|well|oh|hey|hi|ok|okay|yes|no|yeah|also|actually|honestly|because|btw|by the way)[, ]+)*`)
	inverted = regexp.MustCompile(`^(?:what|who|whom|whose|where|when|why|which|how|do|does|did|is|are|was|were|can|could|will|would|should|shall|may|might|have|has|am|any|anyone)\b`)
	own      = regexp.MustCompile(`\b(?:i|i'm|i've|i'd|i'll|me|we|us|we're|we've|we'll|myself|ourselves)\b`)
	idioms   = regexp.MustCompile(`(?i)` + strings.Join(collect(lines("idioms.txt")), "|"))
)

// clausesOf cuts a message into clauses. What a sentence asks at its end does
// not make a question of what it says before.
func clausesOf(text string) (all []clause) {
	text = strings.ReplaceAll(text, "’", "'")
	for _, s := range sentences(text) {
		question := strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") || strings.HasSuffix(strings.TrimRight(s, "。.！!"), "吗")
		parts := cut(s)
		for i, p := range parts {
			c := newClause(p)
			first := c.begins()
			c.asks = question && (inverted.MatchString(first) || i == len(parts)-1 && (len(parts) == 1 || !own.MatchString(first)))
			c.others = c.isOthers()
			if all = append(all, c); len(all) == maxClauses {
				return all
			}
		}
	}
	return all
}

func newClause(text string) clause {
	text = strings.TrimSpace(idioms.ReplaceAllString(text, " "))
	return clause{text: text, folded: monthless(fold(text)), stems: stemsOf(text)}
}

func cut(sentence string) (parts []string) {
	if strings.ContainsFunc(sentence, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return dense.Split(sentence, -1)
	}
	from := 0
	for _, m := range joint.FindAllStringSubmatchIndex(sentence, -1) {
		if m[0] > from && breaks(sentence[m[0]:m[2]]) {
			parts = append(parts, sentence[from:m[0]])
			from = m[2]
		}
	}
	return append(parts, sentence[from:])
}

// breaks: a subject alone does not begin a clause ("the book I read"); after a
// comma or a conjunction it does.
func breaks(between string) bool { return strings.TrimSpace(between) != "" }

func stemsOf(text string) map[string]bool {
	all := map[string]bool{}
	for _, w := range words.Index(text) {
		all[w] = true
	}
	return all
}

// says reports a stem or a synonym of it.
func (c clause) says(stem string) bool {
	if c.stems[stem] {
		return true
	}
	for _, other := range synonyms[stem] {
		if c.stems[other] {
			return true
		}
	}
	return false
}

// people are those whom somebody may tell about.
var people = func() (all struct{ spaced, dense []string }) {
	for line := range lines("people.txt") {
		for w := range strings.FieldsSeq(line) {
			if strings.ContainsFunc(w, isDense) {
				all.dense = append(all.dense, w)
			} else {
				all.spaced = append(all.spaced, fold(w))
			}
		}
	}
	return all
}()

var (
	person   = regexp.MustCompile(`\b(?:` + strings.Join(people.spaced, "|") + `)\b|` + strings.Join(people.dense, "|") + `|\b(?:he|she|his|her|someone|somebody)\b|[他她]`)
	nextTo   = regexp.MustCompile(`^用户(?:的|家)?(?:` + strings.Join(people.dense, "|") + `)`)
	somebody = regexp.MustCompile(`^(?:(?:my|our|his|her|their|the) (?:\S+ ){0,2}?(?:` + strings.Join(people.spaced, "|") + `)\b|(?:he|she|they|he's|she's|they're)\b|我(?:的|家)?(?:` + strings.Join(people.dense, "|") + `)|[他她])`)
)

// begins is the clause from where it says something.
func (c clause) begins() string { return opening.ReplaceAllString(c.folded, "") }

// about splits a clause after its subject, if that is somebody else.
func (c clause) about() (who, rest string) {
	said := c.begins()
	at := somebody.FindStringIndex(said)
	if at == nil {
		return "", said
	}
	return said[:at[1]], said[at[1]:]
}

// isOthers reports a clause whose subject is somebody else, and in which the
// user has no part.
func (c clause) isOthers() bool {
	who, rest := c.about()
	return who != "" && !own.MatchString(rest) && !strings.Contains(rest, "我")
}

func collect(all func(func(string) bool)) (out []string) {
	for s := range all {
		out = append(out, s)
	}
	return out
}
