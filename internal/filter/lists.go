package filter

import (
	"embed"
	"iter"
	"strings"

	"github.com/souvenir-memory/souvenir/internal/words"
)

//go:embed texts
var texts embed.FS

// lines gives the lines of a text file of ours, without comments.
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

// synonyms gives the stems that may stand for a stem.
var synonyms = func() map[string][]string {
	all := map[string][]string{}
	for line := range lines("synonyms.txt") {
		group := words.Index(line)
		for _, w := range group {
			all[w] = append(all[w], group...)
		}
	}
	return all
}()

// aliases gives other ways to write a name, folded and squeezed.
var aliases = func() map[string][]string {
	all := map[string][]string{}
	for line := range lines("aliases.txt") {
		group := strings.Split(line, ",")
		for i := range group {
			group[i] = squeeze(group[i])
		}
		for _, n := range group {
			all[n] = append(all[n], group...)
		}
	}
	return all
}()

// notNames holds words that are written with a capital and name nobody.
var notNames = set("notnames.txt")

func set(name string) map[string]bool {
	all := map[string]bool{}
	for line := range lines(name) {
		for w := range strings.FieldsSeq(line) {
			all[fold(w)] = true
		}
	}
	return all
}

func squeeze(s string) string { return strings.Join(terms(s), "") }
