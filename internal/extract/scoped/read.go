package scoped

import (
	"fmt"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

var contentNames = []string{"content", "memory", "text", "statement", "fact"}

var errNoMemories = souvenir.Errorf(souvenir.Invalid, `The reply must be {"memories": [...]}, each of them an object with content, type, scope, confidence, tags and evidence.`)

func read(value any, w souvenir.Window) (extract.Findings, error) {
	items, skipped := reply.Items(value, "memories")
	if len(items) == 0 && skipped > 0 {
		return extract.Findings{}, errNoMemories
	}
	if len(items) > 0 && !slices.ContainsFunc(items, func(o reply.Object) bool { return o.Has(contentNames...) }) {
		return extract.Findings{}, errNoMemories
	}
	var f extract.Findings
	for _, o := range items {
		c, why := memory(o, w)
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

// memory reads one memory; why says what about it is none.
func memory(o reply.Object, w souvenir.Window) (c souvenir.Candidate, why string) {
	c.Content, c.Tags = o.Text(contentNames...), o.Texts("tags", "tag")
	for _, quote := range o.Texts("evidence", "quote", "quotes") {
		c.Evidence = append(c.Evidence, souvenir.Evidence{Quote: quote})
	}
	kind, where := o.Text("type", "kind"), o.Text("scope")
	sure, given := o.Number("confidence")
	if given {
		c.Confidence = &sure
	}
	var known bool
	if c.Type, known = typeOf(kind); !known {
		return c, fmt.Sprintf("type %q is none of preference, project, task, fact, meta", kind)
	}
	if c.Reach, known = reachOf(where); !known {
		return c, fmt.Sprintf("scope %q is none of user_global, session, site, conversation", where)
	}
	switch {
	case c.Content == "":
		return c, "content is empty"
	case !given && o.Has("confidence"), given && (sure < 0 || sure > 1):
		return c, fmt.Sprintf("confidence %s is not between 0 and 1", o.Text("confidence"))
	}
	settle(&c, w)
	return c, ""
}
