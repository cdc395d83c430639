package immersion

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// Add reads one memory of a reply into findings, among what may be remembered or
// among what was refused.
func (s Shared) Add(f *extract.Findings, o reply.Object, w souvenir.Window) {
	c, problem := s.Item(o, w)
	if problem != "" {
		f.Rejections = append(f.Rejections, souvenir.Rejection{Rule: "shape", Reason: problem, Candidate: c})
		return
	}
	f.Candidates = append(f.Candidates, c)
}

// Item reads one memory of a reply. Problem says what keeps an item from being one;
// only that item is lost.
func (s Shared) Item(o reply.Object, w souvenir.Window) (c souvenir.Candidate, problem string) {
	c.Content = strings.Join(strings.Fields(o.Text("content")), " ")
	c.Type, c.Category = s.Categories.Both(o.Text("type"), o.Text("category"))
	c.Reasoning = o.Text("reasoning")
	c.KeyMoments = o.Texts("key_moments")
	c.Evidence = Evidence(o.Texts("evidence", "quotes", "quote"), w)
	if confidence, ok := o.Number("confidence"); ok {
		c.Confidence = &confidence
	}
	p := Of(w.Agent)
	if weight, ok := o.Number("emotional_weight"); ok && p.Emotions {
		c.EmotionalWeight = new(min(max(weight, 0), 1))
	}
	if p.People {
		c.Participants = o.Texts("participants")
	}
	return c, problemOf(c)
}

// longest is the longest content in bytes that is looked at; a memory is a sentence
// or two.
const longest = 8 << 10

func problemOf(c souvenir.Candidate) string {
	switch {
	case len(c.Content) > longest:
		return "content is too long"
	case c.Content == "":
		return "content is missing"
	case c.Type == "":
		return "type and category are missing"
	case c.Confidence == nil:
		return "confidence is missing"
	}
	return ""
}

// Evidence looks for quotes in the messages. One that is not there stays without a
// message.
func Evidence(quotes []string, w souvenir.Window) []souvenir.Evidence {
	var out []souvenir.Evidence
	for _, quote := range quotes {
		e := locate(quote, w)
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

func locate(quote string, w souvenir.Window) souvenir.Evidence {
	for _, form := range []string{quote, unnamed(quote)} {
		for _, m := range w.Messages {
			if form != "" && strings.Contains(plain(m.Content), plain(form)) {
				return souvenir.Evidence{Message: m.ID, Quote: form}
			}
		}
	}
	return souvenir.Evidence{Quote: quote}
}

// unnamed is a quote without the name of the speaker in front of it.
func unnamed(quote string) string {
	_, said, _ := strings.Cut(quote, ": ")
	return said
}

// plain is a text without what models change when they quote.
func plain(text string) string {
	return strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`).Replace(strings.Join(strings.Fields(strings.ToLower(text)), " "))
}
