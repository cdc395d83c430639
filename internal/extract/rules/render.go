package rules

import (
	"regexp"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/when"
)

// candidate puts what was found into a memory's words.
func (l *language) candidate(f found, who string, m souvenir.Message, quote string) (souvenir.Candidate, bool) {
	name := who
	if name == "" {
		name = l.user
	}
	content := l.content(f, name)
	if content == "" || quote == "" {
		return souvenir.Candidate{}, false
	}
	c := souvenir.Candidate{Memory: souvenir.Memory{
		SubjectUser: who,
		Type:        f.rule.Type,
		Category:    f.rule.Category,
		Key:         key(f.rule.Key, f.captures),
		Content:     content,
		Language:    l.code,
		Confidence:  new(f.rule.Confidence),
		Reasoning:   "rule " + f.rule.Name,
		Evidence:    []souvenir.Evidence{{Message: m.ID, Quote: quote}},
		SaidAt:      m.At,
	}}
	if f.explicit {
		c.Origin = souvenir.Explicit
	}
	f.date(&c, m.At)
	return c, true
}

// content is the rule's sentence with the captures in it, or what was said.
func (l *language) content(f found, who string) string {
	words := captures{}
	for name, text := range f.captures {
		words[name] = l.others(text)
	}
	words["who"] = who
	content := l.person(f.said, who)
	if f.rule.Content != "" {
		content = fill(f.rule.Content, words) + words["tail"]
	}
	if !f.moment.None() {
		content = l.dated(content, who, f.dating())
	}
	return strings.TrimRight(strings.Join(strings.Fields(content), " "), " ,.!;:，。！")
}

// dating is when it was, or since when it is so.
func (f found) dating() when.Moment {
	m := f.moment
	if f.rule.State && !m.Future {
		m.Phrase = m.Since()
	}
	return m
}

// date says from when a memory holds, and until when.
func (f found) date(c *souvenir.Candidate, said time.Time) {
	switch until, ends := f.moment.Until(); {
	case ends:
		c.ValidTo = &until
	case !f.moment.None() && !f.moment.Future:
		c.ValidFrom = new(f.moment.From)
	}
	if f.rule.Expires == 0 || said.IsZero() {
		return
	}
	last := said
	if !f.moment.None() && f.moment.To.After(said) {
		last = f.moment.To
	}
	c.Expiry = souvenir.Temporary
	c.ExpiresAt = new(last.AddDate(0, 0, f.rule.Expires))
}

var slot = regexp.MustCompile(`\{([a-z_0-9]+)\}`)

// fill replaces each {name} by what it captured. Captured words are data: what
// looks like a slot in them stays as it is.
func fill(template string, words captures) string {
	return slot.ReplaceAllStringFunc(template, func(s string) string { return words[strings.Trim(s, "{}")] })
}

var notKey = regexp.MustCompile(`[^\p{L}\p{N}]+`)

// american makes one key of two spellings.
var american = strings.NewReplacer("colour", "color", "flavour", "flavor", "theatre", "theater")

// key is a memory's key in lower_snake_case.
func key(template string, words captures) string {
	k := notKey.ReplaceAllString(american.Replace(strings.ToLower(fill(template, words))), "_")
	return strings.Trim(k, "_")
}
