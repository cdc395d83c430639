package reconcile

import (
	"context"
	"embed"
	"encoding/json"
	"io/fs"
	"strconv"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// Style is the name under which a judge's calls are counted, and of the directory
// with an operator's own texts.
const Style = "reconcile"

//go:embed texts
var texts embed.FS

// Judge asks a model about doubtful candidates, one at a time.
type Judge struct {
	system string
	user   *extract.Template
	shape  llm.Shape
}

// NewJudge prepares what is the same for every question. Own holds the operator's
// texts; nil means none.
func NewJudge(own fs.FS) (*Judge, error) {
	ours, err := fs.Sub(texts, "texts")
	if err != nil {
		return nil, err
	}
	t, err := extract.ReadTexts(Style, ours, own)
	if err != nil {
		return nil, err
	}
	user, err := t.Template("user.md")
	return &Judge{
		system: strings.TrimSpace(t.Get("system.md")), user: user,
		shape: llm.Shape{Name: "decide", Description: "Hands in what becomes of the candidate.", Schema: json.RawMessage(t.Get("schema.json"))},
	}, err
}

// Asked is what one reply cost, and how well it could be read.
type Asked struct {
	Usage llm.Usage
	Mode  reply.Mode
}

// Ask puts one question. A reply that cannot be read is sent back once. An error,
// or a second such reply, means that nobody decided: ok is false, and the rules
// must do.
func (j *Judge) Ask(ctx context.Context, model llm.Client, q Question) (r Ruling, asked []Asked, ok bool, err error) {
	request, err := j.request(q)
	if err != nil {
		return r, nil, false, err
	}
	for range 2 {
		said, err := model.Chat(ctx, request)
		if err != nil {
			return r, asked, false, err
		}
		value, mode, err := reply.Read(said.Body())
		if err == nil {
			if r, err = read(value, q); err == nil {
				return r, append(asked, Asked{said.Usage, mode}), true, nil
			}
		}
		asked = append(asked, Asked{said.Usage, reply.Unreadable})
		request.Messages = append(request.Messages, llm.Message{Role: souvenir.Assistant, Content: said.Body()}, llm.Message{Role: souvenir.User, Content: "That reply could not be used. " + err.Error() + " Reply once more, with the JSON described above and nothing else."})
	}
	return r, asked, false, nil
}

type shown struct {
	Number                    int
	Content, Said, Confidence string
}

// request numbers the memories: a model gets numbers right that are small, and
// makes up ids that are long.
func (j *Judge) request(q Question) (llm.Request, error) {
	var existing []shown
	for i, m := range q.Offered {
		s := shown{Number: i + 1, Content: plain(m.Content)}
		if !m.SaidAt.IsZero() {
			s.Said = m.SaidAt.Format("2006-01-02")
		}
		if m.Confidence != nil {
			s.Confidence = strconv.FormatFloat(*m.Confidence, 'f', 2, 64)
		}
		existing = append(existing, s)
	}
	user, err := j.user.Fill(map[string]any{"Candidate": plain(q.Candidate.Content), "Existing": existing})
	return llm.Request{System: j.system, Messages: llm.Ask(user), Shape: &j.shape, Temperature: new(0.0), MaxTokens: 300}, err
}

// plain keeps a memory on one line, so that none can pass for two.
func plain(content string) string { return strings.Join(strings.Fields(content), " ") }

var errNoOperation = souvenir.Errorf(souvenir.Invalid, `It must be {"operation": "ADD|UPDATE|DELETE|NOOP", "target": number or null, "content": text or null}.`)

// The flags of a ruling that names a memory which was not offered.
const (
	flagUpdate = "The model named a memory to update that it was not shown."
	flagDelete = "The model named a memory to delete that it was not shown."
)

// read makes a ruling of a reply: one operation, or several that belong together.
func read(value any, q Question) (Ruling, error) {
	var r Ruling
	understood := false
	items, _ := reply.Items(value, "operations", "decisions", "actions")
	for _, o := range items {
		op := strings.ToUpper(o.Text("operation", "action", "op", "decision", "event"))
		target, known := offered(o, q)
		switch op {
		case "ADD":
			r.Add = true
		case "UPDATE", "MERGE":
			r.update(target, known, o.Text("content", "updated_content", "text"))
		case "DELETE", "SUPERSEDE":
			r.remove(target, known)
		case "NOOP", "NONE", "SKIP", "NO-OP":
		default:
			continue
		}
		understood = true
	}
	if !understood {
		return r, errNoOperation
	}
	return r, nil
}

// offered is the memory that a reply names, if it is one of those shown.
func offered(o reply.Object, q Question) (id string, known bool) {
	n, given, whole := o.Integer("target", "target_memory_id", "id", "memory_id", "target_id")
	if !given || !whole || n < 1 || n > len(q.Offered) {
		return "", false
	}
	return q.Offered[n-1].ID, true
}

// update notes a refinement; of something unknown it is something new.
func (r *Ruling) update(id string, known bool, content string) {
	if !known {
		r.Add, r.Flag = true, flagUpdate
		return
	}
	r.Update, r.Content = id, content
}

// remove notes what the candidate replaces; of something unknown it is nothing.
func (r *Ruling) remove(id string, known bool) {
	if !known {
		r.Flag = flagDelete
		return
	}
	r.Delete = append(r.Delete, id)
}
