package selective

import (
	"regexp"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// wish is a way to ask for something to be remembered.
type wish struct {
	kind string // important, todo, or never for what only sounds like it
	is   *regexp.Regexp
}

type wishes []wish

func readWishes(t extract.Texts) (ws wishes, err error) {
	for _, line := range t.List("remember.list") {
		kind, pattern, _ := strings.Cut(line, " ")
		is, err := regexp.Compile("(?i)" + strings.TrimSpace(pattern))
		if err != nil || !slices.Contains([]string{"important", "todo", "never"}, kind) {
			return nil, souvenir.Errorf(souvenir.Invalid, "%q in remember.list of the style selective is not important, todo or never and an expression.", line)
		}
		ws = append(ws, wish{kind, is})
	}
	return ws, nil
}

// askedFor never refuses: what the user asks to remember matters at least so
// much, and what they ask to be reminded of is a todo.
func askedFor(t extract.Texts, l limits) (filter.Rule, error) {
	ws, err := readWishes(t)
	return filter.Rule{Name: "asked-for", Check: func(c *souvenir.Candidate, w souvenir.Window) string {
		if ws.cover(c, w.Messages) {
			c.Importance = new(max(*c.Importance, l.Asked))
		}
		if slices.ContainsFunc(w.Messages, func(m souvenir.Message) bool { return m.Role == souvenir.User && ws.todo(c, m) }) {
			c.Type = "todo"
		}
		return ""
	}}, err
}

// todo says that the words of a message behind the candidate ask for a reminder.
func (ws wishes) todo(c *souvenir.Candidate, m souvenir.Message) bool {
	return slices.ContainsFunc(c.Evidence, func(e souvenir.Evidence) bool { return ws.in(e.Quote) == "todo" && has(m, e) })
}

// cover says that the user asked for this: in a message it rests on, or in one
// behind it that says nothing else.
func (ws wishes) cover(c *souvenir.Candidate, ms []souvenir.Message) bool {
	for i, m := range ms {
		if m.Role != souvenir.User || ws.in(m.Content) != "important" {
			continue
		}
		if restsOn(c, m) || len(c.Evidence) == 0 && alone(m, ms) ||
			bare(m.Content) && slices.ContainsFunc(lastTurn(ms[:i]), func(m souvenir.Message) bool { return restsOn(c, m) }) {
			return true
		}
	}
	return false
}

func restsOn(c *souvenir.Candidate, m souvenir.Message) bool {
	return slices.ContainsFunc(c.Evidence, func(e souvenir.Evidence) bool { return has(m, e) })
}

// has says that the words of the evidence are in the message.
func has(m souvenir.Message, e souvenir.Evidence) bool {
	quote := souvenir.Normalize(e.Quote)
	return quote != "" && strings.Contains(souvenir.Normalize(m.Content), quote)
}

// alone says that the user said nothing but this.
func alone(m souvenir.Message, ms []souvenir.Message) bool {
	return !slices.ContainsFunc(ms, func(o souvenir.Message) bool { return o.Role == souvenir.User && o.ID != m.ID })
}

// lastTurn is what was said from the user's last message on.
func lastTurn(ms []souvenir.Message) []souvenir.Message {
	for i := len(ms) - 1; i >= 0; i-- {
		if ms[i].Role == souvenir.User {
			return ms[i:]
		}
	}
	return ms
}

// bare says that a wish does not say what for.
func bare(text string) bool { return len(clauses(text)) == 1 && len(strings.Fields(text)) <= 4 }

// in says what the first wish in a text is for.
func (ws wishes) in(text string) string {
	for _, clause := range clauses(text) {
		for _, w := range ws {
			if w.is.MatchString(clause) {
				if w.kind == "never" {
					break
				}
				return w.kind
			}
		}
	}
	return ""
}

// clauses are cut at every mark, so that a wish stands at the beginning of one.
func clauses(text string) (out []string) {
	text = strings.ReplaceAll(text, "’", "'")
	for _, clause := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".!?;,\n。！？；，、", r) }) {
		if clause = strings.TrimSpace(clause); clause != "" {
			out = append(out, clause)
		}
	}
	return out
}
