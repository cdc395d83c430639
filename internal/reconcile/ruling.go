package reconcile

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/reconcile/sense"
)

// most is how many memories a judge is shown.
const most = 5

// Question is a doubtful candidate with the memories that it may be about. A
// judge may name these and no others.
type Question struct {
	Candidate souvenir.Memory
	Offered   []souvenir.Memory
}

// ID tells questions apart: what is asked and about which memories, as they are.
func (q Question) ID() string {
	h := sha256.New()
	for _, m := range append([]souvenir.Memory{q.Candidate}, q.Offered...) {
		if m.ID != q.Candidate.ID {
			h.Write([]byte(m.ID))
		}
		h.Write([]byte{0})
		h.Write([]byte(m.Content))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Ruling is what a judge decided on one question. Update and Delete name memories
// that were offered.
type Ruling struct {
	Add     bool
	Update  string
	Content string // what the updated memory says; empty means what the candidate says
	Delete  []string
	Flag    string // what was wrong with the answer
}

// Rulings are answers by the ID of their question.
type Rulings map[string]Ruling

// judged decides on a candidate that is only similar to what is known: as a judge
// says, or else both are kept.
func (d *draft) judged(m souvenir.Memory, near []relative) souvenir.Step {
	add := step(souvenir.Add, m, "")
	q := Question{Candidate: m}
	var offered []relative
	for _, r := range having(near, doubtful) {
		if r.Similarity >= Similar && len(offered) < most {
			offered = append(offered, r)
			q.Offered = append(q.Offered, r.Memory)
		}
	}
	if len(offered) == 0 {
		return add
	}
	ruling, ok := d.said[q.ID()]
	if !ok {
		d.questions = append(d.questions, q)
		return add
	}
	return d.obey(m, offered, ruling)
}

// obey carries out a ruling, as far as it names what was offered.
func (d *draft) obey(m souvenir.Memory, offered []relative, r Ruling) souvenir.Step {
	find := func(id string) []relative {
		return slices.DeleteFunc(slices.Clone(offered), func(o relative) bool { return o.Memory.ID != id })
	}
	var gone []relative
	for _, id := range r.Delete {
		gone = append(gone, find(id)...)
	}
	old := find(r.Update)
	var s souvenir.Step
	switch {
	case len(gone) > 0:
		s = d.replace(m, gone, nil)
		s.Reason = "A model says that it replaces what was known."
	case len(old) > 0 && grounded(r.Content, m, old[0].Memory):
		if r.Content != "" {
			m.Content = r.Content
		}
		s = refined(m, old)
		s.Reason = "A model says that it is a refinement of what was known."
	case r.Update != "" || r.Add:
		s = step(souvenir.Add, m, "A model says that it is new.")
	default:
		s = step(souvenir.Noop, m, "A model says that it adds nothing.", offered[0].Memory.ID)
	}
	if r.Flag != "" {
		s.Reason += " " + r.Flag
	}
	return s
}

// grounded says whether the words for an update bring nothing that neither the
// candidate nor the memory says: no other number, date or name.
func grounded(content string, m, old souvenir.Memory) bool {
	return content == "" || sense.Read(content).Within(sense.Read(m.Content), sense.Read(old.Content))
}
