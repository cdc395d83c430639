package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tidied is a clause in plain words.
type tidied struct {
	text     string
	explicit bool
}

// tidy puts a clause into plain spelling and takes off what has no meaning: "so
// yeah im really into chess lol" is "I am into chess".
func (l *language) tidy(text string, ctx setting) tidied {
	key := text
	if ctx.first {
		key = "^" + text
	}
	if t, ok := ctx.memo[key]; ok {
		return t
	}
	t := l.tidied(text, ctx)
	ctx.memo[key] = t
	return t
}

func (l *language) tidied(text string, ctx setting) tidied {
	text = visible(text)
	text = l.plain(text)
	t := tidied{}
	for range 6 {
		before := text
		text = strings.TrimLeft(text, " ,.!:;-–—，、")
		if l.opens.may(text) {
			text = l.opener.ReplaceAllString(text, "")
		}
		text = address(text, ctx.agent)
		if l.reminds.may(text) {
			rest := l.remember.ReplaceAllString(text, "")
			t.explicit, text = t.explicit || rest != text, rest
		}
		if text == before {
			break
		}
	}
	text = l.trailing(text)
	if ctx.first {
		text = l.restore(text)
	}
	t.text = l.adverbless(text)
	return t
}

// adverbless takes off what is said inside a statement.
func (l *language) adverbless(text string) string {
	for before := ""; text != before; {
		before, text = text, l.adverb.ReplaceAllString(text, "${1}")
	}
	return text
}

// trailing takes off what is said after a statement.
func (l *language) trailing(text string) string {
	for range 4 {
		before := text
		text = strings.TrimRight(text, " ,.!:;-–—，。！、~")
		text = l.withoutEnder(text)
		if text == before {
			break
		}
	}
	return text
}

func (l *language) withoutEnder(text string) string {
	for _, e := range l.enders {
		n := len(text) - len(e)
		if n < 0 || !strings.EqualFold(text[n:], e) {
			continue
		}
		if n == 0 || strings.ContainsRune(" ,，", rune(text[n-1])) || unspaced(e) {
			return text[:n]
		}
	}
	return text
}

// restore puts back a subject that was left out.
func (l *language) restore(text string) string {
	if l.firstPerson(text) {
		return text
	}
	for _, d := range l.dropped {
		if d.starts.MatchString(text) && !d.unless.MatchString(text) {
			return d.add + lowerFirst(text)
		}
	}
	return text
}

// address takes off the name of the agent that is spoken to.
func address(text, agent string) string {
	if agent == "" || !foldPrefix(text, strings.ToLower(agent)) {
		return text
	}
	rest := text[len(agent):]
	if rest == "" || !strings.ContainsAny(rest[:1], " ,!:.") && !strings.HasPrefix(rest, "，") {
		return text
	}
	return strings.TrimLeft(rest, " ,!:.，")
}

// visible drops emoji, markup and other symbols; the sign of C# is a letter.
func visible(text string) string {
	before := ' '
	return strings.Map(func(r rune) rune {
		last := before
		before = r
		switch {
		case r == '#':
			if unicode.IsLetter(last) {
				return r
			}
			return -1
		case strings.ContainsRune("*_~", r), unicode.Is(unicode.So, r), unicode.Is(unicode.Cf, r), r > unicode.MaxASCII && unicode.Is(unicode.Sk, r), r == '\ufe0f':
			return -1
		}
		return r
	}, text)
}

// lowerFirst makes the start of a sentence a word inside one.
func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); unicode.IsUpper(next) || strings.HasPrefix(s, "I ") {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// plain is text in the words that the rules are written in.
func (l *language) plain(text string) string {
	return l.phrases.Replace(l.spell(text, l.spelling))
}

// unopened is text in plain words from where the statement begins.
func (l *language) unopened(text string) string {
	text = l.plain(text)
	for before := ""; text != before && l.opens.may(text); {
		before, text = text, l.opener.ReplaceAllString(text, "")
	}
	return text
}
