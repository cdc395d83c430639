package filter

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
)

// properName is a name of one or more words.
type properName struct {
	whole string   // with the capital word that opens the sentence before it
	parts []string // those that need a witness
}

// namesIn gives the names in a content: words with a capital that no sentence
// begins with, and words in another script than the rest.
func namesIn(content string, known map[string]bool) []properName {
	var all []properName
	written := writtenWords(content)
	dense := mostlyDense(content, len(written))
	var now properName
	for _, w := range written {
		if !w.follows && len(now.parts) > 0 {
			all, now = append(all, now), properName{}
		}
		if !w.follows {
			now = properName{}
		}
		switch {
		case !isCapital(w.text) && !(dense && w.text[0] < 0x80):
			if len(now.parts) > 0 {
				all = append(all, now)
			}
			now = properName{}
		default:
			now.whole += " " + w.text
			if (!w.opens || dense) && len(w.text) > 1 && !notNames[fold(w.text)] && !known[fold(w.text)] {
				now.parts = append(now.parts, w.text)
			}
		}
	}
	if len(now.parts) > 0 {
		all = append(all, now)
	}
	return all
}

// mostlyDense says that a content is in a script without spaces, and does not only
// quote some of it between so many words.
func mostlyDense(content string, words int) bool {
	dense := 0
	for _, r := range content {
		if isDense(r) {
			dense++
		}
	}
	return dense > 0 && dense >= words
}

func isCapital(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r)
}

type writtenWord struct {
	text    string
	opens   bool // a sentence, a quotation, a bracket
	follows bool // the word before, with nothing but a space between
}

const openers = ".!?:;\"“„«(（[\n。！？：；/*"

func writtenWords(content string) []writtenWord {
	var all []writtenWord
	start, last, opens := -1, -2, true
	end := func(i int) {
		if start < 0 {
			return
		}
		text := strings.Trim(content[start:i], "'’-&")
		text = strings.TrimSuffix(strings.TrimSuffix(text, "'s"), "’s")
		if text != "" {
			all = append(all, writtenWord{text, opens, start == last+1})
		}
		last, start, opens = i, -1, false
	}
	for i, r := range content {
		inside := unicode.IsLetter(r) || start >= 0 && (unicode.Is(unicode.Mn, r) || strings.ContainsRune("'’-&", r))
		switch {
		case !inside || isDense(r):
			end(i)
			opens = opens && !unicode.IsDigit(r) && !isDense(r) || strings.ContainsRune(openers, r)
		case start < 0:
			start = i
		}
	}
	end(len(content))
	return all
}

// known are the names that need no witness: of those who talk.
func known(w souvenir.Window) map[string]bool {
	all := map[string]bool{}
	add := func(name string) {
		all[fold(name)] = true
		for _, part := range terms(name) {
			all[part] = true
		}
	}
	for _, name := range w.Participants {
		add(name)
	}
	for _, m := range w.Messages {
		add(m.Name)
	}
	add(w.Agent.Name)
	add(w.Scope.User)
	add(w.Scope.Agent)
	add(w.Partner)
	return all
}

// lacks gives the first word of a name that is not there.
func (t *testimony) lacks(name properName) string {
	if t.holdsName(squeeze(name.whole)) {
		return ""
	}
	for _, part := range name.parts {
		if !t.names(part) && !t.says(squeeze(part)) {
			return part
		}
	}
	return ""
}

// names reports that a name is there, in this spelling or nearly.
func (t *testimony) names(name string) bool {
	name = fold(name)
	if t.terms[name] || t.holdsName(squeeze(name)) {
		return true
	}
	parts := terms(name)
	if len(parts) < 2 {
		return false
	}
	for _, p := range parts { // Spider-Man is there when both are
		if !t.terms[p] && !t.holdsName(p) {
			return false
		}
	}
	return true
}

func (t *testimony) holdsName(name string) bool {
	if len(name) >= 4 && strings.Contains(t.squeezed, name) || t.initials(name) {
		return true
	}
	for _, other := range aliases[name] {
		if t.terms[other] || len(other) >= 4 && strings.Contains(t.squeezed, other) {
			return true
		}
	}
	for other := range t.terms {
		if alike(name, other) {
			return true
		}
	}
	return false
}

// endings make one name of another: Italy, Italian; Japan, Japanese; Spice, Spices.
var endings = map[string]bool{"": true, "a": true, "y": true, "i": true, "n": true, "s": true, "e": true, "es": true, "an": true, "ia": true, "ian": true, "ese": true, "ish": true, "ic": true, "er": true, "ers": true, "land": true}

// alike names are forms of one, or one with a slip.
func alike(a, b string) bool {
	n := sharedStart(a, b)
	return n >= 4 && endings[a[n:]] && endings[b[n:]] || min(len(a), len(b)) >= 7 && within(a, b, min(len(a), len(b))/5)
}

// initials: WHO is there when the "world health organization" is.
func (t *testimony) initials(name string) bool {
	if len(name) < 3 || len(name) > 5 {
		return false
	}
	var firsts strings.Builder
	for _, w := range terms(t.text[:min(len(t.text), 4<<10)]) {
		firsts.WriteByte(w[0])
	}
	return strings.Contains(firsts.String(), name)
}
