package filter

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/souvenir-memory/souvenir"
)

// SameLanguage refuses what was put into another language than it was said in,
// as far as both are plain to see, and fills in the language.
var SameLanguage = Rule{Name: "same-language", Check: func(c *souvenir.Candidate, w souvenir.Window) string {
	tongue, sure := languageOf(unquoted.ReplaceAllString(c.Content, " "))
	said := ""
	for _, e := range c.Evidence {
		m, ok := w.Find(e.Message)
		if !ok {
			continue
		}
		theirs, plain := languageOf(clipped(m.Content))
		if !sure || !plain || theirs == tongue || alsoIn(e.Quote, tongue) {
			c.Language = cmp.Or(c.Language, tongue, theirs)
			return ""
		}
		said = theirs
	}
	c.Language = cmp.Or(c.Language, tongue)
	if said == "" {
		return ""
	}
	return fmt.Sprintf("it is in %s, and was said in %s", languageName[tongue], languageName[said])
}}

// unquoted leaves out what keeps its own language: quotations and titles.
var unquoted = regexp.MustCompile(`"[^"]*"|“[^”]*”|'[^']{2,}'|《[^》]*》|「[^」]*」|«[^»]*»|\([^)]*\)|（[^）]*）`)

var languageName = map[string]string{
	"en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian", "pt": "Portuguese", "nl": "Dutch",
	"zh": "Chinese", "ja": "Japanese", "ko": "Korean", "ru": "Russian", "ar": "Arabic", "th": "Thai", "hi": "Hindi", "he": "Hebrew", "el": "Greek",
}

// alsoIn: a message of two languages may have said it in this one.
func alsoIn(quote, tongue string) bool {
	theirs, sure := languageOf(quote)
	return sure && theirs == tongue
}

// scripts that tell their language by themselves, or nearly.
var scripts = []struct {
	tongue string
	table  *unicode.RangeTable
}{
	{"zh", unicode.Han}, {"ja", unicode.Hiragana}, {"ja", unicode.Katakana}, {"ko", unicode.Hangul}, {"ru", unicode.Cyrillic}, {"ar", unicode.Arabic},
	{"th", unicode.Thai}, {"hi", unicode.Devanagari}, {"he", unicode.Hebrew}, {"el", unicode.Greek}, {"latin", unicode.Latin},
}

// languageOf guesses the language of a text, and says whether it is sure. A
// text of two scripts is never sure.
func languageOf(text string) (tongue string, sure bool) {
	letters := map[string]int{}
	total := 0
	for _, r := range text {
		for _, s := range scripts {
			if unicode.Is(s.table, r) {
				letters[s.tongue] += weight(s.tongue)
				total += weight(s.tongue)
				break
			}
		}
	}
	if letters["ja"] > 0 && 5*letters["ja"] >= letters["zh"] { // kana among Han
		letters["ja"] += letters["zh"]
		delete(letters, "zh")
	}
	best := ""
	for _, s := range scripts {
		if letters[s.tongue] > letters[best] {
			best = s.tongue
		}
	}
	if best == "latin" {
		tongue, sure = latinOf(text)
		return tongue, sure && 5*letters[best] >= 4*total
	}
	return best, letters[best] >= 8 && 5*letters[best] >= 4*total
}

// weight makes a character of a dense script count for as much as it says.
func weight(tongue string) int {
	if tongue == "zh" || tongue == "ja" || tongue == "ko" {
		return 2
	}
	return 1
}

// latinOf guesses among languages of one script by their little words.
func latinOf(text string) (tongue string, sure bool) {
	hits := map[string]int{}
	n := 0
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' }) {
		n++
		for _, t := range littleWords[w] {
			hits[t]++
		}
		if n > 500 {
			break
		}
	}
	best, second := "", 0
	for _, t := range []string{"en", "de", "fr", "es", "it", "pt", "nl"} {
		switch {
		case hits[t] > hits[best]:
			best, second = t, hits[best]
		case hits[t] > second:
			second = hits[t]
		}
	}
	return best, n >= 3 && hits[best] >= 2 && hits[best] >= 2*second
}

// littleWords gives the languages of a word.
var littleWords = func() map[string][]string {
	all := map[string][]string{}
	for line := range lines("littlewords.txt") {
		tongue, list, _ := strings.Cut(line, ":")
		for w := range strings.FieldsSeq(list) {
			all[w] = append(all[w], tongue)
		}
	}
	return all
}()
