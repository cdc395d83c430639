package filter

import (
	"regexp"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// strength is a group of strong words and what stands for them.
type strength struct {
	words   []string // as a content may have them
	stems   []string // as people may say them
	phrases []string // folded
}

var strengths = func() (all []strength) {
	for line := range lines("strong.txt") {
		strong, also, _ := strings.Cut(line, ":")
		s := strength{words: strings.Fields(strong), stems: words.Index(strong)}
		for p := range strings.SplitSeq(also, ",") {
			if p = fold(p); p != "" {
				s.phrases = append(s.phrases, p)
			}
		}
		all = append(all, s)
	}
	return all
}()

// unsaidStrength is the first strong word of a content that nobody in the window
// has a reason for.
func unsaidStrength(content string, w souvenir.Window) string {
	told := wordsOf(content)
	var said *testimony
	for _, s := range strengths {
		word := first(s.words, told)
		if word == "" {
			continue
		}
		if said == nil {
			said = testimonyOf(w.Messages...)
		}
		text := fold(said.text)
		if first(s.words, text) == "" && !said.hasAny(s.stems) && !slices.ContainsFunc(s.phrases, func(p string) bool { return strings.Contains(text, p) }) {
			return word
		}
	}
	return ""
}

// hasAny reports one of the stems of a script with spaces.
func (t *testimony) hasAny(stems []string) bool {
	return slices.ContainsFunc(stems, func(s string) bool { return !strings.ContainsFunc(s, isDense) && t.stems[s] })
}

// wordsOf are the words of a text as they are written, between spaces.
func wordsOf(text string) string {
	folded := fold(text)
	if strings.ContainsFunc(folded, isDense) {
		return folded
	}
	return " " + strings.Join(terms(folded), " ") + " "
}

// first is the first of the words that is in a text.
func first(all []string, text string) string {
	for _, w := range all {
		if strings.Contains(text, " "+w+" ") || strings.ContainsFunc(w, isDense) && strings.Contains(text, w) {
			return w
		}
	}
	return ""
}

// quotation is what a content says in somebody's own words. Short ones are
// titles and names.
var quotation = regexp.MustCompile(`["“]([^"”]+)["”]|「([^」]+)」`)

// inventedQuote is the first quotation that is in no message.
func inventedQuote(content string, w souvenir.Window) string {
	for _, m := range quotation.FindAllStringSubmatch(content, -1) {
		q := m[1] + m[2]
		if len(terms(q)) < 3 {
			continue
		}
		if !slices.ContainsFunc(w.Messages, func(m souvenir.Message) bool { return quoted(m.Content, q) }) {
			return q
		}
	}
	return ""
}
