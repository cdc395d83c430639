package forget

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// Todo is the type of memories about what somebody means to do.
const Todo = "todo"

//go:embed done.txt
var doneFile string

// done are the words of the file, by their kind.
var done = func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(doneFile) {
		kind, list, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok && !strings.HasPrefix(kind, "#") {
			all[kind] = append(all[kind], strings.Fields(list)...)
		}
	}
	return all
}()

// TellsDone says whether a memory may tell that something was done. It is asked
// before anything is looked up.
func TellsDone(m souvenir.Memory) bool {
	if m.Type == Todo || m.Key != "" {
		return false
	}
	text := " " + strings.ToLower(m.Content) + " "
	for _, w := range done["not"] {
		if isWord(text, w) {
			return false
		}
	}
	return m.Type == "event" || finished(text) || strings.Contains(text, "ed ") || slices.ContainsFunc(done["past"], func(pair string) bool {
		past, _, _ := strings.Cut(pair, "=")
		return isWord(text, past)
	})
}

// Closes says whether a memory tells that a todo was done: it has all the words of
// the todo that count. "Finished" and the like may stand for what was to be done.
func Closes(m, todo souvenir.Memory) bool {
	if todo.Type != Todo || todo.User != m.User || todo.SubjectUser != m.SubjectUser || m.SaidAt.Before(todo.SaidAt) || !TellsDone(m) {
		return false
	}
	want, has := wanted(todo.Content), present(m.Content)
	if len(want) == 0 {
		return false
	}
	missing := slices.DeleteFunc(slices.Clone(want), func(w string) bool { return slices.Contains(has, w) })
	switch {
	case len(missing) == 0:
		return len(want) > 1 || finished(" "+strings.ToLower(m.Content)+" ")
	case len(missing) == 1 && missing[0] == want[0]:
		return len(want) > 1 && finished(" "+strings.ToLower(m.Content)+" ")
	}
	return false
}

func finished(text string) bool {
	return slices.ContainsFunc(done["done"], func(w string) bool { return isWord(text, w) })
}

// isWord says whether a word stands in a text; a word of a script without spaces
// may stand anywhere.
func isWord(text, w string) bool {
	if w[0] >= 0x80 {
		return strings.Contains(text, w)
	}
	for _, end := range []string{" ", ".", ",", "!", ";", ":"} {
		if strings.Contains(text, " "+strings.ReplaceAll(w, "_", " ")+end) {
			return true
		}
	}
	return false
}

// wanted are the words of a todo that say what is to be done, in order, without
// those that say that, for whom and when.
func wanted(todo string) []string {
	text := todo
	for _, w := range done["zh"] {
		text = strings.ReplaceAll(text, w, " ")
	}
	return slices.DeleteFunc(words.Query(text), func(w string) bool { return slices.Contains(littleStems, w) })
}

var littleStems = words.Query(strings.Join(done["little"], " "))

// present are the words of what was done, verbs also as they are before it is.
func present(text string) []string {
	has := words.Index(text)
	for _, pair := range done["past"] {
		past, now, _ := strings.Cut(pair, "=")
		if isWord(" "+strings.ToLower(text)+" ", past) {
			has = append(has, words.Index(now)...)
		}
	}
	return has
}
