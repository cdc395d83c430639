package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

type memoriesShow struct {
	ID string `arg:"" help:"Its id, or the end of it."`
}

// Run shows everything about one memory.
func (s *memoriesShow) Run(ctx context.Context, g *globals) error {
	c, err := g.connect(ctx)
	if err != nil {
		return err
	}
	defer c.close()
	m, err := c.memory(ctx, s.ID)
	if err != nil {
		return err
	}
	return g.show(m, func(w io.Writer) { tellMemory(w, m) })
}

// tellMemory writes what the memory says, and then whatever is known about it.
func tellMemory(w io.Writer, m souvenir.Memory) {
	fmt.Fprintf(w, "%s\n\n", visible(m.Content))
	columns(w, func(w io.Writer) {
		for _, row := range aboutMemory(m) {
			if row[1] != "" {
				fmt.Fprintf(w, "  %s\t%s\n", row[0], oneLine(row[1]))
			}
		}
	})
}

func aboutMemory(m souvenir.Memory) [][2]string {
	rows := [][2]string{
		{"id", m.ID},
		{"status", status(m)},
		{"user", m.User}, {"about", m.SubjectUser}, {"agent", m.Agent}, {"conversation", m.Conversation},
		{"key", m.Key}, {"question", m.Question}, {"subject", m.Subject},
		{"type", m.Type}, {"category", m.Category}, {"tags", strings.Join(m.Tags, ", ")},
		{"learnt", fmt.Sprintf("%s, by style %s, on the word of the %s", m.Origin, m.Style, m.Trust)},
		{"holds", holds(m)},
		{"confidence", number(m.Confidence)}, {"importance", number(m.Importance)}, {"retention", number(m.Retention)},
		{"emotional weight", number(m.EmotionalWeight)}, {"priority", fmt.Sprint(m.Priority)},
		{"confirmations", fmt.Sprint(m.Confirmations)},
		{"said", minute(m.SaidAt)}, {"created", minute(m.CreatedAt)}, {"updated", minute(m.UpdatedAt)},
		{"reasoning", m.Reasoning},
	}
	for _, e := range m.Evidence {
		rows = append(rows, [2]string{"evidence", fmt.Sprintf("%q in message %s", e.Quote, e.Message)})
	}
	return rows
}

func status(m souvenir.Memory) string {
	s := string(m.Status)
	if m.SupersededBy != "" {
		s += " by " + m.SupersededBy
	}
	if m.EndedAt != nil {
		s += " since " + minute(*m.EndedAt)
	}
	return s
}

// holds says where and until when a memory is true.
func holds(m souvenir.Memory) string {
	where := map[souvenir.Reach]string{
		souvenir.UserGlobal: "everywhere", souvenir.SiteOnly: "on " + m.Site,
		souvenir.SessionOnly: "in its session", souvenir.ConversationOnly: "in its conversation",
	}[m.Reach]
	return where + bound(" from ", m.ValidFrom) + bound(" until ", m.ValidTo) + bound(", expires ", m.ExpiresAt)
}

func bound(word string, t *time.Time) string {
	if t == nil {
		return ""
	}
	return word + minute(*t)
}

// number writes a value that may be absent, which is not zero.
func number[T int | float64](n *T) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}
