package rules

import (
	"regexp"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// heard is the last thing that somebody told, as long as they may correct it.
type heard struct {
	f  found
	by *language
	c  souvenir.Candidate
}

// corrects reports a message that begins by correcting what was said before.
func (b *book) corrects(text string) bool {
	const most = 200 // nobody says more just to correct a word
	if len(text) > most {
		return false
	}
	all := sentences(text)
	if len(all) == 0 {
		return false
	}
	first := all[0].of(text)
	_, ok := b.tongueOf(first).correction(first)
	return ok
}

// correction gives the words that a sentence puts in the place of others: "no
// wait, I meant Bergen".
func (l *language) correction(sentence string) (string, bool) {
	text := strings.TrimRight(l.plain(visible(sentence)), " .!。！")
	at, re := first(l.corrects, text)
	if at == nil {
		return "", false
	}
	i := 2 * re.SubexpIndex("words")
	return text[at[i]:at[i+1]], true
}

// slip reads a sentence that corrects itself: "I live in Oslo, no wait, Bergen".
func (l *language) slip(s string, ctx setting) ([]found, bool) {
	at, re := first(l.slips, shield(s))
	if at == nil {
		return nil, false
	}
	all := l.sentence(s[:at[0]], ctx.agent, ctx.at)
	if len(all) == 0 {
		return nil, false
	}
	i, last := 2*re.SubexpIndex("words"), len(all)-1
	f, ok := l.corrected(all[last], l.trailing(l.plain(visible(s[at[i]:at[i+1]]))), ctx)
	if ok {
		f.where.to = at[1]
		all[last] = f
	}
	return all, ok
}

// corrected is what was found with other words in it, if it then still says
// something of the same kind.
func (l *language) corrected(f found, words string, ctx setting) (found, bool) {
	old, at := "", -1
	for name, text := range f.captures {
		if i := strings.LastIndex(f.said, text); name != "tail" && name != "run_on" && (i > at || i == at && len(text) > len(old)) {
			old, at = text, i
		}
	}
	if at < 0 || words == "" || strings.EqualFold(old, words) {
		return found{}, false
	}
	got := l.statements(f.said[:at]+words+f.said[at+len(old):], f.where, ctx, 0)
	if len(got) != 1 || got[0].rule != f.rule {
		return found{}, false
	}
	got[0].moment, got[0].explicit, got[0].changed = f.moment, f.explicit, old
	return got[0], true
}

func first(all []*regexp.Regexp, text string) ([]int, *regexp.Regexp) {
	for _, re := range all {
		if at := re.FindStringSubmatchIndex(text); at != nil {
			return at, re
		}
	}
	return nil, nil
}
