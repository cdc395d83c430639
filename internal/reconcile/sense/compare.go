package sense

import (
	"slices"
	"strings"
)

// Compare says what a newer statement is to an older one. The guards are asked in
// turn, and the first that knows decides.
func Compare(older, newer Statement) Verdict {
	if older.Empty() || newer.Empty() {
		return Verdict{Apart, "nothing understood"}
	}
	p := pair{older, newer}
	for _, g := range guards {
		if r := g.decide(p); r != "" {
			return Verdict{r, g.name}
		}
	}
	return Verdict{Apart, "different words"}
}

type pair struct{ a, b Statement }

// guard is one thing that two statements must agree on to be the same; nothing
// means that it does not decide.
type guard struct {
	name   string
	decide func(pair) Relation
}

var guards = []guard{
	{"language", pair.language},
	{"modality", func(p pair) Relation { return when(!slices.Equal(p.a.Moods, p.b.Moods), Apart) }},
	{"state", func(p pair) Relation { return when(p.excludes(), Contradicts) }},
	{"death", func(p pair) Relation { return when(p.bereaved(), Contradicts) }},
	{"parting", func(p pair) Relation { return when(p.parted(), Contradicts) }},
	{"graduation", func(p pair) Relation { return when(p.graduates(), Contradicts) }},
	{"holder", func(p pair) Relation { return when(!sameHolder(p.a, p.b), Apart) }},
	{"negation", pair.negation},
	{"order", pair.order},
	{"dose", func(p pair) Relation { return when(p.redosed(), Contradicts) }},
	{"gain", func(p pair) Relation {
		return when(!p.a.Past && p.b.Past && pair{p.a, p.b.gained()}.opposed(), Contradicts)
	}},
	{"tense", pair.tense},
	{"opposites", func(p pair) Relation { return when(p.opposed(), Contradicts) }},
	{"switch", func(p pair) Relation { return when(p.switches(), Contradicts) }},
	{"numbers", func(p pair) Relation { return p.counted(number) }},
	{"dates", func(p pair) Relation { return p.counted(date) }},
	{"wording", pair.wording},
	{"one value", func(p pair) Relation { return when(p.outdated(), Contradicts) }},
	{"choice", func(p pair) Relation { return when(p.chooses(), Contradicts) }},
	{"names and roles", func(p pair) Relation { return when(p.named(), Apart) }},
	{"leftovers", pair.leftovers},
}

// language keeps two languages apart, and leaves languages that it does not speak
// to others: it would not see what denies.
func (p pair) language() Relation {
	switch {
	case p.a.tongue != p.b.tongue:
		return Apart
	case p.a.tongue != unknown:
		return ""
	case slices.Equal(texts(p.a.tokens), texts(p.b.tokens)):
		return Same
	}
	a, b := p.a.content(), p.b.content()
	return when(2*len(missing(b, a)) <= len(a), Doubtful)
}

func when(is bool, r Relation) Relation {
	if is {
		return r
	}
	return ""
}

// meets says that a token stands for what another one says: it is the same, or
// of the same kind and more exact.
func meets(t, wanted token) bool {
	if t.denied != wanted.denied || t.other != wanted.other {
		return false
	}
	if wanted.text == married && spouses[t.text] {
		return true
	}
	return t.text == wanted.text || !t.denied && wanted.text != "" && kindOf(t.text) == wanted.text || t.kind == word && wanted.kind == word && contains(t.text, wanted.text)
}

// contains says that a Chinese word is another one with something before it.
func contains(long, short string) bool {
	if len(short) < 6 || short[0] < 0x80 || len(long) <= len(short) {
		return false
	}
	return strings.HasSuffix(long, short) || strings.HasPrefix(long, short) && strings.ContainsAny(long[len(long)-3:], "区县市镇路村街省州")
}

var (
	married = known.stem("married")
	spouses = set("spouse wife husband")

	sweethearts = set("boyfriend girlfriend")
)

func kindOf(role string) string { return known.roles[role] }

// missing are the tokens of small that big has nothing for; each counts once.
func missing(big, small []token) (out []token) {
	used := make([]bool, len(big))
	for _, t := range small {
		at := -1
		for i, u := range big {
			if !used[i] && meets(u, t) {
				at = i
				break
			}
		}
		if at < 0 && !(t.text == married && slices.ContainsFunc(big, func(u token) bool { return meets(u, t) })) {
			out = append(out, t)
		}
		if at >= 0 && (t.text != married || big[at].text == married) {
			used[at] = true
		}
	}
	return out
}

// wording compares the words themselves.
func (p pair) wording() Relation {
	a, b := p.a.content(), p.b.content()
	lacking, extra := missing(b, a), missing(a, b)
	switch {
	case !p.sameOrder():
		return when(len(lacking) == 0 && len(extra) == 0, Apart)
	case len(lacking) == 0 && len(extra) == 0 && p.misplaced():
		return Doubtful
	case len(lacking) == 0 && len(extra) == 0:
		return Same
	case len(lacking) == 0 && p.b.adds(p.a, extra):
		return Refines
	case len(extra) == 0 && p.a.adds(p.b, lacking):
		return Covered
	}
	return ""
}

// misplaced finds a word that comes after another preposition: a letter to Anna is
// none from her.
func (p pair) misplaced() bool {
	last := func(t token) string {
		words := strings.Fields(t.gap)
		for i := len(words) - 1; i >= 0; i-- {
			if slices.Contains([]string{"with", "for", "from", "to", "by", "about"}, words[i]) {
				return words[i]
			}
		}
		return ""
	}
	for _, t := range p.a.tokens {
		if at := p.b.find(t.text); at >= 0 {
			x, y := last(t), last(p.b.tokens[at])
			if x != "" && y != "" && x != y {
				return true
			}
		}
	}
	return false
}

// sameOrder says whether those that both speak of come in the same order.
func (p pair) sameOrder() bool {
	who := map[string]bool{}
	for _, s := range []Statement{p.a, p.b} {
		for _, t := range s.tokens {
			if t.kind == person || t.kind == name || t.kind == role {
				who[t.text] = true
			}
		}
	}
	order := func(s, of Statement) (out []string) {
		for _, t := range s.tokens {
			if who[t.text] && of.mentions(t.text) {
				out = append(out, t.text)
			}
		}
		return out
	}
	return slices.Equal(order(p.a, p.b), order(p.b, p.a))
}

// twisters change the meaning of what they stand with.
var twisters = set("almost except unless if fake instead hardly barely pretend former only without against half former dream imagine")

// adds says whether a statement only adds to another one: the words that it has
// more leave the meaning of the others alone.
func (s Statement) adds(plain Statement, extra []token) bool {
	isDate := func(t token) bool { return t.kind == date }
	for _, t := range plain.content() {
		if t.denied && !(s.ended && !slices.ContainsFunc(extra, func(t token) bool { return !isDate(t) })) {
			return false // less is denied, not more
		}
	}
	isExtra := map[string]bool{}
	for _, t := range extra {
		if twisters[t.text] || t.denied && !(s.ended && isDate(t)) || t.other {
			return false
		}
		isExtra[t.text] = true
	}
	for i, t := range s.tokens {
		if isExtra[t.text] && !s.harmless(i, isExtra) {
			return false
		}
	}
	return true
}

// loose are words that may follow another one and mean nothing new.
var loose = set("trip trips day days activity session lesson lessons class music food time hobby career industry company district area city region")

// harmless says whether a word more does not make another thing of its neighbours:
// York is not New York, a horse is no horse trailer, Anna is not Anna's brother.
func (s Statement) harmless(i int, isExtra map[string]bool) bool {
	t := s.tokens[i]
	before, after := token{}, token{}
	if i > 0 {
		before = s.tokens[i-1]
	}
	if i+1 < len(s.tokens) {
		after = s.tokens[i+1]
	}
	if s.tongue == "zh" {
		return t.kind != role || strings.ContainsAny(t.gap, ",，")
	}
	joined := t.gap == ""
	switch {
	case places[t.text] && after.text != "" && !isExtra[after.text]:
		return false // near Sam is not with Sam
	case spouses[t.text] && s.mentions(married):
		return true
	case t.kind == role && !strings.Contains(t.gap, "with") && !strings.Contains(t.gap, "and") && !strings.Contains(t.gap, "who"):
		return false
	case i == len(holder(s)) && !strings.Contains(t.gap, "be") && !strings.Contains(t.gap, "have") && (t.kind == word || t.kind == single):
		return false // it is what somebody does
	case i > 1 && strings.Contains(t.gap, "'s"):
		return false // it is somebody's
	case t.kind == name && joined && before.kind == name && !isExtra[before.text]:
		return s.mentions("@name")
	case t.kind == name && after.kind == name && after.gap == "" && !isExtra[after.text]:
		return false
	case t.kind == word && joined && i > 1 && !isExtra[before.text] && !places[t.text] && (before.kind == word || before.kind == name || before.kind == role) && !isVerb(s, i-1):
		return loose[t.text] || strings.HasSuffix(before.text, "ing")
	case t.kind == word && after.text != "" && after.gap == "" && !isExtra[after.text] && (after.kind == word || after.kind == role):
		return s.mentions("@job") || isModifier(t.text) || strings.Contains(t.gap, "and")
	}
	return true
}

// isModifier says that a word leaves the one after it what it is.
func isModifier(stem string) bool {
	return known.modifiers[stem] || places[stem] || activities[stem]
}

// isVerb guesses that a token is what somebody does: it comes right after whom a
// statement is about.
func isVerb(s Statement, i int) bool {
	return i == len(holder(s)) && !s.has && !strings.Contains(s.tokens[i].gap, "be")
}

// leftovers decides on statements that share much and differ in plain words.
func (p pair) leftovers() Relation {
	a, b := p.a.content(), p.b.content()
	lacking := missing(b, a)
	shared := len(a) - len(lacking)
	return when(shared > 0 && 2*shared >= min(len(a), len(b)), Doubtful)
}
