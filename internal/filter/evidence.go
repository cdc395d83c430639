package filter

import (
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// settle finds the messages that the candidate's evidence is in, or else the
// one that says most of it.
func (g *grounds) settle() bool {
	var kept []souvenir.Evidence
	for _, e := range g.c.Evidence {
		if e, ok := g.place(e); ok && !slices.Contains(kept, e) {
			kept = append(kept, e)
		}
	}
	if len(kept) == 0 {
		e, ok := g.nearest()
		if !ok {
			return false
		}
		kept = []souvenir.Evidence{e}
	}
	g.rest(kept)
	return true
}

// place puts a piece of evidence where its quote is.
func (g *grounds) place(e souvenir.Evidence) (souvenir.Evidence, bool) {
	m, ok := g.w.Find(e.Message)
	switch {
	case ok && strings.TrimSpace(e.Quote) == "":
		return souvenir.Evidence{Message: m.ID, Quote: g.sentence(m)}, true
	case ok && quoted(m.Content, e.Quote):
		return e, true
	case strings.TrimSpace(e.Quote) == "":
		return e, false
	}
	for _, m := range g.readable() {
		if quoted(m.Content, e.Quote) {
			return souvenir.Evidence{Message: m.ID, Quote: e.Quote}, true
		}
	}
	return e, false
}

// readable gives the messages that may speak for the candidate, users first. The
// assistant cannot speak about the user.
func (g *grounds) readable() []souvenir.Message {
	var users, others []souvenir.Message
	for _, m := range g.w.Messages {
		switch {
		case m.Role == souvenir.User:
			users = append(users, m)
		case m.Role == souvenir.Page || !aboutUser(*g.c, g.w):
			others = append(others, m)
		}
	}
	return append(users, others...)
}

// nearest is the message that says most of the content.
func (g *grounds) nearest() (souvenir.Evidence, bool) {
	claims := claimsOf(g.c, g.w)
	var best souvenir.Message
	most := 0
	for _, m := range g.readable() {
		said := testimonyOf(m)
		n, _ := g.overlap(said, everyWord)
		for _, claim := range claims {
			if ok, _ := claim.holds(said); ok {
				n++
			}
		}
		if n > most {
			best, most = m, n
		}
	}
	if most == 0 {
		return souvenir.Evidence{}, false
	}
	return souvenir.Evidence{Message: best.ID, Quote: g.sentence(best)}, true
}

// unsaid names what no message says, as exactly as can be.
func (g *grounds) unsaid() string {
	all := testimonyOf(g.readable()...)
	for _, claim := range claimsOf(g.c, g.w) {
		if ok, _ := claim.holds(all); !ok {
			return claim.what + " is not in what was said"
		}
	}
	return "no message says anything like it"
}

// sentence is the one of a message that says most of the content.
func (g *grounds) sentence(m souvenir.Message) string {
	best, most := "", -1
	for _, s := range sentences(clipped(m.Content)) {
		if n, _ := g.overlap(testimonyOf(souvenir.Message{Content: s}), everyWord); n > most {
			best, most = s, n
		}
	}
	return best
}

// rest makes the evidence the candidate's. Where it was mended, the candidate
// was said when that was.
func (g *grounds) rest(on []souvenir.Evidence) {
	mended := !slices.Equal(on, g.c.Evidence)
	g.c.Evidence, g.said, g.speakers = on, testimonyOf(), nil
	var newest time.Time
	for _, id := range distinctMessages(on) {
		m, _ := g.w.Find(id)
		g.said.add(m)
		g.speakers = append(g.speakers, m)
		if m.At.After(newest) {
			newest = m.At
		}
	}
	if mended && !newest.IsZero() {
		g.c.SaidAt = newest
	}
}

func distinctMessages(on []souvenir.Evidence) (ids []string) {
	for _, e := range on {
		if !slices.Contains(ids, e.Message) {
			ids = append(ids, e.Message)
		}
	}
	return ids
}
