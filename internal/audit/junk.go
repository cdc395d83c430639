package audit

import (
	"embed"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/chatter"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

//go:embed texts
var texts embed.FS

func lines(name string) iter.Seq[string] {
	file, err := texts.ReadFile("texts/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return func(yield func(string) bool) {
		for line := range strings.Lines(string(file)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !yield(line) {
				return
			}
		}
	}
}

var narration = func() (all []*regexp.Regexp) {
	for line := range lines("narration.list") {
		all = append(all, regexp.MustCompile("(?i)"+line))
	}
	return all
}()

var blocked = slices.Collect(lines("blocked.list"))

// rule is one reason to call a memory junk. What somebody asked to be remembered
// is junk only where a rule says so.
type rule struct {
	name  string
	asked bool
	fix   souvenir.Fix
	why   func(souvenir.Memory) string
}

var rules = []rule{
	{"secret", true, souvenir.FixEnd, holdsSecret},
	{"instruction", true, souvenir.FixReview, instructs},
	{"narration", false, souvenir.FixEnd, narrates},
	{"blocked subject", false, souvenir.FixEnd, hasBlockedSubject},
	{"chatter", false, souvenir.FixEnd, chats},
	{"too short", false, souvenir.FixEnd, isTooShort},
}

// junk says why a memory should never have been one.
func junk(m souvenir.Memory) (souvenir.Finding, bool) {
	asked := m.Origin != souvenir.Implicit
	for _, r := range rules {
		if asked && !r.asked {
			continue
		}
		if why := r.why(m); why != "" {
			return finding(souvenir.Junk, r.name, m, why, r.fix), true
		}
	}
	return souvenir.Finding{}, false
}

func holdsSecret(m souvenir.Memory) string {
	return filter.NoSecret.Check(&souvenir.Candidate{Memory: m}, souvenir.Window{})
}

func instructs(m souvenir.Memory) string {
	c := souvenir.Candidate{Memory: m}
	filter.NotInstruction.Check(&c, souvenir.Window{})
	return strings.Join(c.Doubts, "; ")
}

func narrates(m souvenir.Memory) string {
	for _, re := range narration {
		if words := re.FindString(m.Content); words != "" {
			return fmt.Sprintf("it tells of the talk and not of anything in it: %q", words)
		}
	}
	return ""
}

func hasBlockedSubject(m souvenir.Memory) string {
	if slices.Contains(blocked, strings.ToLower(strings.TrimSpace(m.Subject))) {
		return fmt.Sprintf("%q is no topic", m.Subject)
	}
	return ""
}

func chats(m souvenir.Memory) string {
	if m.Key == "" && m.Question == "" && chatter.Plainly(m.Content) {
		return "it is small talk"
	}
	return ""
}

// shortest is how long a memory is at least that is neither a fact nor an answer.
const shortest = 10

func isTooShort(m souvenir.Memory) string {
	if n := length(strings.TrimSpace(m.Content)); m.Key == "" && m.Question == "" && n < shortest {
		return fmt.Sprintf("it has %d characters, and no key or question that they belong to", n)
	}
	return ""
}

// length counts characters; one that stands for a syllable or a word counts two.
func length(text string) int {
	n := utf8.RuneCountInString(text)
	for _, r := range text {
		if unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) {
			n++
		}
	}
	return n
}
