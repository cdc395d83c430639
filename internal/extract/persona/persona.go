// Package persona keeps of a conversation what somebody would keep who is as
// their role card says: a digest with facts, moments and topics left open. For
// want of a role card it keeps a raw digest, to be made again once there is one.
package persona

import (
	"context"
	"embed"
	"encoding/json"
	"io/fs"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/llm"
)

const name = "persona"

//go:embed texts
var ours embed.FS

// Options of the style.
type Options struct {
	Location *time.Location // in which the model reads the times of messages; nil means the local one
}

// New gives the style. Own holds the operator's texts; nil means none.
func New(own fs.FS) (extract.Style, error) { return Options{}.New(own) }

// New gives the style with options.
func (o Options) New(own fs.FS) (extract.Style, error) {
	builtin, err := fs.Sub(ours, "texts")
	if err != nil {
		return extract.Style{}, err
	}
	t, err := extract.ReadTexts(name, builtin, own)
	if err != nil {
		return extract.Style{}, err
	}
	p := prompts{texts: t, zone: o.Location, users: map[string]*extract.Template{}}
	for _, tag := range []string{chinese.tag, english.tag} {
		if p.users[tag], err = t.Template(tag + "/user.md"); err != nil {
			return extract.Style{}, err
		}
	}
	return extract.Style{
		Name:    name,
		About:   "Keeps what the user, being who their role card says, would keep: facts, moments, moods and topics left open.",
		Texts:   t.All(),
		Reads:   extract.ReadsSpeakers,
		Propose: propose,
		Ask:     p.ask,
		Again:   again,

		AskAlways: true, // a digest is of whatever was said
	}, nil
}

// propose answers for windows without a role card: nobody knows what their owner
// would keep, so all of it waits.
func propose(_ context.Context, w souvenir.Window) (extract.Findings, bool, error) {
	if w.Card.Tells() {
		return extract.Findings{}, false, nil
	}
	return Waiting(w), true, nil
}

// Waiting keeps a window as it is, to be processed later.
func Waiting(w souvenir.Window) extract.Findings {
	return extract.Findings{Episode: episode(w, RawDigest(w))}
}

// unread stands in for a reply that could not be read. An empty one says no more
// of the window than no reply at all.
func unread(w souvenir.Window, reply string) extract.Findings {
	if strings.TrimSpace(reply) == "" {
		return Waiting(w)
	}
	d := defaultDigest(w)
	d.NeedsProcessing = true
	return extract.Findings{Episode: episode(w, d)}
}

// prompts are the style's texts, ready to be filled in.
type prompts struct {
	texts extract.Texts
	users map[string]*extract.Template // by language
	zone  *time.Location
}

// ask puts a window to a model. What is the same for all windows is the system
// prompt, what is the same for an owner comes next, and the messages come last.
func (p prompts) ask(w souvenir.Window) (extract.Question, error) {
	t := tongueOf(w.Card)
	user, err := p.users[t.tag].Fill(p.values(w))
	if err != nil {
		return extract.Question{}, err
	}
	return extract.Question{
		System:      strings.TrimSpace(p.texts.Get(t.tag + "/system.md")),
		User:        user,
		Shape:       llm.Shape{Name: "submit_digest", Description: "Hands in what the owner of the role card keeps.", Schema: json.RawMessage(p.texts.Get("schema.json"))},
		Temperature: 0.3,
		MaxTokens:   2000,
		Read:        func(value any) (extract.Findings, error) { return read(value, w) },
		Unread:      func(reply string) extract.Findings { return unread(w, reply) },
	}, nil
}

// values are what a prompt has places for.
type values struct {
	Owner, Personality, Partner, Relation, Conversation string
	Language                                            string // other than that of the prompt
}

func (p prompts) values(w souvenir.Window) values {
	v := voicesOf(w)
	out := values{
		Owner: v.owner, Personality: FormatPersonality(w.Card), Partner: v.partner, Relation: v.relation,
		Conversation: FormatConversation(w, p.zone),
	}
	if tag := w.Card.Tongue(); tag != chinese.tag && tag != english.tag {
		out.Language = oneLine(w.Card.Language)
	}
	return out
}
