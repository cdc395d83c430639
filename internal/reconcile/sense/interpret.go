package sense

import (
	"slices"
	"strings"
)

// interpret makes tokens of pieces.
func (s *Statement) interpret(ps []piece) {
	r := reader{s: s, ps: ps}
	for r.i < len(ps) {
		r.step()
	}
	if at := s.find("like"); at > 0 && r.most {
		s.tokens[at].text = "prefer"
	}
	s.settle()
}

// reader goes over pieces once.
type reader struct {
	s      *Statement
	ps     []piece
	i      int
	gap    []string
	denied bool
	other  bool
	most   bool // "best" was there: what one likes best one prefers
	from   bool // "from" was there, so that "to" says where to
}

func (r *reader) step() {
	p := r.ps[r.i]
	r.i++
	switch {
	case strings.HasPrefix(p.mark, "~"):
		r.s.Moods = append(r.s.Moods, p.mark[1:])
	case p.mark == "<past":
		r.s.Past = true
	case p.mark == ">now":
		r.s.Now = true
	case p.mark == "not":
		r.denied = !r.denied
	case p.raw == "," || p.raw == ";":
		r.gap = append(r.gap, ",")
	case p.raw == "but" || p.raw == "although" || p.raw == "while" || p.raw == "yet" || p.raw == "however":
		r.denied, r.other = false, false
		r.gap = append(r.gap, p.raw)
	case p.raw == "and":
		r.gap = append(r.gap, "and")
	case numberOf(p.raw) != "":
		r.number(p)
	default:
		r.plain(p)
	}
}

func (r *reader) plain(p piece) {
	switch {
	case p.raw == "over" || p.raw == "than" || p.raw == "to" && (r.from || r.s.switched || r.s.mentions("prefer") && len(r.s.tokens) > 2):
		r.other = true
		if r.s.switched {
			r.denied = false
		}
		r.gap = append(r.gap, p.raw)
	case p.raw == "from":
		r.from = true
		r.gap = append(r.gap, p.raw)
		if r.s.switched {
			r.denied = true
		}
	case p.raw == "user":
		r.add(token{text: "user", kind: person})
	case p.stem == "be" && len(r.s.tokens) > 1 && r.s.possessive && r.s.copula == 0:
		r.s.copula = len(r.s.tokens)
		r.gap = append(r.gap, p.stem)
	case p.mark == ".", p.mark == "" && little[p.stem] && (!p.capital || titles[p.raw]):
		r.most = r.most || p.raw == "best" || p.raw == "most"
		r.gap = append(r.gap, r.little(p))
	case p.stem == "own" || p.stem == "possess":
		r.add(token{text: "own", light: true})
	default:
		r.word(p)
	}
}

// little is a word that holds others together, and be and have in one form.
func (r *reader) little(p piece) string {
	if p.stem == "be" || p.stem == "have" {
		return p.stem
	}
	return p.raw
}

func (r *reader) word(p piece) {
	t := token{text: p.stem, capital: p.capital}
	switch {
	case strings.HasPrefix(p.mark, "@"):
		t.text, t.kind = p.mark, single
	case strings.HasPrefix(p.mark, "-"):
		r.denied = !r.denied
	case isRole(p.stem):
		t.kind = role
	case slices.Contains(days, p.raw) || p.capital && slices.Contains(months, p.raw):
		t.kind = date
	case p.capital && p.mark == "":
		t.kind = name
		t.text = p.raw
	case p.raw == "old" && len(r.s.tokens) > 0 && strings.HasSuffix(r.last().text, "year"):
		r.age()
		return
	}
	r.add(t)
}

func (r *reader) last() *token { return &r.s.tokens[len(r.s.tokens)-1] }

// age makes "34 years old" what "aged 34" is.
func (r *reader) age() {
	n := *r.last()
	n.text = strings.TrimSuffix(n.text, "year")
	r.s.tokens = r.s.tokens[:len(r.s.tokens)-1]
	r.s.tokens = append(r.s.tokens, token{text: "@age", kind: single, denied: n.denied, gap: n.gap}, n)
}

func (r *reader) number(p piece) {
	t := token{text: numberOf(p.raw), kind: number}
	if len(p.raw) == 10 && p.raw[4] == '-' || len(p.raw) == 4 && (strings.HasPrefix(p.raw, "19") || strings.HasPrefix(p.raw, "20")) {
		t.kind = date
		r.add(t)
		return
	}
	if r.i < len(r.ps) {
		if unit, ok := known.units[r.ps[r.i].raw]; ok {
			t.text = known.measure(t.text, unit)
			r.i++
		}
	}
	bare := r.i == len(r.ps) || r.ps[r.i].raw == "," || r.ps[r.i].raw == "and"
	if bare && t.text == numberOf(p.raw) && len(r.gap) > 0 && r.gap[len(r.gap)-1] == "be" && !r.s.mentions("@age") {
		r.add(token{text: "@age", kind: single})
	}
	r.add(t)
}

func (r *reader) add(t token) {
	t.denied = r.denied && t.kind != person
	t.other = r.other
	t.gap = strings.Join(r.gap, " ")
	r.gap = r.gap[:0]
	r.s.tokens = append(r.s.tokens, t)
}

// settle tidies what only the whole statement shows.
func (s *Statement) settle() {
	s.roundabout()
	s.agent()
	s.naming()
	s.job()
	slices.Sort(s.Moods)
	s.Moods = slices.Compact(s.Moods)
}

// roundabout leaves out verbs that only lead to the point: "writes Go code" is
// "codes in Go", and "uses Vim as editor" is "'s editor is Vim".
func (s *Statement) roundabout() {
	if len(s.tokens) < 3 || s.tokens[0].kind != person {
		return
	}
	verb := s.tokens[1].text
	as := slices.ContainsFunc(s.tokens[2:], func(t token) bool { return strings.Contains(t.gap, "as") })
	if as && (verb == "use" || verb == "run" || verb == "own") || verb == known.stem("write") && s.mentions("code") {
		s.tokens = slices.Delete(s.tokens, 1, 2)
	}
}

// agents are people named after what they do: a guitar player plays the guitar.
var agents = map[string]string{"player": "play", "user": "use", "fan": "like", "lover": "like", "owner": "", "student": "studi", "speaker": "speak", "collector": "collect",
	"support": "@team", "drinker": "drink", "smoker": "smoke", "eater": "eat", "swimmer": "swim", "dancer": "danc"}

// agent makes "is a guitar player" what "plays guitar" is.
func (s *Statement) agent() {
	n := len(s.tokens)
	if n < 2 {
		return
	}
	last := s.tokens[n-1]
	verb, ok := agents[last.text]
	if last.kind == person && !strings.HasPrefix(last.gap, "be") && n > 2 && s.tokens[n-2].kind != person {
		verb, ok = "use", true
	}
	if !ok || s.tokens[0].kind != person || !strings.Contains(s.tokens[1].gap, "be") {
		return
	}
	denied := s.tokens[1].denied
	s.tokens = s.tokens[:n-1]
	if verb != "" {
		t := token{text: verb, denied: denied}
		s.tokens = slices.Insert(s.tokens, 1, t)
	}
}

// naming leaves out that something is named: "a dog named Rex" is "a dog, Rex".
// Only the user's own name is worth a word.
func (s *Statement) naming() {
	for i := len(s.tokens) - 1; i > 0; i-- {
		if s.tokens[i].text == "@name" && !(i == 1 && s.tokens[0].kind == person && !s.has) {
			if s.copula > i {
				s.copula--
			}
			if s.copula == 0 && s.possessive && !s.has {
				s.copula = i
			}
			s.tokens = slices.Delete(s.tokens, i, i+1)
			if i < len(s.tokens) && s.tokens[i].kind == word {
				s.tokens[i].kind = name
			}
		}
	}
}

// job makes "is a nurse" what "works as a nurse" is.
func (s *Statement) job() {
	at := slices.IndexFunc(s.tokens, func(t token) bool { return t.text == "@job" })
	if at == len(s.tokens)-1 && at > 1 { // a carpenter by profession
		t := s.tokens[at]
		s.tokens = slices.Insert(s.tokens[:at], 1, t)
	}
	if at >= 0 || s.copula > 0 && s.tokens[s.copula-1].kind != role {
		return
	}
	for i := 1; i < len(s.tokens); i++ {
		t := s.tokens[i]
		if !strings.Contains(t.gap, "be") || t.kind == name || t.kind == single {
			continue
		}
		end := i
		for end+1 < len(s.tokens) && s.tokens[end+1].gap == "" && s.tokens[end+1].kind == word {
			end++
		}
		if isJob(s.tokens[end].text) {
			s.tokens = slices.Insert(s.tokens, i, token{text: "@job", kind: single, denied: t.denied, gap: t.gap})
			if s.copula == i {
				s.copula = 0
			}
		}
		return
	}
}
