package sense

import (
	"slices"
	"strings"
)

// holder are the tokens that say whom a statement is about.
func holder(s Statement) []token {
	for i, t := range s.tokens {
		if s.copula > 0 && i == s.copula {
			return s.tokens[:i]
		}
		if t.kind != person && t.kind != role && t.kind != name || i > 0 && t.kind == name && !owned(s, i) {
			return s.tokens[:i]
		}
	}
	return s.tokens
}

// owned says that a name belongs to whom the statement is about: "User's brother Tom".
func owned(s Statement, i int) bool {
	before := s.tokens[i-1]
	return before.kind == role && (s.tokens[i].gap == "" || strings.Contains(s.tokens[i].gap, "be") || s.tongue == "zh") || before.kind == name && s.tokens[i].gap == ""
}

// sameHolder says whether two statements are about the same person or thing. A
// name more is fine: the brother may be the brother Tom.
func sameHolder(a, b Statement) bool {
	x, y := holder(a), holder(b)
	if a.has || b.has || a.mentions(married) || b.mentions(married) { // "has a daughter" speaks of the same as "User's daughter"
		return sameRoles(of(a.tokens, role), of(b.tokens, role)) || sameRoles(of(x, role), of(y, role)) && len(of(a.tokens, role)) != len(of(b.tokens, role))
	}
	return sameRoles(of(x, role), of(y, role)) && compatible(of(x, name), of(y, name)) && slices.Equal(of(x, person), of(y, person))
}

// sameRoles compares roles; a wife is a spouse.
func sameRoles(x, y []string) bool {
	return slices.EqualFunc(x, y, func(a, b string) bool { return a == b || kindOf(a) == b || kindOf(b) == a })
}

func of(ts []token, k kind) (out []string) {
	for _, t := range ts {
		if t.kind == k {
			out = append(out, t.text)
		}
	}
	return out
}

func compatible(x, y []string) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	for _, n := range x {
		if !slices.ContainsFunc(y, func(m string) bool { return m == n || kindOf(m) == n || kindOf(n) == m }) {
			return false
		}
	}
	return true
}

// negation finds one that denies what the other affirms.
func (p pair) negation() Relation {
	switch {
	case denies(p.a, p.b), denies(p.b, p.a), denies(p.a, p.b.gained()), denies(p.b, p.a.gained()):
		return Contradicts
	case clash(p.a, p.b):
		return Doubtful
	}
	return ""
}

// denies says whether all that one statement denies is in the other one: who drinks
// no coffee drinks none in the morning.
func denies(no, yes Statement) bool {
	if yes.Past && !no.Past || !slices.ContainsFunc(no.tokens, func(t token) bool { return t.denied }) {
		return false
	}
	common := 0
	for _, t := range no.content() {
		at := slices.IndexFunc(yes.tokens, func(u token) bool {
			return u.text == t.text || kindOf(u.text) == t.text && t.text != "" || contains(u.text, t.text)
		})
		switch {
		case at < 0 && (t.kind == date || t.kind == number || passing[t.text] || !t.denied && no.switched || isReason(no, t)):
		case at < 0:
			return false
		case t.denied && !yes.tokens[at].denied:
			common++
		case t.denied:
			return false
		}
	}
	return common > 0
}

// passing are words that tell when something ended, or by which paper it was.
var passing = set("again last next week month year yesterday today ago recently spring summer autumn winter subscription membership account contract")

// isReason says that a word belongs to what comes after "because".
func isReason(s Statement, t token) bool {
	for _, u := range s.tokens {
		if strings.Contains(u.gap, "because") {
			return true
		}
		if u.text == t.text {
			return false
		}
	}
	return false
}

// clash finds a word that one affirms and the other denies.
func clash(a, b Statement) bool {
	for _, t := range a.content() {
		for _, u := range b.content() {
			if t.text == u.text && t.denied != u.denied {
				return true
			}
		}
	}
	return false
}

// order finds two that compare the same things the other way round.
func (p pair) order() Relation {
	plain := func(s Statement) []string {
		var out []string
		for _, t := range s.content() {
			out = append(out, t.text)
		}
		slices.Sort(out)
		return out
	}
	turned := func(s, o Statement) bool {
		for _, t := range s.content() {
			if at := o.find(t.text); at >= 0 && o.tokens[at].other != t.other {
				return true
			}
		}
		return false
	}
	if !turned(p.a, p.b) || !slices.Equal(plain(p.a), plain(p.b)) {
		return ""
	}
	if p.a.mentions("prefer") {
		return Contradicts
	}
	return Apart
}

// tense finds what was so and is no longer, or is so again.
func (p pair) tense() Relation {
	if p.a.Past == p.b.Past || p.a.perfect || p.b.perfect {
		return ""
	}
	a, b := p.a.content(), p.b.content()
	if p.differ(date) || p.differ(number) || !p.sameOrder() || len(missing(b, a)) > 0 && len(missing(a, b)) > 0 {
		return Apart
	}
	return Contradicts
}

// differ says that both have something of a kind, and not the same.
func (p pair) differ(k kind) bool {
	x, y := of(p.a.tokens, k), of(p.b.tokens, k)
	return len(x) > 0 && len(y) > 0 && !compatible(x, y)
}

// counted decides on statements with different numbers, or dates: another number
// is another value where there is one at a time, and otherwise another matter.
func (p pair) counted(k kind) Relation {
	if !p.differ(k) {
		return ""
	}
	rest := func(s Statement) (out []token) {
		for _, t := range s.content() {
			if t.kind != k && !(t.kind == date && k == number) {
				out = append(out, t)
			}
		}
		return out
	}
	a, b := rest(p.a), rest(p.b)
	alike := len(missing(b, a)) == 0 && len(missing(a, b)) == 0
	if alike && !p.b.Past && (p.a.possessive && p.b.possessive || p.a.has && p.b.has && counts(p.a) && counts(p.b) || singles(p.a) && singles(p.b)) {
		return Contradicts
	}
	if p.outdated() {
		return Contradicts
	}
	return Apart
}

// counts says that a statement tells how many there are of something.
func counts(s Statement) bool {
	return slices.ContainsFunc(s.tokens, func(t token) bool {
		return t.kind == number && !strings.HasSuffix(t.text, "am") && !strings.HasSuffix(t.text, "pm") && (strings.Contains(t.gap, "have") || s.tongue == "zh")
	})
}

func singles(s Statement) bool {
	return slices.ContainsFunc(s.tokens, func(t token) bool { return t.kind == single })
}

func texts(ts []token) []string {
	out := make([]string, len(ts))
	for i, t := range ts {
		out[i] = t.text
	}
	return out
}

// opposed finds two that differ in one word and its opposite.
func (p pair) opposed() bool {
	for _, words := range known.opposites {
		x, y := known.stem(words[0]), known.stem(words[1])
		if p.swapped(x, y) || p.swapped(y, x) {
			return true
		}
	}
	return false
}

func (p pair) swapped(x, y string) bool {
	if !p.a.mentions(x) || !p.b.mentions(y) {
		return false
	}
	lacking, extra := missing(p.b.content(), p.a.content()), missing(p.a.content(), p.b.content())
	only := func(ts []token, text string) bool {
		for _, t := range ts {
			if t.text != text && t.text != "eat" && t.text != "again" {
				return false
			}
		}
		return true
	}
	return only(lacking, x) && only(extra, y)
}

// chooses finds two preferences of which one has only one.
func (p pair) chooses() bool {
	if !p.a.mentions("prefer") && p.a.copula == 0 || !p.b.mentions("prefer") && p.b.copula == 0 {
		return false
	}
	lacking, extra := missing(p.b.content(), p.a.content()), missing(p.a.content(), p.b.content())
	if len(lacking) != 1 || len(extra) != 1 {
		return false
	}
	for _, words := range known.choices {
		in := func(t token) bool {
			return slices.ContainsFunc(words, func(w string) bool { return known.stem(w) == t.text })
		}
		if in(lacking[0]) && in(extra[0]) {
			return true
		}
	}
	return false
}

// named finds two that name different people, things or relations.
func (p pair) named() bool {
	for _, k := range []kind{name, role} {
		if p.differ(k) {
			return true
		}
	}
	return false
}
