package engine

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/store"
)

// plainLine is a line that no Souvenir wrote: a memory, as mem0 exports it, or a
// message.
type plainLine struct {
	Memory     string    `json:"memory"`
	Categories []string  `json:"categories"`
	CreatedAt  time.Time `json:"created_at"`

	ID           string        `json:"id"`
	Role         souvenir.Role `json:"role"`
	Name         string        `json:"name"`
	Content      string        `json:"content"`
	Conversation string        `json:"conversation"`
	At           time.Time     `json:"at"`
}

// turn is a plain message and where it stood.
type turn struct {
	line         int64
	conversation string
	said         souvenir.Said
}

func (i *importing) plain(line []byte) error {
	var p plainLine
	err := readJSON(line, &p)
	switch {
	case err != nil:
		i.bad(i.report.Lines, err)
		return nil
	case p.Memory != "":
		return i.plainMemory(p)
	case p.Role != "" && p.Content != "":
		return i.plainMessage(p)
	}
	i.bad(i.report.Lines, souvenir.Errorf(souvenir.Invalid, `The line is neither of an export nor {"memory": ...} nor {"role": ..., "content": ...}.`))
	return nil
}

// plainMemory reconciles a memory with what is known. It does not confirm what is
// known already, or importing it again would.
func (i *importing) plainMemory(p plainLine) error {
	if err := errors.Join(i.store(), i.post()); err != nil {
		return err
	}
	c := i.e.explicit(i.scope, p.Memory, p.CreatedAt)
	c.Origin, c.Trust = souvenir.Imported, souvenir.FromImport
	if len(p.Categories) > 0 {
		c.Category, c.Tags = p.Categories[0], normalTags(p.Categories)
	}
	c.ContentHash = c.Hash()
	if err := checkMemory(c.Memory); err != nil {
		i.bad(i.report.Lines, err)
		return nil
	}
	isNew, err := i.learn(c)
	if err != nil {
		if souvenir.CodeOf(err) == souvenir.Internal || i.ctx.Err() != nil {
			return err
		}
		i.bad(i.report.Lines, err)
		return nil
	}
	i.good("memory", isNew)
	return nil
}

func (i *importing) learn(c souvenir.Candidate) (isNew bool, err error) {
	known, err := i.e.store.ImportedBefore(i.ctx, i.scope.Tenant, i.scope.User, c.ContentHash)
	if err != nil || known {
		return false, err
	}
	h := newHearing(false)
	h.away = true // a whole list is not worth asking a model about
	for {
		plan, err := i.e.plan(i.ctx, i.scope.Tenant, []souvenir.Candidate{c}, h)
		if err != nil {
			return false, err
		}
		if s := first(plan.Steps); s.Operation == souvenir.Reinforce || s.Operation == souvenir.Noop && s.Memory.Status != souvenir.Superseded {
			return false, nil
		}
		_, err = i.e.store.Apply(i.ctx, i.scope.Tenant, plan, i.cause)
		if !errors.Is(err, store.ErrStale) {
			return true, err
		}
	}
}

// plainMessage lets messages of one conversation gather.
func (i *importing) plainMessage(p plainLine) error {
	if err := i.store(); err != nil {
		return err
	}
	if !slices.Contains(souvenir.Roles, p.Role) {
		i.bad(i.report.Lines, souvenir.Errorf(souvenir.Invalid, "There is no role %q.", p.Role))
		return nil
	}
	t := turn{i.report.Lines, cmp.Or(p.Conversation, "import"), souvenir.Said{ID: p.ID, Role: p.Role, Name: p.Name, Content: p.Content, At: p.At}}
	if t.said.At.IsZero() {
		t.said.At = p.CreatedAt
	}
	t.said.ID = cmp.Or(t.said.ID, i.nameOf(t))
	if len(i.talk) == maxBatch || len(i.talk) > 0 && i.talk[0].conversation != t.conversation {
		if err := i.post(); err != nil {
			return err
		}
	}
	i.talk = append(i.talk, t)
	return nil
}

// nameOf is an id for a message that has none: the same whenever it is imported,
// and another one when somebody says the same again.
func (i *importing) nameOf(t turn) string {
	what := fmt.Sprintf("%q %q %q %q %d", t.conversation, t.said.Role, t.said.Name, t.said.Content, t.said.At.UnixMicro())
	i.said[what]++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", what, i.said[what]))
	return "import-" + hex.EncodeToString(sum[:12])
}

// post remembers the messages that have gathered. If something is wrong with one of
// them, each is tried for itself.
func (i *importing) post() error {
	talk := i.talk
	i.talk = nil
	if len(talk) == 0 {
		return nil
	}
	err := i.say(talk)
	if err == nil || len(talk) == 1 {
		return i.told(talk[0].line, err)
	}
	for _, t := range talk {
		if err := i.told(t.line, i.say([]turn{t})); err != nil {
			return err
		}
	}
	return nil
}

// told keeps what ends the import from being taken for the fault of a line.
func (i *importing) told(line int64, err error) error {
	if err == nil || souvenir.CodeOf(err) == souvenir.Internal || souvenir.CodeOf(err) == souvenir.Unavailable || i.ctx.Err() != nil {
		return err
	}
	i.bad(line, err)
	return nil
}

func (i *importing) say(talk []turn) error {
	body := souvenir.Talk{User: i.scope.User, Source: "import"}
	ids := make([]string, len(talk))
	for n, t := range talk {
		body.Messages, ids[n] = append(body.Messages, t.said), t.said.ID
	}
	sc := i.scope
	sc.Conversation = talk[0].conversation
	if err := souvenir.CheckID("conversation", sc.Conversation); err != nil {
		return err
	}
	known, err := i.e.store.MessagesByID(i.ctx, sc, ids)
	if err != nil {
		return err
	}
	if _, err := i.e.Remember(i.ctx, &PostMessages{Conversation: sc.Conversation, Body: body}); err != nil {
		return err
	}
	for _, id := range ids {
		i.good("message", !slices.ContainsFunc(known, func(m souvenir.Message) bool { return m.ID == id }))
	}
	return nil
}
