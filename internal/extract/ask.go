package extract

import (
	"cmp"
	"context"
	"fmt"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm"
	"github.com/souvenir-memory/souvenir/internal/reply"
)

// Asked is one reply of a model: what it cost, and how well it could be read.
type Asked struct {
	Style string
	Usage llm.Usage
	Mode  reply.Mode
}

// ErrNoModel means that a style wants to ask and there is nobody to ask.
var ErrNoModel = souvenir.Errorf(souvenir.Invalid, "The style asks a model, and none is configured. Set llm.endpoint and llm.model, or choose the styles rules and verbatim.")

// Unreadable is a reply that could not be read, twice. It keeps the reply for
// whoever wants to know why.
type Unreadable struct {
	Reply string
	Why   error
}

func (u *Unreadable) Error() string {
	return fmt.Sprintf("The model's reply could not be read, also when asked again: %v", u.Why)
}

// ask puts the style's question. A reply that cannot be read is sent back once,
// with what is wrong with it.
func ask(ctx context.Context, s Style, k Kit, w souvenir.Window, r *Result) (Findings, error) {
	q, err := s.Ask(w)
	switch {
	case err != nil:
		return Findings{}, err
	case k.Model == nil && q.Unread != nil:
		return q.Unread(""), nil
	case k.Model == nil:
		return Findings{}, ErrNoModel
	}
	request := q.request(k.Tuning)
	first, f, err := attempt(ctx, s, k, q, request, r)
	if first == nil || err == nil {
		return f, err
	}
	request.Messages = append(request.Messages, llm.Message{Role: souvenir.Assistant, Content: first.Body()}, llm.Message{Role: souvenir.User, Content: again(err)})
	second, f, err := attempt(ctx, s, k, q, request, r)
	switch {
	case second == nil || err == nil:
		return f, err
	case q.Unread != nil:
		return q.Unread(second.Body()), nil
	}
	return Findings{}, &Unreadable{Reply: second.Body(), Why: err}
}

// attempt asks once. It gives the reply where one came, and an error where it
// could not be read.
func attempt(ctx context.Context, s Style, k Kit, q Question, request llm.Request, r *Result) (*llm.Reply, Findings, error) {
	said, err := k.Model.Chat(ctx, request)
	if err != nil {
		return nil, Findings{}, err
	}
	value, mode, err := reply.Read(said.Body())
	var f Findings
	switch {
	case err != nil:
	case mode != reply.Nothing:
		if f, err = q.Read(value); err != nil {
			mode = reply.Unreadable
		}
	case q.Unread != nil:
		f = q.Unread("")
	}
	r.Asked = append(r.Asked, Asked{Style: s.Name, Usage: said.Usage, Mode: mode})
	return &said, f, err
}

func again(err error) string {
	return fmt.Sprintf("That reply could not be used. %v Reply once more, with the JSON described above and nothing else.", err)
}

func (q Question) request(t Tuning) llm.Request {
	temperature := q.Temperature
	if t.Temperature != nil {
		temperature = *t.Temperature
	}
	return llm.Request{
		Model: t.Model, System: q.System, Messages: llm.Ask(q.User), Shape: &q.Shape,
		Temperature: &temperature, MaxTokens: cmp.Or(t.MaxTokens, q.MaxTokens),
	}
}
