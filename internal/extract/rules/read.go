package rules

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
)

// maxFound is how much one message may tell. Nobody says more about themselves.
const maxFound = 40

// read gives what one message tells. The speaker is called who, or "User".
func (b *book) read(m souvenir.Message, who, agent string) []souvenir.Candidate {
	text := head(m.Content)
	if !utf8.ValidString(text) {
		return nil
	}
	text = prose(text)
	var all []souvenir.Candidate
	for _, s := range sentences(text) {
		l := b.languages["en"]
		if chinese(s.of(text)) {
			l = b.languages["zh"]
		}
		for _, f := range l.sentence(s.of(text), agent, m.At) {
			quote := strings.Trim(m.Content[s.from+f.where.from:s.from+f.where.to], " \t,:;-–—(，；：")
			if c, ok := l.candidate(f, who, m, quote); ok {
				all = append(all, c)
			}
		}
		if len(all) >= maxFound {
			break
		}
	}
	if len(all) > 0 && b.silent(m.Content) {
		return nil
	}
	return all
}

// silent tells whether a message as a whole is not about the user.
func (b *book) silent(text string) bool {
	text = strings.ReplaceAll(text[:min(len(text), 2000)], "’", "'")
	return matches(b.silences, text)
}

// sentence reads one sentence. Reasons to keep quiet are looked for only when
// there is something to keep quiet about, because mostly there is not.
func (l *language) sentence(s, agent string, at time.Time) []found {
	s, ok := l.statement(s)
	if !ok || !l.selves.speak(s) {
		return nil
	}
	var all []found
	runs := l.led(s, l.clauses(s), at)
	mine, heard, memo := false, 0, map[string]tidied{}
	for i, c := range runs {
		ctx := setting{agent, at, i == 0, memo}
		if c.carried && !mine {
			continue // "my aunt cooked and used to sing" is about the aunt
		}
		mine = c.carried || l.firstPerson(l.tidy(c.parts[0].of(s), ctx).text)
		got := l.clause(s, c, ctx)
		if len(got) == 0 {
			continue
		}
		if slices.ContainsFunc(runs[heard:i+1], func(c clauses) bool { return matches(l.silences["rest"], l.unopened(c.said(s))) }) {
			break
		}
		heard = i + 1
		all = append(all, got...)
	}
	if len(all) > 0 && matches(l.silences["sentence"], l.plain(s)) {
		return nil
	}
	return all
}

// statement is the part of a sentence before its question, if it has one: "I'm
// vegan, so what should I cook?" states something first.
func (l *language) statement(s string) (string, bool) {
	if !strings.HasSuffix(s, "?") && !strings.HasSuffix(s, "？") {
		return s, true
	}
	at := l.asks.FindStringIndex(shield(s))
	if at == nil || at[0] == 0 {
		return "", false
	}
	return s[:at[0]], true
}

// setting is what a clause cannot say itself.
type setting struct {
	agent string
	at    time.Time
	first bool // it starts its sentence
	memo  map[string]tidied
}

// clause reads the parts of a clause: as many as possible as one statement,
// then what is left.
func (l *language) clause(s string, c clauses, ctx setting) []found {
	all := l.mentions(s, c, ctx)
	subject := ""
	for i := 0; i < len(c.parts); i++ {
		for j := min(len(c.parts), i+5); j > i; j-- {
			text, where := l.spoken(s, c, i, j, subject)
			if got := l.statements(text, where, ctx, 0); len(got) > 0 {
				all = append(all, got...)
				i = j - 1
				break
			}
		}
		if said, _ := l.when(l.tidy(c.parts[i].of(s), ctx).text, ctx.at); l.firstPerson(said) {
			subject = said
		}
		ctx.first = false
	}
	return all
}

// spoken is what parts i to j say, with what they leave out because it was said
// just before.
func (l *language) spoken(s string, c clauses, i, j int, subject string) (string, span) {
	where := c.whole(i, j)
	text := where.of(s)
	if i > 0 {
		if more, ok := l.fragment(subject, text); ok {
			text = more
		}
		return text, where
	}
	if c.carried {
		text, where.from = carriedSubject+text, c.from
	}
	if c.lead != "" {
		text, where.from = l.append(text, c.lead), c.from
	}
	return text, where
}

func matches(silences []*regexp.Regexp, text string) bool {
	for _, s := range silences {
		if s.MatchString(text) {
			return true
		}
	}
	return false
}
