package inject

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/souvenir-memory/souvenir"
)

// Kind is the section in which a note stands.
type Kind int

const (
	Who    Kind = iota // who the user is, after their role card
	Fact               // a key and its value
	Memory             // any other memory
	Turn               // what was said before
)

var kinds = [...]Kind{Who, Fact, Memory, Turn}

// Note is one thing that a prompt is told. Two notes that say the same are equal.
type Note struct {
	Kind Kind
	Key  string // of a fact
	Text string
}

// text is the note in one line that cannot close the block it stands in.
func (n Note) text() string {
	line := n.Text
	if n.Kind == Fact {
		line = n.Key + ": " + n.Text
	}
	return untagged.Replace(oneLine(line))
}

var (
	untagged    = strings.NewReplacer("<", "‹", ">", "›")
	unbracketed = strings.NewReplacer("[", "(", "]", ")")
)

// pair is a fact as it stands among others between brackets.
func (n Note) pair() string { return unbracket(n.Key + "=" + n.Text) }

// bare is any other note between brackets.
func (n Note) bare() string { return unbracket(n.Text) }

func unbracket(text string) string { return unbracketed.Replace(oneLine(text)) }

// oneLine has one space where there were several, or other ones. Most texts are so.
func oneLine(text string) string {
	last := byte(' ')
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= utf8.RuneSelf || c == ' ' && last == ' ' {
			return strings.Join(strings.Fields(text), " ")
		}
		last = text[i]
	}
	return strings.TrimSuffix(text, " ")
}

// Facts are notes of memories that have a key.
func Facts(ms []souvenir.Memory) []Note {
	return each(ms, func(m souvenir.Memory) Note { return Note{Fact, m.Key, m.Content} })
}

// Memories are notes of any others.
func Memories(ms []souvenir.Memory) []Note {
	return each(ms, func(m souvenir.Memory) Note {
		return Note{Kind: Memory, Text: strings.TrimSpace(m.Question + " " + m.Content)}
	})
}

// Turns are notes of what was said.
func Turns(ms []souvenir.Message) []Note {
	return each(ms, func(m souvenir.Message) Note {
		return Note{Kind: Turn, Text: fmt.Sprintf("%s %s: %s", m.At.Format("2006-01-02"), m.Speaker(), m.Content)}
	})
}

// Card is a role card in a line; none where it does not say who somebody is.
func Card(c *souvenir.RoleCard) []Note {
	if !c.Tells() || c.Core.BasicIdentity == nil {
		return nil
	}
	id := *c.Core.BasicIdentity
	parts := slices.DeleteFunc([]string{oneLine(id.Name), oneLine(id.Summary)}, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return nil
	}
	return []Note{{Kind: Who, Text: strings.Join(parts, ": ")}}
}

// Profile is what holds whatever a chat is about: who the user is, what is pinned,
// facts by key and core memories. It depends on nothing else, so it stays the same
// until one of them changes.
func Profile(card *souvenir.RoleCard, facts, standing []souvenir.Memory, o Options) []Note {
	pinned := slices.SortedFunc(slices.Values(standing), func(a, b souvenir.Memory) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.Content, b.Content), cmp.Compare(a.ID, b.ID))
	})
	core := slices.IndexFunc(pinned, func(m souvenir.Memory) bool { return m.Priority < souvenir.TopPriority })
	if core < 0 {
		core = len(pinned)
	}
	byKey := slices.SortedStableFunc(slices.Values(facts), func(a, b souvenir.Memory) int { return cmp.Compare(a.Key, b.Key) })
	return Fit(Except(slices.Concat(Card(card), Memories(pinned[:core]), Facts(byKey), Memories(pinned[core:])), nil), o)
}

// Settle keeps what a conversation was told at its beginning for as long as all of
// it still holds, so that the beginning of its prompt stays the same to the byte;
// more is what is new since, to be told apart. Once something no longer holds, it
// begins anew.
func Settle(told, now []Note) (more []Note, holds bool) {
	for _, n := range told {
		if !slices.Contains(now, n) {
			return nil, false
		}
	}
	return Except(now, told), true
}

func each[T, U any](items []T, of func(T) U) []U {
	out := make([]U, len(items))
	for i, item := range items {
		out[i] = of(item)
	}
	return out
}
