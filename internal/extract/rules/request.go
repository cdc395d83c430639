package rules

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir/internal/chatter"
)

// request is something that the user asks to be remembered, as it was said.
type request struct {
	text   string   // in plain words, without the asking
	listed []string // what stands below it, line by line
	where  span     // in the message
}

// maxLines is how many lines a list may have that somebody asks us to remember.
const maxLines = 60

var (
	bullet = regexp.MustCompile(`^\s*(?:[-*•‣–+]|\d{1,2}[.)、]|[a-z]\))\s*`)
	blanks = regexp.MustCompile(`\n[ \t\r]*\n`)

	// forYou is what we are told to remember it for.
	forYou = regexp.MustCompile(`(?i),? (?:when|whenever|if|before|so|so that|next time|the next time) you\b.*$`)
)

// request gives what the sentence asks to remember, with the list below it. A
// bare "remember, ..." is advice and no request.
func (l *language) request(text string, s span, agent string) (request, bool) {
	rest, colon, ok := l.asked(s.of(text), agent)
	if !ok {
		return request{}, false
	}
	r := request{text: strings.TrimRight(rest, " :："), where: s}
	switch last := s.of(text); {
	case r.text == "", strings.HasSuffix(last, ":"), strings.HasSuffix(last, "："):
		r.below(text)
	case colon:
		r.after(text)
	}
	return r, r.text != "" || len(r.listed) > 0
}

// after takes the sentences in that follow on the same line, up to a question
// or thanks.
func (r *request) after(text string) {
	from := r.where.to
	line, _, _ := strings.Cut(text[from:], "\n")
	for _, s := range sentences(line) {
		said := s.of(line)
		if strings.HasSuffix(said, "?") || strings.HasSuffix(said, "？") || chatter.Plainly(said) {
			break
		}
		r.text += ". " + strings.TrimRight(said, ".!。！")
		r.where.to = from + s.to
	}
}

// below takes the lines in that follow, up to an empty one.
func (r *request) below(text string) {
	end := len(text)
	if at := blanks.FindStringIndex(text[r.where.to:]); at != nil && strings.TrimSpace(text[r.where.to:r.where.to+at[0]]) != "" {
		end = r.where.to + at[0]
	}
	for line := range strings.Lines(text[r.where.to:end]) {
		if item := strings.TrimSpace(bullet.ReplaceAllString(line, "")); item != "" && len(r.listed) < maxLines {
			r.listed = append(r.listed, item)
		}
	}
	r.where.to = end
}

// asked is what follows the asking in a sentence that insists on it: "could you
// please remember that ...?", not "do you remember that ...?".
func (l *language) asked(s, agent string) (rest string, colon, ok bool) {
	question := strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？")
	text := l.plain(visible(s))
	for before := ""; text != before; {
		before = text
		text = strings.TrimLeft(text, " ,.!:;-–—，、")
		text = l.opener.ReplaceAllString(address(text, agent), "")
	}
	asking := l.remember.FindString(text)
	if asking == "" || question && !l.polite.MatchString(asking) {
		return "", false, false
	}
	rest = strings.TrimLeft(text[len(asking):], " ,:，：")
	rest = forYou.ReplaceAllString(l.trailing(strings.TrimRight(rest, "?？ ")), "")
	if question {
		rest = l.polite.ReplaceAllString(rest, "")
	}
	meant := l.insists.MatchString(asking) || !strings.Contains(asking, ",") && l.own(rest)
	return rest, strings.ContainsAny(asking, ":："), meant && !l.unasked.MatchString(rest)
}

// notes are the statements that a request is made of.
func (l *language) notes(r request) []string {
	if r.text == "" && !slices.ContainsFunc(r.listed, bare) {
		return r.listed
	}
	all := strings.Join(r.listed, l.listed)
	if r.text == "" {
		return []string{all}
	}
	if all == "" {
		return []string{r.text}
	}
	return []string{r.text + ": " + all}
}

// bare is something on a list that says nothing by itself: "milk".
func bare(item string) bool {
	return len(strings.Fields(item)) < 3 && utf8.RuneCountInString(item) < 20 && !strings.ContainsFunc(item, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// remembered reads a request: by the rules where they understand all of it, as
// it was said where they do not. What only has one value is understood besides.
func (l *language) remembered(r request, ctx setting) []found {
	var all []found
	for _, said := range l.notes(r) {
		if matches(l.silences["secret"], l.plain(said)) {
			continue
		}
		var understood []found
		for _, s := range sentences(said) {
			understood = append(understood, l.sentence(s.of(said), ctx.agent, ctx.at)...)
		}
		if !l.covers(understood, said, ctx) {
			understood = slices.DeleteFunc(understood, func(f found) bool { return f.rule.Key == "" })
			understood = append(understood, l.verbatim(said, ctx))
		}
		for i := range understood {
			understood[i].where, understood[i].explicit = r.where, true
		}
		all = append(all, understood...)
	}
	return all
}

// covers tells whether what was understood has all that was said.
func (l *language) covers(all []found, said string, ctx setting) bool {
	if len(all) == 0 {
		return false
	}
	var told strings.Builder
	for _, f := range all {
		told.WriteString(strings.ToLower(l.content(f, l.user)) + " ")
	}
	if unspaced(said) {
		return strings.Trim(l.plain(said), told.String()+"我的是了呢吧啊，。；、！ ") == ""
	}
	rest, _ := l.when(l.tidied(said, ctx).text, ctx.at)
	for w := range strings.FieldsFuncSeq(strings.ToLower(l.plain(rest)), notInTerm) {
		if stem := w[:min(len(w), 4)]; len(w) > 3 && !strings.Contains(told.String(), stem) && pronouns[w] == "" && !little[w] {
			return false
		}
	}
	return true
}

// little are words that may be lost when a thing is put into other words.
var little = set("have called named name also just really very much from that this with please")

func notInTerm(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }

// verbatim keeps what was said. The one time that it names gets its date.
func (l *language) verbatim(said string, ctx setting) found {
	f := found{rule: &noted, said: l.trailing(l.plain(said)), captures: captures{}}
	if !l.states(said) {
		f.rule, f.captures = &listed, captures{"what": f.said}
	}
	rest, m := l.when(f.said, ctx.at)
	if _, more := l.when(rest, ctx.at); more.None() && l.code == "en" && !m.None() {
		_, date, _ := strings.Cut(m.Phrase, " ")
		m.Phrase = "(" + date + ")"
		f.moment = m
	}
	return f
}
