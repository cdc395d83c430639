package persona

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
)

// FormatConversation is a window as the model reads it: numbered, with who spoke
// and when. A time that nobody knows is left out; zone nil means the local one.
func FormatConversation(w souvenir.Window, zone *time.Location) string {
	if len(w.Messages) == 0 {
		return tongueOf(w.Card).silence
	}
	v := voicesOf(w)
	text := extract.Transcript(w.Messages, func(i int, m souvenir.Message) string {
		return fmt.Sprintf("%d. %s%s: ", i+1, v.speaker(m), stamp(m.At, zone))
	})
	return strings.TrimSuffix(text, "\n")
}

func stamp(at time.Time, zone *time.Location) string {
	if at.IsZero() {
		return ""
	}
	return at.In(cmp.Or(zone, time.Local)).Format("[2006/1/2 15:04:05]")
}

// voices tells the owner of the card from everybody else.
type voices struct {
	owner, partner, relation string   // as the prompt calls them
	owners, others           []string // by whose names each is known
	named                    bool     // the owner speaks under a name
}

func voicesOf(w souvenir.Window) voices {
	t := tongueOf(w.Card)
	v := voices{
		owner:    cmp.Or(oneLine(w.Card.Name()), t.owner),
		partner:  cmp.Or(oneLine(partner(w)), t.partner),
		relation: cmp.Or(oneLine(relation(w)), t.relation),
		owners:   []string{w.Card.Name(), w.Scope.User},
		others:   []string{w.Partner, w.Agent.Name},
	}
	if strings.EqualFold(v.relation, "unknown") {
		v.relation = t.relation
	}
	v.named = slices.ContainsFunc(w.Messages, func(m souvenir.Message) bool { return m.Name != "" && slices.Contains(v.owners, m.Name) })
	return v
}

// partner is whom the owner talks with, as far as anybody said.
func partner(w souvenir.Window) string { return cmp.Or(w.Partner, w.Agent.Name) }

// relation is what the partner is to the owner, as far as anybody said.
func relation(w souvenir.Window) string {
	return cmp.Or(w.Relation, w.Card.RelationTo(w.Partner, w.Agent.Name, w.Scope.Agent))
}

// owns says that the owner spoke: whoever has the role of the user, unless the
// name says otherwise.
func (v voices) owns(m souvenir.Message) bool {
	switch {
	case m.Name == "":
		return m.Role == souvenir.User
	case slices.Contains(v.owners, m.Name):
		return true
	case v.named || slices.Contains(v.others, m.Name):
		return false
	}
	return m.Role == souvenir.User
}

func (v voices) speaker(m souvenir.Message) string {
	if v.owns(m) {
		return v.owner
	}
	return cmp.Or(oneLine(m.Name), v.partner)
}
