package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
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
	asked    sync.Once       // so that what the user said is accepted once
	accepted <-chan struct{} // closed when what the user said is safe, or cannot be; nil where it need not be
	heard    string          // its id; to be read after that
}

// acceptWait is how long an answer waits for what was said to be safe. It goes on to
// be written if that takes longer. recallGrace is how much later than it should a
// recall may come.
const (
	acceptWait  = time.Second
	recallGrace = time.Second
)

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
	if x.request.wants, err = wishesOf(r, x.request); err != nil {
		refuse(w, http.StatusBadRequest, err.Error()+".")
		return
	}
	x.turn = p.turnOf(r.Context(), r, x.request, x.upstream)
	ctx := r.Context()
	if x.turn.off == "" {
		ctx = p.engine.Look(ctx, x.turn.user, x.turn.conversation)
		x.turn.off = p.privacy(ctx, x.turn)
	}
	body = x.prepare(ctx)
	x.sayWho(w.Header())
	if x.offersTools() {
		x.withTools(w, body)
		return
	}
	ear := newEar()
	x.end(x.pass(w, body, ear), ear)
}

// prepare is the request as the upstream gets it. Recalling may not break the chat,
// nor hold it up for long.
func (x *exchange) prepare(ctx context.Context) []byte {
	if f, ok := x.request.fields["memory"]; ok {
		wants := x.request.wants
		x.request = x.request.read(apply(x.request.body, []edit{without(x.request.body, f)}))
		x.request.wants = wants
	}
	if x.turn.off != "" {
		return x.request.body
	}
	recalled := make(chan told, 1)
	x.busy.Go(func() {
		var now told
		if err := safely(func() (err error) { now, err = x.recalled(ctx); return err }); err != nil {
			x.log.WarnContext(x.r.Context(), "chat forwarded without memories", "error", err)
			now = told{body: x.request.body}
		}
		recalled <- now
	})
	late := time.NewTimer(x.settings.patience() + recallGrace)
	defer late.Stop()
	select {
	case now := <-recalled:
		x.told = now.lines
		return now.body
	case <-late.C: // recall was told to hurry and did not
		x.log.WarnContext(x.r.Context(), "chat forwarded without memories", "error", "recall does not return")
		return x.request.body
	}
}

// told is a request with what is known put in, and what that is.
type told struct {
	body  []byte
	lines []string
}

func (x *exchange) recalled(ctx context.Context) (told, error) {
	ctx, cancel := context.WithTimeout(ctx, x.settings.patience())
	defer cancel()
	request := x.request.stripped(x.talks.made)
	id := talkOf(ctx, x.turn, x.settings)
	now := time.Now()
	before, known := x.talks.of(id, now)
	c := engine.Chat{
		User: x.turn.user, Agent: x.turn.agent, Conversation: x.turn.conversation, Turn: x.turn.id, Query: x.turn.said, Seen: request.seen(),
		Format: x.settings.Format, ProfileBudget: x.settings.ProfileBudget, Budget: x.settings.Budget, Joined: x.settings.Place == "user",
	}
	if known {
		c.Told = &before.told
	}
	b, err := x.engine.Background(ctx, c)
	if err != nil {
		return told{}, err
	}
	x.talks.keep(id, talk{told: b.Told, seen: now})
	if x.settings.Format == "postfix" {
		x.talks.wrote(b.Tail)
	}
	out := told{body: request.told(x.settings.Place, b.Profile, b.Tail)}
	if x.request.wants.explain.on() && b.Lines != nil {
		out.lines = b.Lines()
	}
	return out, nil
}

// longestBeginning is as much of two texts as is compared, in bytes.
const longestBeginning = 1000

// seen recognises what the chat shows anyhow, by how it begins.
func (c *chatRequest) seen() func(string) bool {
	beginning := func(text string) string {
		return souvenir.Normalize(strings.ToValidUTF8(text[:min(len(text), longestBeginning)], ""))
	}
	shown := sync.OnceValue(func() map[string]bool {
		out := make(map[string]bool, len(c.messages))
		for _, m := range c.messages {
			out[beginning(c.begins(m))] = true
		}
		return out
	})
	return func(text string) bool { return shown()[beginning(text)] }
}

// ask sends a chat. As soon as it is on its way, what the user said is made safe: the
// upstream thinks meanwhile.
func (x *exchange) ask(body []byte) (*http.Response, error) {
	accept := func() { x.asked.Do(x.accept) }
	defer accept() // it may not have been sent at all
	ctx := httptrace.WithClientTrace(x.r.Context(), &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { accept() }})
	return x.send(ctx, x.r, x.upstream, x.request.method, body)
}

// accept makes what the user said last safe. Where that happened before, because the
// turn goes on or is asked for again, nothing changes; what came before is history.
func (x *exchange) accept() {
	if x.turn.off != "" {
		return
	}
	side := x.side(souvenir.Said{ID: x.turn.id, Role: souvenir.User, Content: x.turn.said})
	x.accepted = x.afterwards(x.r.Context(), "what was said in a chat is not remembered", func(ctx context.Context) (err error) {
		x.heard, err = x.engine.Hear(ctx, side)
		return err
	})
}

// safe waits, before anything of an answer is passed on, until what it answers will
// be remembered whatever happens to us.
func (x *exchange) safe() {
	if x.accepted == nil {
		return
	}
	late := time.NewTimer(acceptWait)
	defer late.Stop()
	select {
	case <-x.accepted:
	case <-late.C:
	}
}

func (x *exchange) side(said souvenir.Said) engine.Side {
	return engine.Side{
		User: x.turn.user, Agent: x.turn.agent, Conversation: x.turn.conversation, Source: "proxy", Said: said,
		Incremental: x.request.wants.incremental.on(),
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
		x.afterwards(x.r.Context(), "an answer is not remembered", func(ctx context.Context) error {
			<-x.accepted
			id := "assistant-" + digest(x.heard, fmt.Sprint(len(x.request.messages)), answer)
			_, err := x.engine.Hear(ctx, x.side(souvenir.Said{ID: id, Role: souvenir.Assistant, Content: answer}))
			return err
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
	if x.request.wants.explain.on() {
		h.Set("X-Souvenir-Recalled", listed(x.told))
	}
}
