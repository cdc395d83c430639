package selective

import (
	"fmt"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// What models write in place of content and subject.
var (
	contentNames = []string{"content", "description", "detail", "text", "summary", "value", "statement", "knowledge"}
	subjectNames = []string{"subject", "name", "topic", "title", "entity"}
)

var errNoEntries = souvenir.Errorf(souvenir.Invalid, `The reply must be {"entries": [...]}, each entry an object with type, subject, content, importance, expiry, tags, source_context and evidence.`)

func read(value any, w souvenir.Window) (extract.Findings, error) {
	items, skipped := reply.Items(value, "entries", "entry")
	if len(items) == 0 && skipped > 0 {
		return extract.Findings{}, errNoEntries
	}
	if len(items) > 0 && !slices.ContainsFunc(items, func(o reply.Object) bool { return o.Has(contentNames...) }) {
		return extract.Findings{}, errNoEntries
	}
	var f extract.Findings
	for _, o := range items {
		c, why := entry(o)
		if len(w.Messages) > 0 {
			c.SaidAt = w.Messages[0].At // at the earliest; the evidence is looked up later
		}
		if why != "" {
			f.Rejections = append(f.Rejections, souvenir.Rejection{User: w.Scope.User, Conversation: w.Scope.Conversation, Rule: "shape", Reason: why, Candidate: c})
			continue
		}
		f.Candidates = append(f.Candidates, c)
	}
	return f, nil
}

// entry reads one entry; why says what about it is none.
func entry(o reply.Object) (c souvenir.Candidate, why string) {
	c.Content, c.Subject = o.Text(contentNames...), subject(o)
	c.Tags, c.SourceContext = o.Texts("tags", "tag"), o.Text("source_context", "context")
	for _, quote := range o.Texts("evidence", "quote", "quotes") {
		c.Evidence = append(c.Evidence, souvenir.Evidence{Quote: quote})
	}
	kind, expiry := o.Text("type", "kind"), o.Text("expiry")
	importance, whole := importanceOf(o)
	c.Importance = &importance
	var typed, dated bool
	c.Type, typed = typeOf(kind)
	c.Expiry, dated = expiryOf(expiry, c.Type)
	switch {
	case strings.TrimSpace(c.Subject) == "":
		why = "subject is empty"
	case !whole:
		why = fmt.Sprintf("importance %s is not a whole number", o.Text("importance"))
	case !typed:
		why = fmt.Sprintf("type %q is none of %s", kind, strings.Join(types, ", "))
	case !dated:
		why = fmt.Sprintf("expiry %q is neither permanent nor temporary", expiry)
	}
	return c, why
}

// subject is as the model wrote it, spaces and all: a refusal quotes it.
func subject(o reply.Object) string {
	trimmed := o.Text(subjectNames...)
	if raw, ok := o["subject"].(string); ok && strings.TrimSpace(raw) == trimmed {
		return raw
	}
	return trimmed
}
