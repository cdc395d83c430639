// Package filter refuses candidates that must not become memories, and says why.
package filter

import "github.com/souvenir-memory/souvenir"

// Rule is one reason to refuse a candidate. Check answers why the candidate is
// refused, or nothing when it may pass; it may tidy the candidate on the way.
type Rule struct {
	Name  string
	Check func(c *souvenir.Candidate, w souvenir.Window) (refused string)
}

// Apply puts each candidate through the rules in order. The first refusal
// counts; a refused candidate never affects its neighbours.
func Apply(rules []Rule, w souvenir.Window, proposed []souvenir.Candidate) (kept []souvenir.Candidate, refused []souvenir.Rejection) {
	for _, c := range proposed {
		if r, ok := firstRefusal(rules, w, &c); ok {
			refused = append(refused, r)
			continue
		}
		kept = append(kept, c)
	}
	return kept, refused
}

func firstRefusal(rules []Rule, w souvenir.Window, c *souvenir.Candidate) (souvenir.Rejection, bool) {
	for _, rule := range rules {
		if reason := rule.Check(c, w); reason != "" {
			return souvenir.Rejection{User: c.User, Conversation: c.Conversation, Style: c.Style, Rule: rule.Name, Reason: reason, Candidate: *c}, true
		}
	}
	return souvenir.Rejection{}, false
}
