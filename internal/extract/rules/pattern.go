package rules

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// kind is what a <capture> may hold.
type kind struct {
	Pattern string   `yaml:"pattern"` // a regular expression; {lists} allowed
	Max     int      `yaml:"max"`     // or: up to so many words
	Commas  bool     `yaml:"commas"`  // words may be separated by commas
	Without []string `yaml:"without"` // words it never contains; {lists} allowed
	Opens   []string `yaml:"opens"`   // words it never starts with; {lists} allowed
	Ends    []string `yaml:"ends"`    // and what it never ends with
	Present bool     `yaml:"present"` // it is a verb, and not in the past tense
}

// vocabulary is what patterns may refer to.
type vocabulary struct {
	words map[string][]string
	kinds map[string]kind
}

// pattern is one pattern of a rule. It reads like the sentence it recognises:
//
//	I live in <place>             <place> captures, as the kind of that name allows
//	my <who:kin> is called <name> <who:kin> captures a word of the list or kind kin
//	I (love|like) {food}          {food} stands for any word of the list
type pattern struct {
	source   string
	openings []string // how a match can start
	inside   []string // how a match of a part can start
	checks   map[string]check
	re       func() (*regexp.Regexp, error) // compiled on first use
}

// check is what a capture must not hold: words, and phrases at its start.
type check struct {
	without map[string]bool
	inside  []string // words of a script without spaces
	opens   []string
	ends    []string
	present bool
}

var (
	reference = regexp.MustCompile(`\{([a-z_]+)\}|<([a-z_0-9]+)(?::([a-z_]+))?>`)
	group     = regexp.MustCompile(`\(\??`)
)

// plainGroups makes every ( of a rule file group without capturing.
func plainGroups(expr string) string {
	return group.ReplaceAllStringFunc(expr, func(open string) string {
		if open == "(" {
			return "(?:"
		}
		return open
	})
}

// whole makes a pattern that recognises a clause from start to end; unless it is
// strict, a tail such as "since I was ten" may follow.
func (v vocabulary) whole(source string, strict bool) (*pattern, error) {
	p, body, err := v.expand(source)
	if err != nil {
		return nil, err
	}
	p.openings = openings(source)
	tail := ""
	if k, ok := v.kinds["tail"]; ok && !strict {
		tail = "(?P<tail>" + plainGroups(k.Pattern) + ")?"
		p.checks["tail"] = v.check(k)
	}
	p.re = compiled("(?i)^(?:" + body + ")" + tail + runOn + "$")
	return p, nil
}

// part makes a pattern that may stand anywhere, at word boundaries.
func (v vocabulary) part(source string) (*pattern, error) {
	p, body, err := v.expand(source)
	if err != nil {
		return nil, err
	}
	p.openings = []string{""}
	p.inside = openings(strings.TrimPrefix(source, `\b`))
	p.re = compiled("(?i)(?:" + body + `)(?:[^\pL\pN]|$)`)
	return p, nil
}

// runOn is what people go on to say without a comma: "i hate cilantro it tastes
// like soap". It is left out.
const runOn = `(?P<run_on>,? (?:(?:it|he|she|they) (?:is|are|was|were|has|have|had|tastes?|makes?|feels?|looks?|smells?|sounds?|keeps?|helps?|gives?|takes?|gets?|can|cannot|always|just|really|never|does|do|did|will|would)|so|because|cause|but|though|although|and already|and still|which|who|and [^,]+ (?:is|are|was|were|has|have|had|makes?)) .+)?`

func compiled(expr string) func() (*regexp.Regexp, error) {
	return sync.OnceValues(func() (*regexp.Regexp, error) { return regexp.Compile(expr) })
}

// expand replaces the references, and notes what captures must not hold.
func (v vocabulary) expand(source string) (*pattern, string, error) {
	p := &pattern{source: source, checks: map[string]check{}}
	var wrong error
	body := plainGroups(source)
	body = reference.ReplaceAllStringFunc(body, func(ref string) string {
		m := reference.FindStringSubmatch(ref)
		if m[1] != "" {
			return v.list(m[1], &wrong)
		}
		name, of := m[2], m[3]
		if of == "" {
			of = name
		}
		k, ok := v.kinds[of]
		if !ok && v.words[of] == nil {
			of, k = "thing", v.kinds["thing"]
			ok = m[3] == ""
		}
		if !ok && v.words[of] == nil {
			wrong = fmt.Errorf("pattern %q: no kind or list %q", source, m[3])
			return ""
		}
		if !ok {
			return "(?P<" + name + ">" + v.list(of, &wrong) + ")"
		}
		p.checks[name] = v.check(k)
		return "(?P<" + name + ">" + v.expression(k, &wrong) + ")"
	})
	return p, body, wrong
}

// expression is the regular expression of a kind.
func (v vocabulary) expression(k kind, wrong *error) string {
	if k.Pattern != "" {
		expr, err := v.refer(plainGroups(k.Pattern))
		*wrong = errors.Join(*wrong, err)
		return expr
	}
	word, gap := `[^\s,]+`, ` `
	if k.Commas {
		gap = `,? `
	}
	return fmt.Sprintf("%s(?:%s%s){0,%d}?", word, gap, word, max(k.Max, 1)-1)
}

// refer replaces each {list} by an alternation of its words.
func (v vocabulary) refer(expr string) (string, error) {
	var wrong error
	expr = reference.ReplaceAllStringFunc(expr, func(ref string) string {
		if !strings.HasPrefix(ref, "{") {
			return ref
		}
		return v.list(strings.Trim(ref, "{}"), &wrong)
	})
	return expr, wrong
}

// list is an alternation of the list's words, the longest first.
func (v vocabulary) list(name string, wrong *error) string {
	words := slices.Clone(v.words[name])
	if words == nil {
		*wrong = fmt.Errorf("no list %q", name)
		return ""
	}
	slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) })
	expr, err := v.refer(plainGroups("(" + strings.Join(words, "|") + ")"))
	*wrong = errors.Join(*wrong, err)
	return expr
}

func (v vocabulary) check(k kind) check {
	c := check{without: map[string]bool{}, ends: k.Ends, present: k.Present}
	for _, w := range v.named(k.Without) {
		if unspaced(w) {
			c.inside = append(c.inside, w)
		} else {
			c.without[w] = true
		}
	}
	c.opens = v.named(k.Opens)
	return c
}

// named replaces each {list} by its words.
func (v vocabulary) named(words []string) []string {
	var all []string
	for _, w := range words {
		if list, ok := v.words[strings.Trim(w, "{}")]; ok && strings.HasPrefix(w, "{") {
			all = append(all, list...)
		} else {
			all = append(all, w)
		}
	}
	return all
}

// match gives the captures and the text they were found in, or nothing when the
// text is something else. A tail with unwelcome words is cut off the text.
func (p *pattern) match(text string) (captures, string, bool) {
	if !slices.ContainsFunc(p.openings, func(o string) bool { return foldPrefix(text, o) }) {
		return nil, "", false
	}
	re, err := p.re()
	if err != nil {
		return nil, "", false
	}
	m := re.FindStringSubmatch(text)
	if m == nil {
		return nil, "", false
	}
	c := captures{}
	if i := re.SubexpIndex("run_on"); i > 0 {
		text = strings.TrimSuffix(text, m[i])
	}
	for i, name := range re.SubexpNames() {
		if name != "" && m[i] != "" {
			c[name] = m[i]
		}
	}
	for name, ck := range p.checks {
		switch {
		case c[name] == "" || ck.allows(c[name]):
		case name == "tail":
			text = strings.TrimSuffix(text, c["tail"])
			delete(c, "tail")
		default:
			return nil, "", false
		}
	}
	return c, text, true
}

// mayBeIn tells quickly that a part is not in a text.
func (p *pattern) mayBeIn(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(p.inside, func(o string) bool { return strings.Contains(text, o) })
}

func (c check) allows(text string) bool {
	text = strings.ToLower(text)
	if c.present && pastForm(text) || slices.ContainsFunc(c.ends, func(e string) bool { return strings.HasSuffix(text, e) }) {
		return false
	}
	for _, w := range strings.Fields(text) {
		if c.without[strings.Trim(w, ".,!?\"'")] {
			return false
		}
	}
	for _, w := range c.inside {
		if strings.Contains(text, w) {
			return false
		}
	}
	for _, w := range c.opens {
		if rest, ok := strings.CutPrefix(text, w); ok && (rest == "" || rest[0] == ' ' || unspaced(w)) {
			return false
		}
	}
	return true
}

// unspaced tells a script that puts no spaces between words.
func unspaced(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// captures are the words a pattern caught, by name.
type captures map[string]string

func foldPrefix(s, lower string) bool {
	return len(s) >= len(lower) && strings.EqualFold(s[:len(lower)], lower)
}
