package filter

import (
	"regexp"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// Authority refuses what only the assistant, a tool or a page says about the
// user, and notes whose word everything else is.
var Authority = Rule{Name: "authority", Check: func(c *souvenir.Candidate, w souvenir.Window) string {
	roles := rolesOf(c, w)
	about := aboutUser(*c, w)
	switch {
	case len(roles) == 0 || slices.Contains(roles, souvenir.User):
		return ""
	case slices.Contains(roles, souvenir.Page):
		c.Trust = souvenir.FromPage
		if about || c.Type == "preference" {
			return "only a page says so about the user"
		}
		Doubt(c, "from a page")
		return ""
	case about:
		return "only " + sayer[roles[0]] + " said so"
	}
	c.Trust = souvenir.FromAssistant
	return ""
}}

var sayer = map[souvenir.Role]string{souvenir.Assistant: "the assistant", souvenir.Tool: "a tool", souvenir.System: "the system"}

// rolesOf gives the roles of the messages that a candidate rests on.
func rolesOf(c *souvenir.Candidate, w souvenir.Window) (all []souvenir.Role) {
	for _, e := range c.Evidence {
		if m, ok := w.Find(e.Message); ok {
			all = append(all, m.Role)
		}
	}
	return all
}

var ofUser = regexp.MustCompile(`(?i)^\s*(?:the )?(?:users?\b|user's\b|owner\b)|^\s*(?:用户|使用者|我)|(?:^|\s)the user(?:'s)?\b|^(?:i|i'm|my)\b`)

// aboutUser reports a statement about a user: it begins with one, has a key (a
// fact of theirs), or is said to be about one.
func aboutUser(c souvenir.Candidate, w souvenir.Window) bool {
	if ofUser.MatchString(c.Content) || c.Key != "" && c.Style == "keyvalue" || c.SubjectUser != "" {
		return true
	}
	first := strings.ToLower(c.Content)
	return slices.ContainsFunc(users(w), func(name string) bool { return begins(first, strings.ToLower(name)) })
}

// users are the names of those who talk and are not the assistant.
func users(w souvenir.Window) []string {
	all := slices.Clone(w.Participants)
	for _, m := range w.Messages {
		if m.Role == souvenir.User {
			all = append(all, m.Name)
		}
	}
	return slices.DeleteFunc(all, func(name string) bool {
		return name == "" || strings.EqualFold(name, w.Agent.Name) ||
			slices.ContainsFunc(w.Messages, func(m souvenir.Message) bool { return m.Role == souvenir.Assistant && m.Name == name })
	})
}

// begins with the whole name, not with the beginning of a longer one.
func begins(text, name string) bool {
	rest, ok := strings.CutPrefix(text, name)
	return ok && (rest == "" || strings.ContainsAny(rest[:1], " '’,:") || rest[0] >= 0x80)
}
