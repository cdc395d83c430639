package openai

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/engine"
)

// exchange is a chat on its way through.
type exchange struct {
	*Proxy
	r        *http.Request
	settings Settings
	upstream Upstream
	request  *chatRequest
	turn     turn
	told     []string        // what the upstream is told about the user
	accepted <-chan struct{} // closed when what the user said is safe, or cannot be
}

// acceptWait is how long a chat waits for what was said to be safe. It goes on to
// be written if that takes longer.
const acceptWait = time.Second

// chat recalls, forwards, streams through and remembers.
func (p *Proxy) chat(d dialect) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { p.converse(w, r, d) }
}

func (p *Proxy) converse(w http.ResponseWriter, r *http.Request, d dialect) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		refuse(w, http.StatusBadRequest, "The request broke off while it was read.")
		return
	}
	x := &exchange{Proxy: p, r: r, settings: p.settings(), request: d.read(body)}
	model := x.request.text("model")
	var ok bool
	if x.upstream, ok = x.settings.upstream(model); !ok {
		refuse(w, http.StatusNotFound, "There is no upstream for model \""+model+"\". Set one: souvenir config set upstream URL.")
		return
	}
	x.turn = p.turnOf(r, x.request, x.upstream)
	body = x.prepare()
	x.sayWho(w.Header())
	if x.offersTools() {
		x.withTools(w, body)
		return
	}
	ear := newEar()
	x.end(x.pass(w, body, ear), ear)
}

// prepare is the request as the upstream gets it. Recalling and accepting go on side
// by side, and neither may break the chat.
func (x *exchange) prepare() []byte {
	if f, ok := x.request.fields["memory"]; ok {
		x.request = x.request.read(apply(x.request.body, []edit{without(x.request.body, f)}))
	}
	if x.turn.off != "" {
		return x.request.body
	}
	recalled := make(chan told, 1)
	x.busy.Go(func() {
		var now told
		if err := safely(func() (err error) { now, err = x.recalled(); return err }); err != nil {
			x.log.WarnContext(x.r.Context(), "chat forwarded without memories", "error", err)
			now = told{body: x.request.body}
		}
		recalled <- now
	})
	x.accept()
	late := time.NewTimer(x.settings.patience() + acceptWait)
	defer late.Stop()
	var now told
	select {
	case now = <-recalled:
	case <-late.C: // recall was told to hurry and did not
		x.log.WarnContext(x.r.Context(), "chat forwarded without memories", "error", "recall does not return")
		return x.request.body
	}
	select {
	case <-x.accepted:
	case <-late.C:
	}
	x.told = now.lines
	return now.body
}

// told is a request with what is known put in, and what that is.
type told struct {
	body  []byte
	lines []string
}

func (x *exchange) recalled() (told, error) {
	ctx, cancel := context.WithTimeout(x.r.Context(), x.settings.patience())
	defer cancel()
	request := x.request.stripped()
	id := talkOf(ctx, x.turn, x.settings)
	now := time.Now()
	before, known := x.talks.of(id, now)
	c := engine.Chat{
		User: x.turn.user, Agent: x.turn.agent, Conversation: x.turn.conversation, Query: x.turn.said, Seen: request.seen(),
		Format: x.settings.Format, ProfileBudget: x.settings.ProfileBudget, Budget: x.settings.Budget, Joined: x.settings.Place == "user",
	}
	if known {
		c.Told = &before.told
	}
	b, err := x.engine.Background(ctx, c)
	if err != nil {
		return told{}, err
	}
	if known && before.turn == x.turn.id { // the same turn goes on: with a tool's answer, or once more
		b.Tail, b.Lines = before.tail, before.lines
	}
	x.talks.keep(id, talk{told: b.Told, turn: x.turn.id, tail: b.Tail, lines: b.Lines, seen: now})
	return told{request.told(x.settings.Place, b.Profile, b.Tail), b.Lines}, nil
}

// seen recognises what the chat shows anyhow.
func (c *chatRequest) seen() func(string) bool {
	shown := make(map[string]bool, len(c.messages))
	for _, m := range c.messages {
		shown[souvenir.Normalize(c.said(m))] = true
	}
	return func(text string) bool { return shown[souvenir.Normalize(text)] }
}

// accept makes what the user said last safe. Where that happened before, because the
// turn goes on or is asked for again, nothing changes; what came before is history.
func (x *exchange) accept() {
	side := x.side(souvenir.Said{ID: x.turn.id, Role: souvenir.User, Content: x.turn.said})
	x.accepted = x.afterwards(x.r.Context(), "what was said in a chat is not remembered", func(ctx context.Context) error {
		return x.engine.Hear(ctx, side)
	})
}

func (x *exchange) side(said souvenir.Said) engine.Side {
	return engine.Side{
		User: x.turn.user, Agent: x.turn.agent, Conversation: x.turn.conversation, Source: "proxy", Said: said,
		Incremental: isOn(x.r.Header.Get("X-Souvenir-Incremental")),
	}
}

// end remembers a whole answer. Where none came, what was said is read without.
func (x *exchange) end(broken error, ear *ear) {
	if x.turn.off != "" {
		hangUpOn(broken)
		return
	}
	answer, whole := ear.answer()
	if ear.id != "" {
		x.talks.keep(responseOf(x.r.Context(), x.turn.user, ear.id), talk{conversation: x.turn.conversation, seen: time.Now()})
	}
	switch {
	case broken == nil && whole && answer != "":
		said := souvenir.Said{ID: x.request.identity(x.turn, len(x.request.messages), "assistant", answer), Role: souvenir.Assistant, Content: answer}
		x.afterwards(x.r.Context(), "an answer is not remembered", func(ctx context.Context) error {
			<-x.accepted
			return x.engine.Hear(ctx, x.side(said))
		})
	case broken != nil || !whole:
		x.afterwards(x.r.Context(), "what was said in a chat waits to be read", func(ctx context.Context) error {
			<-x.accepted
			_, err := x.engine.Flush(ctx, &engine.ConversationOf{User: x.turn.user, ID: x.turn.conversation})
			return err
		})
	}
	hangUpOn(broken)
}

// hangUpOn lets the caller notice what we noticed: that it broke off.
func hangUpOn(broken error) {
	if broken != nil && !errors.Is(broken, errTold) {
		panic(http.ErrAbortHandler)
	}
}

// sayWho tells the caller what is done with memory.
func (x *exchange) sayWho(h http.Header) {
	if x.turn.off != "" {
		h.Set("X-Souvenir-Memory", "off: "+x.turn.off)
		return
	}
	h.Set("X-Souvenir-Memory", "on")
	h.Set("X-Souvenir-Conversation", x.turn.conversation)
	if isOn(x.r.Header.Get("X-Souvenir-Explain")) {
		h.Set("X-Souvenir-Recalled", listed(x.told))
	}
}
