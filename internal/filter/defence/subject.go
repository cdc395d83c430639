package defence

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// Doubts about whom a memory is about.
const (
	Unattributed = "unattributed"    // it says "User" where several people spoke
	SaidByOther  = "said by another" // its evidence is in the words of somebody else
)

// ofNobody catches what is not about a user. What is, begins with "User" or the
// participant's name as everyone knows it afterwards.
func ofNobody(mentioned bool) test {
	return func(c *souvenir.Candidate, p people, w souvenir.Window) bool {
		s, ok := p.leading(c.Content)
		if !ok && (!mentioned || !p.mentioned(c.Content)) {
			return true
		}
		who := p.whom(c.Content, s, ok)
		if ok {
			begin(c, who, s)
		}
		if p.group {
			attribute(c, who, w)
		}
		c.ContentHash = c.Hash()
		return false
	}
}

// whom is the participant a memory is about; empty where nobody can tell.
func (p people) whom(content string, s statement, leads bool) string {
	switch {
	case s.who != "":
		return s.who
	case p.group && len(p.speakers) == 1 && (leads || contains(content, "user")):
		return p.speakers[0]
	case leads:
		return ""
	}
	named := slices.DeleteFunc(slices.Clone(p.names), func(n string) bool { return !contains(content, n) })
	if len(named) == 1 {
		return named[0]
	}
	return ""
}

func begin(c *souvenir.Candidate, who string, s statement) {
	if who == "" {
		who = "User"
	}
	c.Content = who + s.rest
}

func attribute(c *souvenir.Candidate, who string, w souvenir.Window) {
	if who == "" {
		filter.Doubt(c, Unattributed)
		return
	}
	c.SubjectUser = who
	for _, e := range c.Evidence {
		if m, ok := w.Find(e.Message); ok && m.Role == souvenir.User && !strings.EqualFold(Speaker(m, w), who) {
			filter.Doubt(c, SaidByOther)
			return
		}
	}
}
