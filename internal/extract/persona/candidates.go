package persona

import (
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// confidence is that of what a model read out of a conversation: the style does
// not ask how sure it is.
const confidence = 0.8

// fact and moment are items of a reply with the words that they rest on.
type fact struct {
	content, quote string
}

type moment struct {
	Moment
	quote string
}

func facts(o reply.Object) []fact {
	var out []fact
	items, _ := list(o, "facts")
	for _, item := range items {
		if f, ok := part(item, "content"); ok {
			out = append(out, fact{f.Text("content", "fact", "text"), quote(f)})
		}
	}
	return out
}

func moments(o reply.Object) []moment {
	var out []moment
	items, _ := list(o, "memorableMoments")
	for _, item := range items {
		m, ok := part(item, "content")
		if !ok {
			continue
		}
		out = append(out, moment{Moment{
			Content: m.Text("content"), Importance: share(m, "importance", defaultImportance), EmotionTag: m.Text("emotionTag"), Reason: m.Text("reason"),
		}, quote(m)})
	}
	return out
}

// quote is what an item rests on. A model may leave it out, or say more than asked.
func quote(o reply.Object) string {
	if e, ok := o.Object("evidence"); ok {
		return e.Text("quote", "text", "content")
	}
	said := o.Texts("evidence", "quote")
	if len(said) == 0 {
		return ""
	}
	return said[0]
}

// candidates are the facts and the moments as memories.
func candidates(o reply.Object, d Digest, w souvenir.Window) extract.Findings {
	var f extract.Findings
	add := func(m souvenir.Memory, quote string) {
		m.Confidence, m.Retention = new(confidence), new(d.PersonalityFiltered.RetentionScore)
		m.Language, m.Evidence = w.Card.Tongue(), evidence(w.Messages, quote)
		if m.Content == "" {
			f.Rejections = append(f.Rejections, souvenir.Rejection{Rule: "shape", Reason: "it has no content", Candidate: souvenir.Candidate{Memory: m}})
			return
		}
		f.Candidates = append(f.Candidates, souvenir.Candidate{Memory: m})
	}
	for _, fact := range facts(o) {
		add(souvenir.Memory{Type: "fact", Content: fact.content}, fact.quote)
	}
	for _, m := range moments(o) {
		add(souvenir.Memory{
			Type: "experience", Content: m.Content, EmotionalWeight: new(m.Importance), Tags: emotions(m.EmotionTag),
			Reasoning: m.Reason, Participants: participants(w),
		}, m.quote)
	}
	return f
}

// evidence is a quote with the message that it can be found in. Models copy who
// spoke as well.
func evidence(ms []souvenir.Message, quote string) []souvenir.Evidence {
	if quote == "" {
		return nil
	}
	words := []string{quote}
	if _, after, ok := strings.Cut(quote, ": "); ok && strings.TrimSpace(after) != "" {
		words = append(words, strings.TrimSpace(after))
	}
	for _, said := range words {
		if i := slices.IndexFunc(ms, func(m souvenir.Message) bool { return strings.Contains(m.Content, said) }); i >= 0 {
			return []souvenir.Evidence{{Message: ms[i].ID, Quote: said}}
		}
	}
	return []souvenir.Evidence{{Quote: quote}}
}

// emotions are the feelings that a model put into one word.
func emotions(tag string) []string {
	var out []string
	for _, e := range strings.FieldsFunc(tag, func(r rune) bool { return strings.ContainsRune("/、,，;；|", r) }) {
		if e = strings.TrimSpace(e); e != "" && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

func participants(w souvenir.Window) []string {
	if p := partner(w); p != "" {
		return []string{p}
	}
	return nil
}
