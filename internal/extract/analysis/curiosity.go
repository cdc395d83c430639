package analysis

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// asked is the most confidence that questions give.
const asked = 0.80

// curiosity keeps what rests on questions alone from being too sure. It refuses
// nothing.
func curiosity(interests []string) filter.Rule {
	return filter.Rule{Name: "curiosity", Check: func(c *souvenir.Candidate, w souvenir.Window) string {
		if c.Confidence != nil && *c.Confidence > asked && *c.Confidence <= 1 && fromQuestions(c, w, interests) {
			c.Confidence = new(asked)
		}
		return ""
	}}
}

func fromQuestions(c *souvenir.Candidate, w souvenir.Window, interests []string) bool {
	if len(c.Evidence) == 0 {
		content := strings.ToLower(c.Content)
		return slices.ContainsFunc(interests, func(i string) bool { return strings.Contains(content, strings.ToLower(i)) })
	}
	return !slices.ContainsFunc(c.Evidence, func(e souvenir.Evidence) bool { return !question(e, w) })
}

// question says that a quote is in a question.
func question(e souvenir.Evidence, w souvenir.Window) bool {
	quote := strings.TrimSpace(e.Quote)
	if strings.HasSuffix(quote, "?") || strings.HasSuffix(quote, "？") {
		return true
	}
	if quote == "" || strings.ContainsAny(quote[len(quote)-1:], ".!") {
		return false
	}
	m, _ := w.Find(e.Message)
	_, after, found := strings.Cut(strings.ToLower(m.Content), strings.ToLower(quote))
	end := strings.IndexAny(after, ".!?。！？\n")
	return found && end >= 0 && (after[end] == '?' || strings.HasPrefix(after[end:], "？"))
}
