package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/chat"
)

// chatting is somebody who talks with a model.
type chatting struct {
	g     *globals
	c     *connection
	talk  *chat.Talk
	page  *page
	watch *watch
	*attention

	wait  time.Duration   // for what was said to be read
	shown map[string]bool // what was recalled before in this conversation
	undo  undos
}

func newChatting(g *globals, c *connection, talk *chat.Talk, a *attention) *chatting {
	s := &chatting{g: g, c: c, talk: talk, attention: a, page: newPage(g), shown: map[string]bool{}}
	s.watch = newWatch(c, s.learnt)
	c.begin(a.ctx, s.watch.run)
	return s
}

// converse takes lines until there are no more. What goes wrong is said, and the
// chat goes on; a script is told at its end.
func (s *chatting) converse() error {
	var failed []error
	for {
		text, err := s.page.next(s.prompt(), s.leave)
		if err != nil {
			return s.amount(failed)
		}
		s.during(func(ctx context.Context) { err = s.take(ctx, text) })
		if errors.Is(err, errQuit) || s.gone() {
			return s.amount(failed)
		}
		if err != nil {
			failed = append(failed, err)
		}
	}
}

// amount is what a script is told of what went wrong. People have seen it.
func (s *chatting) amount(failed []error) error {
	if len(failed) == 0 || s.page.alive {
		return nil
	}
	return souvenir.Errorf(souvenir.CodeOf(failed[0]), "%s not work.", plural(int64(len(failed)), "line did", "lines did"))
}

func (s *chatting) prompt() string {
	if s.talk.Private {
		return "private> "
	}
	return "> "
}

// take does what a line says: a command, or something to say.
func (s *chatting) take(ctx context.Context, text string) (err error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return nil
	case strings.HasPrefix(text, "/"):
		err = s.command(ctx, text)
	default:
		err = s.say(ctx, text)
	}
	if err != nil && !errors.Is(err, errQuit) && !left(err) {
		s.page.note(s.g.colour(red, oneLine(err.Error())))
	}
	return err
}

// exchanged is an exchange as scripts read it.
type exchanged struct {
	Conversation string `json:"conversation"`
	Said         string `json:"said"`
	chat.Answer
	Error string `json:"error,omitempty"`
}

// say says something and shows the answer as it comes. Interrupted is no error.
func (s *chatting) say(ctx context.Context, text string) error {
	s.page.begin()
	defer s.page.end()
	a, err := s.talk.Say(ctx, text, chat.Hearer{Begin: s.recalled, Piece: s.page.piece})
	if a.Remembers() {
		s.watch.expect(s.talk.Conversation, err == nil && a.Text != "")
	}
	out := exchanged{Conversation: s.talk.Conversation, Said: text, Answer: a}
	if err != nil {
		out.Error = err.Error()
	}
	s.page.object(out)
	if ctx.Err() != nil && left(err) {
		s.page.ended(s.g.colour(dim, "(ended)"))
		return nil
	}
	return err
}

// recalled shows what the model is told that was not shown before in this
// conversation, and why memory is off where nobody asked for that.
func (s *chatting) recalled(a chat.Answer) {
	if why, off := strings.CutPrefix(a.Memory, "off: "); off && !s.talk.Private && !s.shown[a.Memory] {
		s.shown[a.Memory] = true
		if strings.HasSuffix(why, "this user") || strings.HasSuffix(why, "unknown") {
			why += "; --user says for whom it is"
		}
		s.page.note(s.g.colour(red, "not remembered: "+oneLine(why)))
	}
	for _, line := range a.Recalled {
		if !s.shown[line] {
			s.shown[line] = true
			s.page.note(s.g.colour(dim, "recalled: "+excerpt(line, 160)))
		}
	}
}

// learnt shows what became of something that was said.
func (s *chatting) learnt(ls []learning) {
	for _, l := range ls {
		s.page.note(s.g.colour(green, l.String()) + s.g.colour(dim, l.hint()))
		if l.change != "" {
			s.undo.push(undoable{change: l.change})
		}
	}
	if len(ls) > 0 {
		s.page.object(map[string][]learning{"learnt": ls})
	}
}

// object writes something for scripts that read JSON.
func (p *page) object(v any) {
	if !p.g.JSON {
		return
	}
	e := json.NewEncoder(p.g.program.out)
	e.SetEscapeHTML(false)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := e.Encode(v); err != nil {
		fmt.Fprintln(p.g.program.err, "souvenir:", err)
	}
}

// tell writes what a command found.
func (p *page) tell(text func(io.Writer)) {
	var b strings.Builder
	text(&b)
	p.print(b.String())
}
