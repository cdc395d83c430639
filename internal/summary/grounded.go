package summary

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// notes are snippets as the messages that a statement must rest on.
type notes []souvenir.Message

func notesOf(snippets []souvenir.Memory) (out notes) {
	for i, s := range snippets[:min(len(snippets), maxNotes)] {
		out = append(out, souvenir.Message{ID: strconv.Itoa(i + 1), Role: souvenir.User, Content: said(s), At: s.SaidAt})
	}
	return out
}

// maxStatement is the longest sentence or point in bytes; a longer one is a list.
const maxStatement = 1000

// grounded keeps what the notes say, each once, and at most so many.
func (n notes) grounded(all []statement, most int) []string {
	out := []string{}
	for _, s := range all[:min(len(all), 4*most)] { // a model that cannot stop shall not keep us busy
		if len(out) < most && s.text != "" && len(s.text) <= maxStatement && !slices.Contains(out, s.text) && n.of(s.from).say(s.text) {
			out = append(out, s.text)
		}
	}
	return out
}

// of gives the notes with these numbers: a statement that names its notes must
// rest on them, or it could put one person's name to another one's life. One
// that names none of ours may rest on all.
func (n notes) of(from []int) notes {
	var out notes
	for i, m := range n {
		if slices.Contains(from, i+1) {
			out = append(out, m)
		}
	}
	if len(out) == 0 {
		return n
	}
	return out
}

// say reports that the notes say a statement, as a whole and in each part of it:
// in a long sentence much that is true would cover for little that is not.
func (n notes) say(text string) bool {
	for _, part := range append(clauses(text), text) {
		c := souvenir.Candidate{Memory: souvenir.Memory{Content: part, Evidence: n.evidence()}}
		if filter.Grounded.Check(&c, souvenir.Window{Messages: n}) != "" || len(c.Doubts) > 0 {
			return false
		}
	}
	return !n.deny(text)
}

var negation = regexp.MustCompile(`(?i)\b(?:not|no|never|nobody|none|nothing|without|neither|nor|cannot|nicht|kein\w*|nie|pas|jamais)\b|n['’]t\b|[不没沒無无未]`)

// deny reports a statement that says no where no note does, or does not where
// all of them do.
func (n notes) deny(text string) bool {
	yes := func(m souvenir.Message) bool { return !negation.MatchString(m.Content) }
	no := func(m souvenir.Message) bool { return negation.MatchString(m.Content) }
	if negation.MatchString(text) {
		return !slices.ContainsFunc(n, no)
	}
	return !slices.ContainsFunc(n, yes)
}

func (n notes) evidence() []souvenir.Evidence {
	out := make([]souvenir.Evidence, len(n))
	for i, m := range n {
		out[i] = souvenir.Evidence{Message: m.ID, Quote: m.Content}
	}
	return out
}
