package sense

import (
	"slices"
	"strings"
)

// gaining are verbs after which somebody has, owns or can do something; what they
// say of is so from then on.
var gaining = map[string]string{
	known.stem("buy"): "own", known.stem("adopt"): "own", known.stem("acquire"): "own", "learn": "speak",
}

// gained is a statement as what it leads to: who bought a car has one.
func (s Statement) gained() Statement {
	at := len(holder(s))
	if at == 0 || at >= len(s.tokens) || s.tokens[at].denied {
		return s
	}
	verb, ok := gaining[s.tokens[at].text]
	if !ok || len(s.Moods) > 0 {
		return s
	}
	s.tokens = slices.Clone(s.tokens)
	s.tokens[at].text, s.tokens[at].light = verb, true
	s.Past, s.perfect, s.has = false, false, verb == "own"
	return s
}

// bereaved finds somebody who died and of whom no more was known than that they
// are there: who has a dog has none when it died.
func (p pair) bereaved() bool {
	if !p.b.mentions("die") || p.a.mentions("die") || p.a.Past || len(p.b.Moods)+len(p.a.Moods) > 0 || slices.ContainsFunc(p.b.tokens, isDenied) {
		return false
	}
	lost, there := holder(p.b), p.a.tokens
	if p.a.mentions(married) && slices.ContainsFunc(lost, func(t token) bool { return spouses[t.text] }) {
		return len(of(holder(p.a), role)) == 0 && compatible(of(lost, name), of(there, name))
	}
	if len(of(lost, role)) == 0 || slices.ContainsFunc(there, isDenied) {
		return false
	}
	for _, t := range p.a.content() {
		if t.kind != role && t.kind != name && t.text != "alive" {
			return false
		}
	}
	return sameRoles(of(lost, role), of(there, role)) && compatible(of(lost, name), of(there, name))
}

// parted finds a couple of whom one left the other.
func (p pair) parted() bool {
	if !p.b.ended || p.a.Past || len(p.a.Moods)+len(p.b.Moods) > 0 || len(of(holder(p.b), role)) > 0 {
		return false
	}
	couple := slices.ContainsFunc(p.a.tokens, func(t token) bool {
		return sweethearts[t.text] || spouses[t.text] || t.text == married || t.text == known.stem("dating")
	})
	said := 0
	for _, t := range p.a.content() {
		if t.kind != role && t.kind != name && t.text != married && t.text != known.stem("dating") {
			said++
		}
	}
	return couple && said == 0 && slices.ContainsFunc(p.b.tokens, func(t token) bool { return t.denied && t.kind == name && p.a.mentions(t.text) })
}

// switches finds another thing in the place of what was used: who switched to tea
// no longer drinks coffee.
func (p pair) switches() bool {
	if !p.b.switched && !p.b.Now || p.b.Past || p.a.Past || slices.ContainsFunc(p.a.tokens, isDenied) || slices.ContainsFunc(p.b.tokens, isDenied) {
		return false
	}
	for _, line := range known.rivals {
		x, y := oneOf(p.a, line), oneOf(p.b, line)
		if x != "" && y != "" && x != y {
			return true
		}
	}
	return false
}

func oneOf(s Statement, line []string) string {
	for _, t := range s.content() {
		for _, w := range line {
			if t.text == w || t.text == known.stem(w) || s.tongue == "zh" && strings.HasPrefix(t.text, w) {
				return w
			}
		}
	}
	return ""
}

// otherKind says that two things are known to be of different kinds: Vim takes the
// place of no Linux.
func otherKind(x, y token) bool {
	kinds := func(t token) (out []int) {
		for i, line := range known.rivals {
			if slices.ContainsFunc(line, func(w string) bool { return w == t.text || known.stem(w) == t.text }) {
				out = append(out, i)
			}
		}
		return out
	}
	a, b := kinds(x), kinds(y)
	return len(a)+len(b) > 0 && !slices.ContainsFunc(a, func(i int) bool { return slices.Contains(b, i) })
}

// dose is how much of something somebody takes, and of what.
func dose(s Statement) (amount string, what []token) {
	taken := false
	for _, t := range s.content() {
		switch {
		case dosing[t.text]:
			taken = true
		case t.kind == number && (strings.HasSuffix(t.text, "mg") || strings.HasSuffix(t.text, "ml")):
			amount = t.text
		default:
			what = append(what, t)
		}
	}
	if !taken {
		amount = ""
	}
	return amount, what
}

var dosing = set("take dose dosage raise increase reduce lower change cut adjust double halve prescribe")

// graduates finds that somebody no longer studies what they studied.
func (p pair) graduates() bool {
	done := func(t token) bool { return graduation[t.text] }
	if !slices.ContainsFunc(p.b.tokens, done) || slices.ContainsFunc(p.a.tokens, done) || p.a.Past || slices.ContainsFunc(append(p.a.content(), p.b.content()...), isDenied) {
		return false
	}
	rest := func(s Statement, without map[string]bool) []token {
		return slices.DeleteFunc(s.content(), func(t token) bool { return without[t.text] || t.kind == date })
	}
	if !slices.ContainsFunc(p.a.content(), func(t token) bool { return studying[t.text] }) {
		return false
	}
	was, is := rest(p.a, studying), rest(p.b, graduation)
	return len(is) == 0 || len(missing(is, was)) == 0 && len(was) > 0
}

var studying = set("study student @school @major")

// redosed finds another dose of the same medicine.
func (p pair) redosed() bool {
	x, of := dose(p.a)
	y, also := dose(p.b)
	return x != "" && y != "" && x != y && len(of) > 0 && (!p.b.Past || !p.b.mentions("take")) && len(missing(of, also)) == 0 && len(missing(also, of)) == 0
}

// begins says that a word only tells that something is new: "started drinking
// coffee", "User's new boss is".
func (s *Statement) begins(ps []piece, i int) bool {
	if i+1 >= len(ps) || i == 0 {
		return false
	}
	switch ps[i].raw {
	case "started", "began", "starts", "begins":
		return strings.HasSuffix(ps[i+1].raw, "ing") && ps[i-1].raw != "to"
	case "new", "current", "present", "latest":
		return i == 2 && s.possessive
	}
	return false
}

// plainly are the words that deny without telling of an end.
var plainly = set("not no never without neither nor none cannot avoid avoids refuse refuses lack lacks free refrain refrains abstain abstains")
