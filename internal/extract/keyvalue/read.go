package keyvalue

import (
	"maps"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// confidence is that of an explicit statement: the style asks for nothing else.
const confidence = 0.95

var errNoFacts = souvenir.Errorf(souvenir.Invalid, `The reply must be a JSON object {"facts": {...}, "context": [...], "quotes": {...}}.`)

// read makes findings of a reply. Nothing at all, and either part missing, mean
// that there is nothing to note.
func read(value any, w souvenir.Window) (extract.Findings, error) {
	items, skipped := reply.Items(value)
	f := findings{window: w}
	for _, o := range items {
		if !o.Has("facts", "context") && !blank(o) {
			skipped++
			continue
		}
		f.facts(o)
		f.context(o)
	}
	if skipped > 0 && len(f.Candidates)+len(f.Rejections) == 0 {
		return extract.Findings{}, errNoFacts
	}
	return f.Findings, nil
}

// blank is an object whose fields are all null.
func blank(o reply.Object) bool {
	for _, v := range o {
		if v != nil {
			return false
		}
	}
	return true
}

type findings struct {
	extract.Findings
	window souvenir.Window
}

func (f *findings) facts(o reply.Object) {
	quotes, _ := o.Object("quotes")
	facts, _ := o.Object("facts")
	var seen []string
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		if v := facts[name]; v == nil || v == "" {
			continue // a form that was not filled in
		}
		value, key := strings.Join(facts.Texts(name), ", "), normalKey(name)
		m := souvenir.Memory{Type: "fact", Key: key, Content: value}
		switch {
		case value == "" || key == "":
			f.refuse(m, "a fact needs a key and a short text as its value")
		case slices.Contains(seen, key):
			f.refuse(m, "the reply has the key "+key+" twice")
		default:
			f.propose(m, quotes.Text(name))
		}
		seen = append(seen, key)
	}
}

func (f *findings) context(o reply.Object) {
	quotes, _ := o.Object("quotes")
	for _, pair := range o.Objects("context") {
		m := souvenir.Memory{Type: "context", Question: pair.Text("q", "question"), Content: pair.Text("a", "answer")}
		if m.Question == "" || m.Content == "" {
			f.refuse(m, "context needs a question and its answer")
			continue
		}
		quote := pair.Text("quote", "evidence")
		if quote == "" {
			quote = quotes.Text(m.Question)
		}
		f.propose(m, quote)
	}
	for _, text := range o.Texts("context") {
		f.refuse(souvenir.Memory{Type: "context", Content: text}, "context needs a question and its answer")
	}
}

// propose adds a candidate. It was said at the earliest with the first message;
// the evidence is looked up later.
func (f *findings) propose(m souvenir.Memory, quote string) {
	m.Confidence = new(confidence)
	if len(f.window.Messages) > 0 {
		m.SaidAt = f.window.Messages[0].At
	}
	if quote != "" {
		m.Evidence = []souvenir.Evidence{{Quote: quote}}
	}
	f.Candidates = append(f.Candidates, souvenir.Candidate{Memory: m})
}

func (f *findings) refuse(m souvenir.Memory, why string) {
	s := f.window.Scope
	f.Rejections = append(f.Rejections, souvenir.Rejection{User: s.User, Conversation: s.Conversation, Rule: "shape", Reason: why, Candidate: souvenir.Candidate{Memory: m}})
}
