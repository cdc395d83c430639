package rules

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// newLanguage makes a language out of its merged files.
func newLanguage(t tongue, f file) (*language, error) {
	c := &compiler{v: vocabulary{f.Words, f.Kinds}}
	l := &language{
		tongue: t, vocabulary: c.v, selves: newSelves(f), spelling: f.Spelling, phrases: replacer(f.Phrases),
		opener:   c.expr(t.opener, f.Openers),
		opens:    newStarts(f.Openers),
		enders:   f.Enders,
		reminds:  newStarts(f.Remember),
		adverb:   c.expr(t.adverb, f.Adverbs),
		remember: c.expr(t.opener, f.Remember),
		insists:  c.expr("(?i)%s", f.Insists),
		polite:   c.expr("(?i)%s", f.Polite),
		unasked:  c.expr("(?i)^%s", f.Unasked),
		asks:     c.expr("(?i)%s", f.Asks),
		lead:     c.expr("(?i)^%s$", f.Leads),
		joints:   t.joints(c, f),
		silences: map[string][]*regexp.Regexp{},
	}
	for _, s := range f.Corrects {
		l.corrects = append(l.corrects, c.expr("(?i)^%s$", []string{s}))
	}
	for _, s := range f.Slips {
		l.slips = append(l.slips, c.expr("(?i)%s$", []string{s}))
	}
	for _, d := range f.Dropped {
		l.dropped = append(l.dropped, restored{c.expr("(?i)^%s", []string{d.Starts}), c.expr("(?i)%s", []string{cmp.Or(d.Unless, "$^")}), d.Add})
	}
	for _, n := range f.Never {
		for _, s := range n.Says {
			l.silences[n.Scope] = append(l.silences[n.Scope], c.expr("(?i)%s", []string{s}))
		}
	}
	for _, u := range f.Unfold {
		l.unfolds = append(l.unfolds, unfolded{c.whole(u.Says, true), u.Reads})
	}
	for _, r := range f.Rules {
		l.rules = append(l.rules, c.rule(r))
	}
	if len(c.errs) > 0 {
		return nil, errors.Join(c.errs...)
	}
	slices.SortStableFunc(l.enders, func(a, b string) int { return len(b) - len(a) })
	l.index = newIndex(l.rules)
	for i, r := range l.rules {
		if len(r.mentions) > 0 {
			l.mention = append(l.mention, i)
		}
	}
	return l, nil
}

// compiler collects what is wrong, so that all of it is reported at once.
type compiler struct {
	v    vocabulary
	errs []error
}

// expr compiles an alternation into the frame, which has one %s for it.
func (c *compiler) expr(frame string, alternatives []string) *regexp.Regexp {
	return c.compile(strings.Replace(frame, "%s", c.any(alternatives), 1))
}

// any is the alternation of expressions as rule files write them.
func (c *compiler) any(alternatives []string) string {
	body, err := c.v.refer(plainGroups("(" + strings.Join(alternatives, "|") + ")"))
	c.fail("list", err)
	return body
}

func (c *compiler) compile(expr string) *regexp.Regexp {
	re, err := regexp.Compile(expr)
	c.fail(expr, err)
	return re
}

func (c *compiler) whole(source string, strict bool) *pattern {
	p, err := c.v.whole(source, strict)
	c.fail(source, err)
	return p
}

func (c *compiler) rule(r rule) compiledRule {
	out := compiledRule{rule: r}
	for _, s := range r.Says {
		out.says = append(out.says, c.whole(s, r.Strict))
	}
	for _, s := range r.Mentions {
		p, err := c.v.part(s)
		c.fail(r.Name, err)
		out.mentions = append(out.mentions, p)
	}
	if r.Unless != "" {
		out.unless = c.expr("(?i)%s", []string{r.Unless})
	}
	if r.Confidence < 0.7 || r.Confidence > 1 {
		c.fail(r.Name, fmt.Errorf("confidence %v is not between 0.70 and 1", r.Confidence))
	}
	return out
}

func (c *compiler) fail(what string, err error) {
	if err != nil {
		c.errs = append(c.errs, fmt.Errorf("%s: %w", what, err))
	}
}

// replacer replaces phrases, each between spaces.
func replacer(phrases map[string]string) *strings.Replacer {
	var pairs []string
	for _, said := range slices.Sorted(maps.Keys(phrases)) {
		pairs = append(pairs, " "+said+" ", " "+phrases[said]+" ")
	}
	return strings.NewReplacer(pairs...)
}
