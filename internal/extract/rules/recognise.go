package rules

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir/internal/when"
)

// found is a clause that a rule recognised.
type found struct {
	rule     *compiledRule
	captures captures
	said     string // the clause in plain words, without its time words
	moment   when.Moment
	where    span   // in the sentence
	explicit bool   // the user asked to remember it
	changed  string // what it said before it was corrected
}

// statements gives what a clause says by the first rule that recognises it, or
// by reading it as several simpler ones.
func (l *language) statements(text string, where span, ctx setting, depth int) []found {
	c := l.tidy(text, ctx)
	if c.text == "" {
		return nil
	}
	if got := l.recognise(c, where, ctx); got != nil {
		return l.unless(c.text, got)
	}
	if got := l.unfold(c.text, where, ctx, depth); got != nil {
		return l.unless(c.text, got)
	}
	return l.unless(c.text, l.note(c, where))
}

// unless gives what was found if nothing in the clause speaks against it.
func (l *language) unless(text string, got []found) []found {
	sure := slices.ContainsFunc(got, func(f found) bool { return !f.rule.Hedged })
	if len(got) == 0 || sure && matches(l.silences["clause"], text) {
		return nil
	}
	return got
}

// recognise gives what the first rule says that knows the clause.
func (l *language) recognise(c tidied, where span, ctx setting) []found {
	single, plural := l.singular(c.text)
	rest, m := l.when(single, ctx.at)
	rest = l.adverbless(rest)
	for _, i := range l.candidates(single, rest) {
		r := &l.rules[i]
		if plural && !r.We {
			continue
		}
		if f, ok := r.recognise(single, rest, m); ok && !f.names(ctx.agent) {
			f.where, f.explicit = where, c.explicit
			return []found{f}
		}
	}
	return nil
}

// candidates are the rules that may recognise a clause, with its time words or
// without them.
func (l *language) candidates(clause, rest string) []int {
	all := l.index.find(clause)
	if rest != clause {
		all = append(all, l.index.find(rest)...)
		slices.Sort(all)
		all = slices.Compact(all)
	}
	return all
}

// noted is the rule for what the user asks to remember and no other rule knows.
var noted = compiledRule{rule: rule{Name: "remember", Type: "fact", Category: "personal_info", Confidence: 0.95}}

// listed is the rule for things that the user asks to remember by their names.
var listed = compiledRule{rule: rule{Name: "remember", Content: "{who} asked to remember: {what}", Type: "fact", Category: "personal_info", Confidence: 0.95}}

// note keeps what the user asks to remember. "Remember, practice makes perfect"
// is advice: it must be the user's own affair.
func (l *language) note(c tidied, where span) []found {
	if !c.explicit || !l.own(c.text) {
		return nil
	}
	return []found{{rule: &noted, said: c.text, captures: captures{}, where: where, explicit: true}}
}

// recognise tries the rule's patterns on a clause: without its time words, or
// with them when the rule wants to see them.
func (r *compiledRule) recognise(clause, rest string, m when.Moment) (found, bool) {
	switch {
	case r.When == "kept":
		rest, m = clause, when.Moment{}
	case r.When == "needed" && m.None(), r.When == "past" && (m.None() || m.Future), r.When == "ahead" && !m.Ahead:
		return found{}, false
	case r.When == "none" && !m.None(), m.Today && r.Type == "preference":
		return found{}, false // a habit has no date
	case m.Today && m.Future && r.Category == "goal":
		return found{}, false // what somebody is about to do is not a plan
	}
	for _, p := range r.says {
		if c, said, ok := p.match(rest); ok {
			return found{rule: r, captures: c, said: said, moment: m}, true
		}
	}
	return found{}, false
}

// names tells whether the agent's name was taken for the user's. Only "my name
// is ..." is proof that both have the same.
func (f found) names(agent string) bool {
	about := f.rule.Key == "name" || f.rule.Key == "nickname"
	return about && strings.EqualFold(f.captures["name"], agent) && !foldPrefix(f.said, "my ")
}

// unfold reads a clause as simpler ones.
func (l *language) unfold(text string, where span, ctx setting, depth int) []found {
	if depth == 3 {
		return nil
	}
	for _, u := range l.unfolds {
		c, _, ok := u.says.match(text)
		if !ok {
			continue
		}
		var all []found
		for _, simpler := range u.reads {
			got := l.statements(fill(simpler, c), where, ctx, depth+1)
			if got == nil {
				return nil // half understood is not understood
			}
			all = append(all, got...)
		}
		return all
	}
	return nil
}

// mentions gives what a clause tells in passing: "my friend Tom".
func (l *language) mentions(s string, c clauses, ctx setting) []found {
	where := c.whole(0, len(c.parts))
	text := l.tidy(where.of(s), ctx).text
	var all []found
	for _, i := range l.mention {
		for _, p := range l.rules[i].mentions {
			if !p.mayBeIn(text) {
				continue
			}
			if got, _, ok := p.match(text); ok {
				all = append(all, found{rule: &l.rules[i], captures: got, said: text, where: where})
			}
		}
	}
	return l.unless(text, all)
}
