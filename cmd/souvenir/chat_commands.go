package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// errQuit ends the chat.
var errQuit = errors.New("quit")

// slash is a command that can be typed in a chat.
type slash struct {
	name, arguments, help string
	do                    func(s *chatting, ctx context.Context, argument string) error
}

// slashes are all of them. It is a function because /help lists them.
func slashes() []slash {
	return []slash{
		{"/help", "", "this list", (*chatting).help},
		{"/memories", "[WORDS]", "what is known, or what is known with these words", (*chatting).memories},
		{"/forget", "WORDS", "forget something, as you would say it, or by its id", (*chatting).forget},
		{"/undo", "[ID]", "take back what was learnt or forgotten last", (*chatting).takeBack},
		{"/review", "[approve|reject ID...|all]", "what waits for your decision, and decide", (*chatting).review},
		{"/private", "on|off", "recall nothing and keep nothing of what you say", (*chatting).private},
		{"/model", "[NAME]", "talk with another model, or list them", (*chatting).another},
		{"/new", "", "begin a new conversation", (*chatting).anew},
		{"/quit", "", "leave, as Ctrl-D does", func(*chatting, context.Context, string) error { return errQuit }},
	}
}

// command does what a line says that begins with a slash.
func (s *chatting) command(ctx context.Context, line string) error {
	name, argument, _ := strings.Cut(line, " ")
	switch name {
	case "/exit", "/q", "/bye":
		name = "/quit"
	case "/?":
		name = "/help"
	}
	all := slashes()
	i := slices.IndexFunc(all, func(c slash) bool { return c.name == name })
	if i < 0 {
		i = slices.IndexFunc(all, func(c slash) bool { return strings.HasPrefix(c.name, name) && len(name) > 2 })
	}
	if i < 0 {
		return souvenir.Errorf(souvenir.Invalid, "There is no command %s; /help lists what there is.", name)
	}
	if !s.page.alive { // a script cannot wait and see
		s.settle(ctx)
	}
	return all[i].do(s, ctx, strings.TrimSpace(argument))
}

func (s *chatting) help(context.Context, string) error {
	s.page.tell(func(w io.Writer) {
		columns(w, func(w io.Writer) {
			for _, c := range slashes() {
				fmt.Fprintf(w, "  %s %s\t%s\n", c.name, c.arguments, c.help)
			}
		})
		fmt.Fprintln(w, "Ctrl-C ends an answer, and the chat when none is coming. A line that ends in \\ goes on.")
	})
	return nil
}

func (s *chatting) memories(ctx context.Context, words string) error {
	l := memoriesList{Status: string(souvenir.Active), Words: words, Limit: 20}
	found, err := l.find(ctx, s.c)
	if err != nil {
		return err
	}
	s.page.tell(func(w io.Writer) {
		more := found.Next != ""
		found.Next = ""
		if l.tell(w, found); more {
			fmt.Fprintln(w, "There are more; say some words of those that you look for.")
		}
	})
	return nil
}

// forget takes an id, or words.
func (s *chatting) forget(ctx context.Context, what string) error {
	if what == "" {
		return souvenir.Errorf(souvenir.Invalid, "What should be forgotten? For example: /forget I live in Berlin")
	}
	out := souvenir.Forgotten{}
	m, err := s.byID(ctx, what)
	if err == nil {
		out.Forgotten, err = []souvenir.Memory{m}, s.c.Forget(ctx, m.ID)
	} else if souvenir.CodeOf(err) == souvenir.NotFound {
		out, err = s.c.ForgetAbout(ctx, s.c.user, souvenir.Forgetting{Query: what})
	}
	if err != nil {
		return err
	}
	for _, m := range out.Forgotten {
		s.undo.push(undoable{memory: m.ID})
	}
	s.page.tell(func(w io.Writer) { tellForgotten(w, out, "/forget") })
	return nil
}

// byID finds a memory by what looks like the end of its id.
func (s *chatting) byID(ctx context.Context, text string) (souvenir.Memory, error) {
	if len(text) < 4 || strings.Trim(text, "0123456789abcdef-") != "" {
		return souvenir.Memory{}, souvenir.Errorf(souvenir.NotFound, "That is no id.")
	}
	return s.c.memory(ctx, text)
}

func (s *chatting) takeBack(ctx context.Context, id string) error {
	done, err := s.undoing(ctx, id)
	if err != nil {
		return err
	}
	s.page.tell(func(w io.Writer) { tellUndone(w, done) })
	return nil
}

func (s *chatting) undoing(ctx context.Context, id string) (souvenir.Undone, error) {
	if id != "" {
		return s.c.undo(ctx, id)
	}
	last, some := s.undo.pop()
	switch {
	case !some:
		return souvenir.Undone{}, souvenir.Errorf(souvenir.Invalid, "There is nothing to undo: nothing was learnt or forgotten yet in this chat.")
	case last.change != "":
		return s.c.UndoChange(ctx, last.change)
	}
	return s.c.UndoMemory(ctx, last.memory)
}

func (s *chatting) review(ctx context.Context, argument string) error {
	words := strings.Fields(argument)
	decisions := map[string]souvenir.Judgement{"approve": souvenir.Approve, "reject": souvenir.Reject}
	if len(words) == 0 {
		all, err := s.c.waiting(ctx)
		if err != nil {
			return err
		}
		s.page.tell(func(w io.Writer) {
			if tellReviews(w, all.Items); len(all.Items) > 0 {
				fmt.Fprintln(w, "/review approve ID or /review reject ID decides; all means every one of them.")
			}
		})
		return nil
	}
	decision, known := decisions[words[0]]
	if !known || len(words) < 2 {
		return souvenir.Errorf(souvenir.Invalid, "Say /review approve ID, /review reject ID, or all in place of the ids.")
	}
	which := which{IDs: words[1:]}
	if words[1] == "all" {
		which.IDs, which.All = nil, true
	}
	out, err := which.decide(ctx, s.c, decision)
	if err != nil {
		return err
	}
	s.page.tell(func(w io.Writer) { tellJudged(w, out) })
	return nil
}

func (s *chatting) private(ctx context.Context, argument string) error {
	switch argument {
	case "on":
		s.talk.Private = true
		s.watch.flush(ctx) // what was said before was not private
		s.page.print("In private: nothing is recalled, and nothing that you say is kept, until /private off.\n")
	case "off":
		s.talk.Publish()
		s.page.print("Remembering again. What was said in private is left out of the chat from here on.\n")
	case "":
		s.page.print(fmt.Sprintf("Private is %s. /private on, /private off.\n", map[bool]string{true: "on", false: "off"}[s.talk.Private]))
	default:
		return souvenir.Errorf(souvenir.Invalid, "Say /private on or /private off.")
	}
	return nil
}

func (s *chatting) another(ctx context.Context, name string) error {
	if name != "" {
		s.talk.Model = name
		s.page.print("You talk with " + oneLine(name) + " now.\n")
		return nil
	}
	all, err := s.c.chats.Models(ctx)
	if err != nil {
		return err
	}
	s.page.tell(func(w io.Writer) {
		for _, m := range all {
			mark := " "
			if m == s.talk.Model {
				mark = "*"
			}
			fmt.Fprintf(w, "%s %s\n", mark, oneLine(m))
		}
	})
	return nil
}

func (s *chatting) anew(ctx context.Context, _ string) error {
	s.watch.flush(ctx)
	s.talk = s.talk.Again(newConversation())
	clear(s.shown)
	s.page.print("A new conversation.\n")
	return nil
}

// finish has what was said last read before the chat ends, and tells what came of
// it. Another signal ends the waiting; nothing is lost by that.
func (s *chatting) finish() {
	s.during(s.settle)
	ctx, cancel := context.WithTimeout(s.ctx, 5*time.Second)
	defer cancel()
	if !s.watch.look(ctx) {
		why, _ := s.c.whyUnread(ctx)
		s.page.note(s.g.colour(dim, "What you said last is kept, and nobody has read it yet"+why+"."))
	}
	s.c.catchUp(ctx)
	if s.page.alive && s.watch.heard(s.talk.Conversation) {
		s.page.note(s.g.colour(dim, "To go on: souvenir chat -c "+s.talk.Conversation))
	}
}

// settle has what was said until now read, and tells what came of it.
func (s *chatting) settle(ctx context.Context) {
	s.watch.flush(ctx)
	if q, err := s.c.Queue(ctx); err == nil && q.Paused {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, s.wait)
	defer cancel()
	s.watch.until(ctx, s.watch.look)
}
