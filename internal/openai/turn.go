package openai

import (
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/engine"
)

// turn is who talks in which conversation, and what is new in it.
type turn struct {
	user, agent, conversation string
	off                       string // why memory is left out; empty means that it is not

	at   int    // place of the last user message
	said string // what it says
	id   string // of that message
}

// Headers by which clients say more than the API lets them.
var (
	userHeaders         = []string{"X-Souvenir-User", "X-OpenWebUI-User-Id"}
	conversationHeaders = []string{"X-Souvenir-Conversation", "X-OpenWebUI-Chat-Id"}
)

// turnOf finds out whether and for whom to remember.
func (p *Proxy) turnOf(ctx context.Context, r *http.Request, c *chatRequest, u Upstream) turn {
	t := turn{at: c.last("user")}
	switch {
	case !u.Memory:
		t.off = "the upstream's memory is off"
	case c.wants.memory.off():
		t.off = "the request asks for it"
	case t.at < 0:
		t.off = "there is no message of a user"
	}
	if t.off != "" {
		return t
	}
	user, err := p.engine.Resolve(ctx, cmp.Or(c.text("user"), header(r, userHeaders)))
	if err != nil || user == souvenir.UnknownUser {
		t.off = "the user is unknown"
		if souvenir.CodeOf(err) == souvenir.Denied {
			t.off = "the key may not act for this user"
		}
		return t
	}
	t.user, t.said = user, engine.StripInjected("user", c.said(c.messages[t.at]), p.talks.made)
	t.agent = cmp.Or(r.Header.Get("X-Souvenir-Agent"), c.metadata("agent"))
	t.conversation = cmp.Or(header(r, conversationHeaders), c.metadata("conversation", "conversation_id", "chat_id"), p.continued(ctx, c, t.user))
	if t.conversation == "" {
		t.conversation = c.derived(t)
	}
	t.id = c.identity(t, t.at)
	switch {
	case strings.TrimSpace(t.said) == "":
		t.off = "the user said nothing in words"
	case isHousekeeping(t.said):
		t.off = "it is the client's housekeeping"
	case souvenir.CheckID("conversation", t.conversation) != nil || t.agent != "" && souvenir.CheckID("agent", t.agent) != nil:
		t.off = "the conversation or the agent has an id that cannot be used"
	}
	return t
}

// privacy is why a conversation is let alone though nothing else speaks against it.
// Where that cannot be found out, it is.
func (p *Proxy) privacy(ctx context.Context, t turn) string {
	ctx, cancel := context.WithTimeout(ctx, p.settings().patience())
	defer cancel()
	private, err := p.engine.Private(ctx, t.user, t.conversation)
	switch {
	case err != nil:
		p.log.WarnContext(ctx, "chat forwarded without memories", "error", err)
		return "the database does not say whether the conversation is private"
	case private:
		return "the conversation is private"
	}
	return ""
}

func header(r *http.Request, names []string) string {
	for _, name := range names {
		if v := r.Header.Get(name); v != "" {
			return v
		}
	}
	return ""
}

//go:embed texts/housekeeping.txt
var housekeeping string

// isHousekeeping recognises what chat programs ask a model on their own behalf, such
// as a title: nobody said it.
func isHousekeeping(text string) bool {
	text = strings.TrimSpace(text)
	for line := range strings.Lines(housekeeping) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") && strings.HasPrefix(text, line) {
			return true
		}
	}
	return false
}

// continued is the conversation that a response goes on with: one of the upstream's, or
// that of the response before, if we have seen it.
func (p *Proxy) continued(ctx context.Context, c *chatRequest, user string) string {
	if f, ok := c.fields["conversation"]; ok {
		if id, ok := members(c.body, f.value)["id"]; ok {
			return unquote(id.value.of(c.body))
		}
		return c.text("conversation")
	}
	before := c.text("previous_response_id")
	if before == "" {
		return ""
	}
	t, _ := p.talks.of(responseOf(ctx, user, before), time.Now())
	return t.conversation
}

// derived names a conversation after how it began. Digits of the system message do
// not count: many have the time in them.
func (c *chatRequest) derived(t turn) string {
	system, first := "", ""
	for i, m := range c.messages {
		if i == t.at {
			first = t.said
			break
		}
		if m.role == "user" {
			first = c.said(m)
			break
		}
		if m.role == "system" || m.role == "developer" {
			system += c.said(m)
		}
	}
	system = strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, system)
	return "chat-" + digest(t.user, t.agent, system, first)
}

// identity names what a user says at a place by all that was said before, so that
// the same request again brings nothing new. The system says something else each time.
func (c *chatRequest) identity(t turn, at int) string {
	h := sha256.New()
	for _, before := range []string{t.conversation, c.text("previous_response_id")} { // where the upstream has the history
		fmt.Fprintf(h, "%d:%s,", len(before), before)
	}
	for _, m := range c.messages[:at+1] {
		if m.role != "system" && m.role != "developer" {
			raw := m.content.of(c.body)
			fmt.Fprintf(h, "%s %d:", m.role, len(raw))
			h.Write(raw)
		}
	}
	return "user-" + hex.EncodeToString(h.Sum(nil)[:12])
}

func digest(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s,", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}
