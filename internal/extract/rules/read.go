package rules

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
)

// maxParts is how many parts one statement may have: a list of so many things.
const maxParts = 16

// maxFound is how much one message may tell. Nobody says more about themselves.
const maxFound = 40

// ear goes through the messages of a window and keeps what each speaker said
// last, because they may take it back or correct it.
type ear struct {
	b     *book
	agent string
	last  map[string][]heard // by speaker, of the last message that told something
}

// read gives what one message tells, and which earlier candidate it corrects,
// if any. The speaker is called who, or "User".
func (e ear) read(m souvenir.Message, who string) (all []souvenir.Candidate, gone string) {
	text := head(m.Content)
	if !utf8.ValidString(text) {
		return nil, ""
	}
	text = prose(text)
	earnest := []byte(m.Content) // without what was heard as a correction
	upTo := 0
	var told []heard
	for _, s := range sentences(text) {
		if s.from < upTo || len(all) >= maxFound {
			continue
		}
		l := e.b.tongueOf(s.of(text))
		if len(told) > 0 {
			e.last[who] = told
		}
		if c, old, ok := e.correct(l, m, who, s.of(text)); ok {
			blank(earnest[s.from:s.to])
			gone = old
			all = append(slices.DeleteFunc(all, func(c souvenir.Candidate) bool { return c.Content == old }), c)
			continue
		}
		got, to := l.told(text, s, e.agent, m.At)
		upTo = to
		for _, f := range got {
			quote := strings.Trim(m.Content[f.where.from:f.where.to], " \t\n,:;-–—(，；：")
			if c, ok := l.candidate(f, who, m, quote); ok {
				all = append(all, c)
				told = append(told, heard{f, l, c})
			}
		}
	}
	if len(told) > 0 {
		e.last[who] = told
	}
	if len(all) > 0 && e.b.silent(string(earnest)) {
		delete(e.last, who)
		return nil, ""
	}
	return all, gone
}

// correct hears a sentence as the correction of what its speaker said last, and
// gives the content that it replaces.
func (e ear) correct(l *language, m souvenir.Message, who, sentence string) (c souvenir.Candidate, old string, ok bool) {
	if len(e.last[who]) == 0 {
		return c, "", false
	}
	words, ok := l.correction(sentence)
	if !ok {
		return c, "", false
	}
	ctx := setting{e.agent, m.At, true, map[string]tidied{}}
	for _, alike := range []bool{true, false} {
		for i, h := range slices.Backward(e.last[who]) {
			f, ok := l.corrected(h.f, words, ctx)
			if !ok || h.by != l || alike && capital(f.changed) != capital(words) {
				continue
			}
			if c, ok = l.candidate(f, who, m, strings.TrimSpace(sentence)); !ok {
				continue
			}
			if before := h.c.Evidence[0]; before.Message != m.ID {
				c.Evidence = append(c.Evidence, before)
			}
			e.last[who][i] = heard{f, l, c}
			return c, h.c.Content, true
		}
	}
	return c, "", false
}

// capital tells a name from a word by its first letter.
func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

func (b *book) tongueOf(sentence string) *language {
	if chinese(sentence) {
		return b.languages["zh"]
	}
	return b.languages["en"]
}

// told gives what a sentence of a text tells or asks to remember, and how far
// the text is read by then.
func (l *language) told(text string, s span, agent string, at time.Time) ([]found, int) {
	ctx := setting{agent, at, true, map[string]tidied{}}
	said := strings.ToLower(s.of(text))
	if containsAny(said, l.asking) {
		if r, ok := l.request(text, s, agent); ok {
			return l.remembered(r, ctx), r.where.to
		}
	}
	var all []found
	ok := false
	if containsAny(said, l.slipping) {
		all, ok = l.slip(s.of(text), ctx)
	}
	if !ok {
		all = l.sentence(s.of(text), agent, at)
	}
	for i := range all {
		all[i].where = span{s.from + all[i].where.from, s.from + all[i].where.to}
	}
	return all, s.to
}

func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(text, p) })
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
	if len(all) == 0 {
		return nil
	}
	said := l.plain(s)
	if matches(l.silences["sentence"], said) || matches(l.silences["secret"], said) {
		return nil
	}
	return slices.DeleteFunc(all, func(f found) bool { return f.rule.unless != nil && f.rule.unless.MatchString(said) })
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
		for j := min(len(c.parts), i+maxParts); j > i; j-- {
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
