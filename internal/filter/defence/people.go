package defence

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
)

// people are those a window knows of.
type people struct {
	group    bool     // a chat of several, where a memory names whom it is about
	names    []string // of the participants, the longest first
	speakers []string // those of them who said something
	agent    string   // the assistant's name; empty where nobody said, or a participant is called so
}

// Group says that a window is of a chat of several people.
func Group(w souvenir.Window) bool {
	return w.Source != "" && w.Source != "web" && len(w.Participants) > 0
}

// Speaker is the name of the one who said a message of the user's.
func Speaker(m souvenir.Message, w souvenir.Window) string {
	return cmp.Or(strings.TrimSpace(m.Name), strings.TrimSpace(w.Scope.User))
}

func among(w souvenir.Window) people {
	p := people{group: Group(w), names: slices.Clone(w.Participants)}
	if p.group {
		for _, m := range w.Messages {
			if m.Role == souvenir.User {
				p.speakers = append(p.speakers, Speaker(m, w))
			}
		}
		p.names = append(append(p.names, p.speakers...), w.Scope.User)
	}
	p.names = distinct(p.names)
	p.speakers = p.known(distinct(p.speakers))
	slices.SortStableFunc(p.names, func(a, b string) int { return len(b) - len(a) })
	if !slices.ContainsFunc(p.names, func(n string) bool { return strings.EqualFold(n, w.Agent.Name) }) {
		p.agent = strings.TrimSpace(w.Agent.Name)
	}
	return p
}

// known are names as the participants write them.
func (p people) known(names []string) []string {
	for i, n := range names {
		if at := slices.IndexFunc(p.names, func(k string) bool { return strings.EqualFold(k, n) }); at >= 0 {
			names[i] = p.names[at]
		}
	}
	return names
}

// distinct are names as they were written first.
func distinct(names []string) []string {
	var out []string
	for _, n := range names {
		n = strings.TrimSpace(n)
		if n != "" && !slices.ContainsFunc(out, func(o string) bool { return strings.EqualFold(o, n) }) {
			out = append(out, n)
		}
	}
	return out
}

// leading reads whom a sentence is about, if that is a user.
func (p people) leading(sentence string) (statement, bool) {
	for _, name := range p.names {
		for _, called := range []string{name, "@" + name} {
			if rest, ok := cut(sentence, called); ok && nameEnds(name, rest) {
				return statement{who: name, rest: rest}, true
			}
		}
	}
	for _, user := range []string{"user", "the user"} {
		if rest, ok := cut(sentence, user); ok && nameEnds(user, rest) {
			return statement{rest: rest}, true
		}
	}
	return statement{}, false
}

// nameEnds says that no longer name begins there: neither alexandra nor alex-b is
// alex.
func nameEnds(name, rest string) bool {
	r, size := utf8.DecodeRuneInString(rest)
	if strings.ContainsRune("-.@#", r) && size > 0 {
		next := first(rest[size:])
		return !inWord(next)
	}
	return apart(last(name), r)
}

// mentioned says that a text speaks of a user somewhere.
func (p people) mentioned(text string) bool {
	return contains(text, "user") || slices.ContainsFunc(p.names, func(n string) bool { return contains(text, n) })
}

// said are the messages of users, in a group those of one of them if who is given.
func said(w souvenir.Window, who string) []souvenir.Message {
	var out []souvenir.Message
	for _, m := range w.Messages {
		if m.Role == souvenir.User && (who == "" || !Group(w) || strings.EqualFold(Speaker(m, w), who)) {
			out = append(out, m)
		}
	}
	return out
}

// saidIt finds a message of the user's that contains a phrase.
func saidIt(w souvenir.Window, who, phrase string) (souvenir.Message, bool) {
	for _, m := range said(w, who) {
		if contains(m.Content, phrase) {
			return m, true
		}
	}
	return souvenir.Message{}, false
}
