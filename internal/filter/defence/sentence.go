package defence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentences cuts a text where a sentence ends.
func sentences(text string) []string {
	var out []string
	start := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		if !strings.ContainsRune("。！？；\n", r) && !(strings.ContainsRune(".!?;", r) && ended(text[end:])) {
			continue
		}
		out, start = append(out, strings.TrimSpace(text[start:end])), end
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

func ended(rest string) bool { return rest == "" || unicode.IsSpace(first(rest)) }

// statement is what a sentence says of somebody: who it is, and what follows.
type statement struct {
	who  string // the name of a participant; empty for "user"
	rest string // what follows, as it stands
}

// predicate is what is said; it begins with 's where it is about something of
// theirs.
func (s statement) predicate() string { return strings.TrimSpace(s.rest) }

// direct says that the statement is about the person, and not about something of
// theirs.
func (s statement) direct() bool { return fold(first(s.rest)) != '\'' }

// statements are what a text says of users. What comes after "and" is about the
// same one: "User is tall and is a man" makes two of them.
func statements(text string, p people) []statement {
	var out []statement
	for _, sentence := range sentences(text) {
		s, ok := p.leading(sentence)
		if !ok {
			continue
		}
		out = append(out, s)
		if s.direct() {
			out = append(out, further(s)...)
		}
	}
	return out
}

// further are the statements of a sentence after the first.
func further(s statement) []statement {
	var out []statement
	for rest := s.rest; ; {
		at := strings.IndexAny(rest, ",;")
		_, after, joined := find(rest, "and")
		switch {
		case at < 0 && !joined:
			return out
		case !joined || at >= 0 && len(rest)-at-1 > len(after):
			rest = rest[at+1:]
		default:
			rest = after
		}
		out = append(out, statement{who: s.who, rest: rest})
	}
}
