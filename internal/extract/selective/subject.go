package selective

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// blockedSubject refuses subjects that are no topic: roles and the talk itself
// always, names unless the entry says something about the person.
func blockedSubject(t extract.Texts, names []string) filter.Rule {
	roles, narration := lower(t.List("blocked.list")), lower(t.List("narration.list"))
	names = lower(append(t.List("names.list"), names...))
	return filter.Rule{Name: "blocked-subject", Check: func(c *souvenir.Candidate, w souvenir.Window) string {
		raw := c.Subject
		c.Subject = strings.TrimSpace(raw)
		subject := strings.ToLower(c.Subject)
		named := slices.Contains(names, subject) || takesPart(subject, w)
		if slices.Contains(roles, subject) || named && !tellsOf(subject, c.Content, narration) {
			return fmt.Sprintf(`blocked subject: "%s"`, raw)
		}
		return ""
	}}
}

func lower(words []string) []string {
	out := make([]string, 0, len(words))
	for _, word := range words {
		if word = strings.ToLower(strings.TrimSpace(word)); word != "" {
			out = append(out, word)
		}
	}
	return out
}

// takesPart says that the subject is one of those who talk.
func takesPart(subject string, w souvenir.Window) bool {
	is := func(name string) bool { return name != "" && strings.ToLower(strings.TrimSpace(name)) == subject }
	return is(w.Agent.Name) || slices.ContainsFunc(w.Participants, is) ||
		slices.ContainsFunc(w.Messages, func(m souvenir.Message) bool { return is(m.Name) })
}

// tellsOf says that the content has the name and behind it something about its
// bearer, as in "Ana lives" or "Ana's birthday", and not "Ana asked" or "with Ana".
func tellsOf(name, content string, narration []string) bool {
	content = strings.ToLower(content)
	for at := 0; name != ""; at += len(name) {
		next := strings.Index(content[at:], name)
		if next < 0 {
			break
		}
		at += next
		if !endsInWord(content[:at], name) && saysSomething(content[at+len(name):], narration) {
			return true
		}
	}
	return false
}

// endsInWord says that the name found is only the end of a longer word.
func endsInWord(before, name string) bool {
	last, first := lastRune(before), []rune(name)[0]
	return isWord(last) && !unicode.Is(unicode.Han, first)
}

func saysSomething(after string, narration []string) bool {
	next := strings.TrimLeft(after, " ")
	if next == "" || strings.HasPrefix(next, "'s ") || strings.HasPrefix(next, "’s ") {
		return next != ""
	}
	word := firstWord(next)
	switch {
	case word == "" || slices.Contains(narration, word):
		return false
	case unicode.Is(unicode.Han, []rune(word)[0]): // nothing parts its words
		return !slices.ContainsFunc(narration, func(n string) bool { return strings.HasPrefix(word, n) })
	}
	return next != after // else the name is the beginning of a longer word
}

func firstWord(text string) string {
	if end := strings.IndexFunc(text, func(r rune) bool { return !isWord(r) }); end >= 0 {
		return text[:end]
	}
	return text
}

func lastRune(text string) rune {
	rs := []rune(text[max(0, len(text)-4):])
	if len(rs) == 0 {
		return ' '
	}
	return rs[len(rs)-1]
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
