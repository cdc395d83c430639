package recall

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/souvenir-memory/souvenir/internal/words"
)

//go:embed texts
var texts embed.FS

// Open reports a question that asks for whatever there is. The time that it
// names has been taken out.
func Open(question string) bool {
	if strings.ContainsFunc(question, han) {
		return strings.TrimFunc(opening.chinese.Replace(question), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) == ""
	}
	return !slices.ContainsFunc(words.Query(question), func(w string) bool { return !opening.english[w] })
}

// AboutAsker reports a question for all that is known about whoever asks.
func AboutAsker(question string) bool {
	question = strings.ToLower(question)
	if len(question) > 200 || !slices.ContainsFunc(asker, func(w string) bool { return strings.Contains(question, w) }) {
		return false // most questions
	}
	plain := signs.ReplaceAllString(strings.ReplaceAll(question, "’", "'"), " ")
	plain = strings.Join(strings.Fields(strings.ReplaceAll(plain, "'", "")), " ")
	return slices.ContainsFunc(self, func(re *regexp.Regexp) bool { return re.MatchString(plain) })
}

// asker are parts of words of which every such question has one.
var asker = []string{" me", " my", "am i", "i am", "about", "我", "profile"}

var signs = regexp.MustCompile(`[^\pL\pN' ]+`)

// opening are the words of open questions.
var opening = func() (o struct {
	english map[string]bool
	chinese *strings.Replacer
}) {
	o.english = map[string]bool{}
	var chinese []string
	for line := range lines("open.txt") {
		for w := range strings.FieldsSeq(line) {
			if strings.ContainsFunc(w, han) {
				chinese = append(chinese, w)
				continue
			}
			for _, stem := range words.Index(w) {
				o.english[stem] = true
			}
		}
	}
	slices.SortStableFunc(chinese, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, w := range chinese {
		pairs = append(pairs, w, "")
	}
	o.chinese = strings.NewReplacer(pairs...)
	return o
}()

var self = func() (all []*regexp.Regexp) {
	for line := range lines("self.txt") {
		all = append(all, regexp.MustCompile(line))
	}
	return all
}()

func han(r rune) bool { return unicode.Is(unicode.Han, r) }

func lines(name string) func(func(string) bool) {
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
