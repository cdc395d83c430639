package sense

import (
	"embed"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/souvenir-memory/souvenir/internal/words"
)

//go:embed lexicon
var files embed.FS

// lexicon is what is known about words. It is read once and never changes.
type lexicon struct {
	english   map[string][]phrase // by their first word, the longest first
	chinese   map[rune][]phrase   // by their first character, the longest first
	base      map[string]string   // irregular forms
	past      map[string]bool     // those that tell of the past
	roles     map[string]string   // a role and its kind
	several   map[string]bool     // roles that one has several of
	units     map[string]string
	exclusive [][]string
	stems     map[string]string // of the exclusive answers
	opposites [][]string
	choices   [][]string
	rivals    [][]string
	scales    map[string]scale
	modifiers map[string]bool
}

// phrase is a way of saying something. Parts that are exact stand for one form only.
type phrase struct {
	parts []part
	text  string // of a Chinese phrase
	means []string
}

type part struct {
	text  string
	exact bool
}

var known = readLexicon()

func readLexicon() *lexicon {
	l := &lexicon{english: map[string][]phrase{}, chinese: map[rune][]phrase{}, base: map[string]string{}, past: map[string]bool{}, roles: map[string]string{}, several: map[string]bool{}, units: map[string]string{}}
	for fields := range lines("irregular.txt", " ") {
		for _, form := range fields[1:] {
			plain := strings.TrimPrefix(form, "*")
			l.base[plain] = fields[0]
			l.past[plain] = l.past[plain] || plain != form
		}
	}
	for fields := range lines("units.txt", " ") {
		unit := strings.TrimSuffix(fields[0], ":")
		for _, name := range fields[1:] {
			l.units[name] = unit
		}
	}
	for fields := range lines("spellings.txt", " ") {
		for _, other := range fields[1:] {
			l.base[other] = fields[0]
		}
	}
	l.readScales()
	l.readRoles()
	l.exclusive, l.opposites, l.choices, l.rivals = all("exclusive.txt"), all("opposites.txt"), all("choices.txt"), all("rivals.txt")
	l.stems = map[string]string{}
	for _, answers := range l.exclusive {
		for _, a := range answers {
			l.stems[a] = l.stem(a)
		}
	}
	l.modifiers = map[string]bool{}
	for _, ws := range all("modifiers.txt") {
		for _, w := range ws {
			l.modifiers[l.stem(w)] = true
		}
	}
	l.readEnglish()
	l.readChinese()
	return l
}

// scale says how many of a smaller unit a unit is.
type scale struct {
	by   float64
	unit string
}

func (l *lexicon) readScales() {
	l.scales = map[string]scale{}
	for fields := range lines("scales.txt", " ") {
		by, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			panic(err) // it is compiled in
		}
		l.scales[fields[0]] = scale{by, fields[2]}
	}
}

// measure is a number with its unit, in the smallest unit of its kind.
func (l *lexicon) measure(n, unit string) string {
	s, ok := l.scales[unit]
	value, err := strconv.ParseFloat(n, 64)
	if !ok || err != nil {
		return n + unit
	}
	return strconv.FormatFloat(math.Round(value*s.by*1e6)/1e6, 'f', -1, 64) + s.unit
}

func (l *lexicon) readRoles() {
	for fields := range lines("roles.txt", " ") {
		kind, several := "", strings.HasPrefix(fields[0], "+")
		if head, ok := strings.CutSuffix(fields[0], ":"); ok {
			kind = l.stem(strings.TrimPrefix(head, "+"))
			l.roles[kind], l.several[kind] = "", several
			fields = fields[1:]
		}
		for _, r := range fields {
			r = l.stem(strings.TrimPrefix(r, "+"))
			l.roles[r], l.several[r] = kind, several
		}
	}
}

func (l *lexicon) readEnglish() {
	for means, ways := range entries("english.txt") {
		for _, way := range ways {
			p := phrase{means: means}
			for w := range strings.FieldsSeq(way) {
				exact, isExact := strings.CutPrefix(w, "=")
				if !isExact {
					exact = l.stem(w)
				}
				p.parts = append(p.parts, part{exact, isExact})
			}
			first := p.parts[0].text
			if p.parts[0].exact {
				first = l.stem(first)
			}
			l.english[first] = append(l.english[first], p)
		}
	}
	for _, ps := range l.english {
		slices.SortStableFunc(ps, func(a, b phrase) int { return weightOf(b) - weightOf(a) })
	}
}

// weightOf puts longer phrases first, and exact ones before others of their length.
func weightOf(p phrase) int {
	n := 2 * len(p.parts)
	for _, part := range p.parts {
		if part.exact {
			return n + 1
		}
	}
	return n
}

func (l *lexicon) readChinese() {
	for means, ways := range entries("chinese.txt") {
		for _, way := range ways {
			first := []rune(way)[0]
			l.chinese[first] = append(l.chinese[first], phrase{text: way, means: means})
		}
	}
	for _, ps := range l.chinese {
		slices.SortStableFunc(ps, func(a, b phrase) int { return len(b.text) - len(a.text) })
	}
}

// stem is the form of an English word that stands for all its forms.
func (l *lexicon) stem(w string) string {
	if b, ok := l.base[w]; ok {
		w = b
	}
	if len(w) < 3 || w == "does" || strings.ContainsAny(w, "-@~<>'") {
		return w
	}
	if ws := words.Index(w); len(ws) == 1 {
		return ws[0]
	}
	return w
}

// entries are the lines of a file as meanings and their ways of saying.
func entries(file string) func(func([]string, []string) bool) {
	return func(yield func([]string, []string) bool) {
		for fields := range lines(file, "\n") {
			means, ways, _ := strings.Cut(fields[0], ":")
			var trimmed []string
			for way := range strings.SplitSeq(ways, ",") {
				if way = strings.TrimSpace(way); way != "" {
					trimmed = append(trimmed, way)
				}
			}
			if !yield(strings.Fields(means), trimmed) {
				return
			}
		}
	}
}

func all(file string) (out [][]string) {
	for fields := range lines(file, " ") {
		out = append(out, fields)
	}
	return out
}

// lines are the lines of a file that say something, cut at sep.
func lines(file, sep string) func(func([]string) bool) {
	text, err := files.ReadFile("lexicon/" + file)
	if err != nil {
		panic(err) // it is compiled in
	}
	return func(yield func([]string) bool) {
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			fields := []string{line}
			if sep == " " {
				fields = strings.Fields(line)
			}
			if !yield(fields) {
				return
			}
		}
	}
}
