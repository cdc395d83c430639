package reconcile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reconcile/sense"
)

const (
	apart       = sense.Apart
	doubtful    = sense.Doubtful
	same        = sense.Same
	covered     = sense.Covered
	refines     = sense.Refines
	contradicts = sense.Contradicts
)

// relative is a neighbour and what the candidate is to it.
type relative struct {
	Neighbour
	sense.Verdict
}

func relation(old, m souvenir.Memory) sense.Relation {
	return sense.Compare(sense.Read(old.Content), sense.Read(m.Content)).Relation
}

// near are the neighbours that a candidate may be compared with, the nearest
// first: of the same scope and subject, and still there at this point of the plan.
func (d *draft) near(m souvenir.Memory, ns []Neighbour) []relative {
	var out []relative
	read := d.read(m.Content)
	for _, n := range append(d.planned(m), ns...) {
		if d.ended[n.Memory.ID] || !comparable(n.Memory, m) {
			continue
		}
		n.Memory = d.current(n.Memory)
		out = append(out, relative{n, sense.Compare(d.read(n.Memory.Content), read)})
	}
	slices.SortStableFunc(out, func(a, b relative) int { return cmp.Compare(b.Similarity, a.Similarity) })
	return out
}

// read understands a content, once for the whole plan.
func (d *draft) read(content string) sense.Statement {
	s, ok := d.texts[content]
	if !ok {
		s = sense.Read(content)
		d.texts[content] = s
	}
	return s
}

// comparable says whether two memories may be about the same thing at all: they
// hold in the same place, for the same people, about the same subject.
func comparable(a, b souvenir.Memory) bool {
	if a.Status != souvenir.Active || a.User != b.User || a.Agent != b.Agent || a.SubjectUser != b.SubjectUser || where(a) != where(b) {
		return false
	}
	if souvenir.Normalize(a.Question) != souvenir.Normalize(b.Question) {
		return false
	}
	if a.Subject != "" && b.Subject != "" && souvenir.Normalize(a.Subject) != souvenir.Normalize(b.Subject) {
		return false
	}
	return a.Key == b.Key || (a.Key == "" || b.Key == "") && isSentence(a.Content) && isSentence(b.Content)
}

func where(m souvenir.Memory) string {
	switch m.Reach {
	case souvenir.SiteOnly:
		return string(m.Reach) + m.Site
	case souvenir.SessionOnly, souvenir.ConversationOnly:
		return string(m.Reach) + m.Conversation
	}
	return string(cmp.Or(m.Reach, souvenir.UserGlobal))
}

// isSentence tells a statement from the bare value of a key.
func isSentence(s string) bool {
	return strings.Count(strings.TrimSpace(s), " ") >= 2 || strings.ContainsRune(s, '用') || len([]rune(s)) > 12
}

// compare decides by what is near. What says the same settles it; else what it
// contradicts or refines gives way, all of it together.
func (d *draft) compare(m souvenir.Memory, near []relative) souvenir.Step {
	if r, ok := tooWeak(m, near); ok {
		return step(souvenir.Noop, m, "It is less certain than what is known already.", r.Memory.ID)
	}
	for _, known := range []sense.Relation{same, covered} {
		if i := slices.IndexFunc(near, func(r relative) bool { return r.Relation == known }); i >= 0 {
			return again(near[i].Memory, m)
		}
	}
	old := having(near, contradicts)
	switch {
	case len(old) > 0:
		return d.replace(m, old, having(near, refines))
	case len(having(near, refines)) > 0:
		return refined(m, having(near, refines))
	}
	return d.judged(m, near)
}

func having(near []relative, want sense.Relation) (out []relative) {
	for _, r := range near {
		if r.Relation == want {
			out = append(out, r)
		}
	}
	return out
}

// tooWeak says that a weak candidate is near something strong. What a guard
// knows to be something else is not near.
func tooWeak(m souvenir.Memory, near []relative) (relative, bool) {
	if m.Confidence == nil || *m.Confidence >= weak {
		return relative{}, false
	}
	for _, r := range near {
		related := r.Relation != apart && r.Relation != doubtful
		if sure := r.Memory.Confidence; sure != nil && *sure >= strong && (related || r.Similarity >= Similar && !separates[r.Guard]) {
			return r, true
		}
	}
	return relative{}, false
}

// separates are the guards that tell two matters apart, however alike they sound.
var separates = map[string]bool{"holder": true, "names and roles": true, "numbers": true, "dates": true, "language": true}

// replace lets a candidate take the place of what it contradicts. Older news
// replaces nothing, and nobody's word counts for more than the user's own.
func (d *draft) replace(m souvenir.Memory, old, less []relative) souvenir.Step {
	for _, r := range old {
		switch older := m.SaidAt.Before(r.Memory.SaidAt); {
		case older && lesser(m, r.Memory):
			return step(souvenir.Noop, m, "Something newer is known about it.", r.Memory.ID)
		case older:
			return late(m, r.Memory, "Something newer is known about it.")
		}
		if lesser(m, r.Memory) {
			return hold(m, fmt.Sprintf("it contradicts what the %s said", cmp.Or(r.Memory.Trust, souvenir.FromUser)))
		}
	}
	s := step(souvenir.Supersede, inherit(m, old[0].Memory), "It is no longer as it was: "+old[0].Guard+".")
	for _, r := range append(slices.Clone(old), less...) {
		s.Related = append(s.Related, r.Memory.ID)
	}
	s.Until = until(m)
	return s
}

var authority = map[souvenir.Trust]int{"": 3, souvenir.FromUser: 3, souvenir.FromImport: 2, souvenir.FromAssistant: 1, souvenir.FromPage: 0}

func lesser(m, old souvenir.Memory) bool {
	return authority[m.Trust] < authority[old.Trust] || old.Origin == souvenir.Core && m.Origin != souvenir.Core && m.Origin != souvenir.Explicit
}
