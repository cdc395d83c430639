package selective

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/filter"
)

// rules are in the order in which an entry is judged; the first refusal counts.
func rules(t extract.Texts, l limits, names []string) ([]filter.Rule, error) {
	asked, err := askedFor(t, l)
	if err != nil {
		return nil, err
	}
	reasons := newRationale(t)
	meta, err := metaPatterns(t, reasons)
	return []filter.Rule{
		asked,
		blockedSubject(t, names),
		meta,
		l.contentLength(),
		l.importance(),
		l.tags(),
		l.sourceContext(),
		reasons.downgrade(),
		twoEntities,
	}, err
}

func (l limits) contentLength() filter.Rule {
	return filter.Rule{Name: "content-length", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
		if length(strings.TrimSpace(c.Content)) < l.Content {
			return "content too short"
		}
		return ""
	}}
}

// length counts characters; one that stands for a syllable or a word counts two.
func length(text string) int {
	n := utf8.RuneCountInString(text)
	for _, r := range text {
		if unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) {
			n++
		}
	}
	return n
}

func (l limits) importance() filter.Rule {
	return filter.Rule{Name: "importance", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
		switch n := *c.Importance; {
		case n < l.Importance:
			return fmt.Sprintf("importance %d < %d", n, l.Importance)
		case n > 10:
			return fmt.Sprintf("importance %d > 10", n)
		}
		return ""
	}}
}

// tags are lower-cased and freed of repetitions before they are counted.
func (l limits) tags() filter.Rule {
	return filter.Rule{Name: "tags", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
		c.Tags = normalTags(c.Tags)
		if len(c.Tags) < 1 || len(c.Tags) > l.Tags {
			return fmt.Sprintf("tags must be 1-%d", l.Tags)
		}
		return ""
	}}
}

func normalTags(tags []string) (out []string) {
	for _, tag := range tags {
		tag = strings.ToLower(strings.TrimSpace(tag))
		if tag != "" && !slices.Contains(out, tag) {
			out = append(out, tag)
		}
	}
	return out
}

func (l limits) sourceContext() filter.Rule {
	return filter.Rule{Name: "source-context", Check: func(c *souvenir.Candidate, _ souvenir.Window) string {
		words := strings.Fields(c.SourceContext)
		switch {
		case len(words) <= l.ContextWords:
			return ""
		case l.LongContext == "truncate":
			c.SourceContext = strings.Join(words[:l.ContextWords], " ")
			return ""
		}
		return fmt.Sprintf("source_context > %d words", l.ContextWords)
	}}
}
