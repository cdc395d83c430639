package sense

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// piece is a word of an English text on its way to become a token.
type piece struct {
	raw, stem string
	capital   bool
	mark      string // what it means, once that is known
}

var english = regexp.MustCompile(`[\p{L}\p{N}._+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|\d{4}-\d{2}-\d{2}|\d+(?:[.,:]\d+)*|[\p{L}][\p{L}\p{N}]*(?:['+#&.-]+[\p{L}\p{N}]*)*|[,;€$£%]`)

var contractions = strings.NewReplacer("can't", "can not", "cannot", "can not", "won't", "will not", "n't", " not", "I'm", "I am", "i'm", "i am",
	"'ve", " have", "'re", " are", "'d like", " would like", "'d love", " would love", "'ll", " will", "it's", "it is", "she's", "she is", "he's", "he is", "who's", "who is",
	"in order to", "to", "has got ", "has ", "have got ", "have ", "The User", "User", "the user", "User", "The user", "User")

func readEnglish(text string) Statement {
	s := Statement{tongue: "en"}
	ps := pieces(contractions.Replace(coupled(text)))
	ps = turned(summed(ps))
	s.tense(ps)
	s.shape(ps)
	ps = s.replaced(ps)
	s.interpret(ps)
	return s
}

// pieces cuts a text into words; articles are left out.
func pieces(text string) []piece {
	var out []piece
	for i, raw := range english.FindAllString(text, -1) {
		raw = strings.TrimRight(raw, ".-'&")
		own := false
		if head, ok := strings.CutSuffix(raw, "'s"); ok {
			raw, own = head, true
		}
		out = append(out, cut(raw, i == 0)...)
		if own {
			out = append(out, piece{raw: "'s", stem: "'s"})
		}
	}
	return slices.DeleteFunc(out, func(p piece) bool { return p.raw == "a" || p.raw == "an" || p.raw == "the" })
}

// cut makes a piece of a word, or several of one with hyphens.
func cut(raw string, first bool) []piece {
	lower := strings.ToLower(raw)
	switch lower {
	case "user", "i", "me", "myself":
		return []piece{{raw: "user", stem: "user"}}
	case "my", "mine":
		return []piece{{raw: "user", stem: "user"}, {raw: "'s", stem: "'s"}}
	case "non":
		return []piece{{raw: "not", stem: "not"}}
	case "nonsmoker":
		return append(cut("not", false), cut("smoker", false)...)
	case "twice":
		return []piece{{raw: "2", stem: "2"}, {raw: "times", stem: "times"}}
	}
	if strings.Contains(lower, "@") {
		return []piece{{raw: lower, stem: lower, capital: true}}
	}
	if spelt, ok := known.base[lower]; ok && strings.Contains(lower, "-") {
		lower, raw = spelt, spelt
	}
	if !isRole(lower) && strings.Contains(lower, "-") && !strings.ContainsFunc(lower, unicode.IsDigit) {
		var out []piece
		for part := range strings.SplitSeq(raw, "-") {
			if part != "" {
				out = append(out, cut(part, first)...)
			}
		}
		return out
	}
	r, _ := firstRune(raw)
	return []piece{{raw: lower, stem: known.stem(lower), capital: unicode.IsUpper(r) && !(first && isCommon(lower))}}
}

func firstRune(s string) (rune, bool) {
	for _, r := range s {
		return r, true
	}
	return 0, false
}

// isCommon says that a word at the beginning is hardly a name.
func isCommon(lower string) bool {
	_, phrase := known.english[known.stem(lower)]
	return phrase || numberOf(lower) != ""
}

// turned puts what a statement is about first: "Blue is the user's favourite colour".
func turned(ps []piece) []piece {
	is := slices.IndexFunc(ps, func(p piece) bool { return p.stem == "be" })
	if is <= 0 || is+1 >= len(ps) || ps[0].raw == "user" {
		return fronted(ps)
	}
	left, right := ps[:is], ps[is+1:]
	if len(left) > 2 && left[0].raw == "name" && left[1].raw == "of" { // the name of the user's doctor is
		return slices.Concat(left[2:], []piece{{raw: "'s", stem: "'s"}, left[0], ps[is]}, right)
	}
	switch {
	case right[0].raw == "where" && len(right) > 2 && right[len(right)-1].stem == "live":
		return slices.Concat(right[1:], []piece{{raw: "in", stem: "in"}}, left)
	case right[0].raw == "name" && len(right) > 2 && right[1].raw == "of":
		return slices.Concat(right[2:], []piece{ps[is]}, left)
	case len(right) > 2 && right[0].raw == "user" && right[1].raw == "'s":
		return slices.Concat(right, []piece{ps[is]}, left)
	}
	return ps
}

// fronted moves what stands before the user to the end: "On Saturdays the user swims".
func fronted(ps []piece) []piece {
	at := slices.IndexFunc(ps, func(p piece) bool { return p.raw == "user" })
	if at <= 0 || !slices.Contains([]string{"on", "every", "in", "at", "since", "for", "during", "after", "before", "each"}, ps[0].raw) {
		return ps
	}
	front := slices.DeleteFunc(slices.Clone(ps[:at]), func(p piece) bool { return p.raw == "," })
	return slices.Concat(ps[at:], front)
}

// tense looks at the first verb that shows one.
func (s *Statement) tense(ps []piece) {
	for i, p := range ps {
		switch {
		case p.raw == "has" || p.raw == "have" || p.raw == "had" || p.raw == "'ve":
			if i+1 < len(ps) && (isPast(ps[i+1]) || known.base[ps[i+1].raw] != "" && ps[i+1].raw != "no" || ps[i+1].raw == "been") {
				s.perfect = true
				return
			}
			s.Past = p.raw == "had"
			return
		case p.stem == "be" || p.stem == "do":
			s.Past = known.past[p.raw]
			if p.stem == "be" && !s.Past && slices.ContainsFunc(ps[i+1:min(i+3, len(ps))], func(q piece) bool { return leaving[q.raw] }) {
				s.Moods = append(s.Moods, "future")
			}
			return
		case i > 0 && isPast(p) && !p.capital && ps[i-1].raw != "'s":
			s.Past = true
			return
		case i > 0 && ps[i-1].raw == "user" && !isRole(p.stem) && p.raw != "'s" && !p.capital && !strings.HasSuffix(p.raw, "ly") && !adverbs[p.raw]:
			return // a verb in the present
		}
	}
}

var (
	adverbs = set("almost just also never always often now not no longer still once already recently nearly soon")
	leaving = set("flying traveling travelling moving leaving arriving visiting departing") // one says so of what is to come
)

func isPast(p piece) bool {
	return known.past[p.raw] || strings.HasSuffix(p.raw, "ed") && len(p.raw) > 4 && p.raw != "need" && p.raw != "married" && p.raw != "divorced"
}

func isRole(w string) bool {
	_, ok := known.roles[known.stem(w)]
	return ok
}

// shape notes how a statement is built: what somebody's something is, or has.
func (s *Statement) shape(ps []piece) {
	s.possessive = len(ps) > 2 && ps[0].raw == "user" && ps[1].raw == "'s"
	for i, p := range ps {
		if p.stem == "have" && !s.perfect && i < 6 {
			s.has = true
			return
		}
		if p.stem == "be" || p.stem == "do" || p.raw == "not" {
			return
		}
	}
}

// replaced puts what phrases mean in their place.
func (s *Statement) replaced(ps []piece) []piece {
	var out []piece
	for i := 0; i < len(ps); {
		if s.begins(ps, i) {
			s.Past = false
			i++
			continue
		}
		p, n := known.match(ps[i:])
		if n == 0 || ps[i].capital && n == 1 && i > 0 { // a name is a name
			out = append(out, ps[i])
			i++
			continue
		}
		if p.means[0] == "not" && len(p.means) > 1 { // left
			if i > 0 && ps[i-1].raw != "user" && !ps[i-1].capital && !isRole(ps[i-1].stem) && ps[i-1].stem != "have" {
				out = append(out, ps[i])
				i++
				continue
			}
			p.means = p.means[:1]
		}
		if p.parts[0].text == "called" && n == 1 && i > 0 && ps[i-1].raw == "user" { // on the phone
			p.means = []string{"call"}
		}
		if p.means[0] == "~future" && n == 3 && i+n < len(ps) && ps[i+n].capital { // going to a place
			p.means = []string{"~future", "visit"}
		}
		if p.means[0] == "not" && isPast(ps[i]) {
			s.Past = false // it has come to an end: it is not so
		}
		s.ended = s.ended || p.means[0] == "not" && !plainly[ps[i].raw]
		if p.parts[0].exact && (strings.HasPrefix(p.means[0], "@") || strings.TrimPrefix(p.means[0], "-") == "employed" || p.means[0] == "live") || slices.Contains(timeless, p.means[0]) {
			s.Past = false
		}
		if ps[i].stem == "switch" {
			s.switched = true
			if p.means[0] == "use" {
				s.Past, s.Now = false, true
			}
		}
		out = append(out, meaning(p, ps[i])...)
		i += n
	}
	return out
}

// timeless are things that stay so, however one tells of them.
var timeless = []string{"graduate", "retire", "married", "divorced", "engaged", "widowed", "@birth", "die", "@name", "@age"}

func meaning(p phrase, at piece) []piece {
	var out []piece
	for _, m := range p.means {
		switch m {
		case "'s", "be", "have":
			out = append(out, piece{raw: m, stem: m})
		case ".":
			out = append(out, piece{raw: at.raw, stem: at.stem, mark: m})
		default:
			plain := strings.TrimPrefix(m, "-")
			raw := at.raw
			if little[at.stem] {
				raw = plain // "from home" is no "from"
			}
			out = append(out, piece{raw: raw, stem: known.stem(plain), mark: m})
		}
	}
	return out
}

// match finds the longest phrase that the pieces begin with. Whose something is
// does not matter inside of one: "quit his job at".
func (l *lexicon) match(ps []piece) (phrase, int) {
	for _, p := range l.english[ps[0].stem] {
		if n := p.fits(ps); n > 0 {
			return p, n
		}
	}
	return phrase{}, 0
}

// fits is how many pieces a phrase takes, or 0.
func (p phrase) fits(ps []piece) int {
	at := 0
	for i, part := range p.parts {
		for at < len(ps) && i > 0 && !part.is(ps[at]) && owners[ps[at].raw] {
			at++
		}
		if at >= len(ps) || !part.is(ps[at]) {
			return 0
		}
		at++
	}
	return at
}

func (p part) is(w piece) bool {
	return p.exact && w.raw == p.text || !p.exact && w.stem == p.text
}

var owners = map[string]bool{"his": true, "her": true, "their": true}
