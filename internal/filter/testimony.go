package filter

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// testimony is what the messages say that a candidate rests on, in the forms in
// which it is asked.
type testimony struct {
	text     string // all of it
	squeezed string // its letters and digits, folded, without anything between
	stems    map[string]bool
	terms    map[string]bool
	numbers  map[float64]bool
	at       []time.Time
	moments  []moment // resolved when first asked for
	timed    bool
}

// maxTestimony bounds what is read of one message: a page may be very long, and
// a candidate rests on a few sentences of it.
const maxTestimony = 64 << 10

func testimonyOf(ms ...souvenir.Message) *testimony {
	t := &testimony{stems: map[string]bool{}, terms: map[string]bool{}, numbers: map[float64]bool{}}
	for _, m := range ms {
		t.add(m)
	}
	return t
}

func (t *testimony) add(m souvenir.Message) {
	text := clipped(m.Content)
	t.text += "\n" + text
	t.timed = false
	if !m.At.IsZero() {
		t.at = append(t.at, m.At)
	}
	for _, w := range words.Index(text) {
		t.stems[w] = true
	}
	all := terms(text)
	for _, w := range all {
		t.terms[w] = true
	}
	t.squeezed += " " + strings.Join(all, "")
	for _, n := range numbersIn(text, true) {
		t.numbers[n.value] = true
	}
}

func clipped(text string) string {
	if len(text) <= maxTestimony {
		return text
	}
	end := maxTestimony
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// says reports that a stem is there: itself, a synonym, a relative, or the same
// with another spelling.
func (t *testimony) says(stem string) bool {
	if t.stems[stem] || t.synonym(stem) {
		return true
	}
	if pair := []rune(stem); len(pair) == 2 && isDense(pair[0]) {
		return t.stems[string(pair[0])] && t.stems[string(pair[1])]
	}
	for other := range t.stems {
		if related(stem, other) {
			return true
		}
	}
	return false
}

func (t *testimony) synonym(stem string) bool {
	for _, other := range synonyms[stem] {
		if t.stems[other] {
			return true
		}
	}
	return false
}

// related words share their beginning, as photo and photography do, or differ
// by a letter or two, as whisky and whiskey do.
func related(a, b string) bool {
	short, long := min(len(a), len(b)), max(len(a), len(b))
	if short < 4 {
		return false
	}
	if n := sharedStart(a, b); n == short || n >= 5 && 3*n >= 2*long {
		return true
	}
	return short >= 5 && within(a, b, short/5)
}

func sharedStart(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// within reports that at most so many letters (and never more than two) have to
// be changed to make one word of the other.
func within(a, b string, most int) bool {
	most = min(most, 2)
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > most || len(y)-len(x) > most {
		return false
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range y {
			cost := diagonal
			if r != s {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(y)] <= most
}
