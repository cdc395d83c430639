package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/chat"
	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/embed/static"
)

type chatCmd struct {
	Text         []string      `arg:"" optional:"" help:"Say only this, and leave with the answer."`
	Model        string        `short:"m" placeholder:"NAME" help:"Model to talk with (default: as configured, or the upstream's first)."`
	Upstream     string        `placeholder:"URL" help:"Talk with a model there, whatever is configured. The database is then opened directly."`
	System       string        `placeholder:"TEXT" help:"What the model is told before anything else."`
	Agent        string        `placeholder:"NAME" help:"Assistant or character on the other side."`
	Conversation string        `short:"c" placeholder:"ID" help:"Go on with this conversation."`
	Private      bool          `help:"Begin in private: recall nothing, keep nothing."`
	Wait         time.Duration `placeholder:"TIME" default:"10s" help:"How long to wait for what was said to be read, at the end, and in a script before a command (default: ${default})."`
}

// Run talks until the other side of the keyboard leaves.
func (k *chatCmd) Run(ctx context.Context, g *globals) error {
	cfg, c, err := k.connect(ctx, g)
	if err != nil {
		return err
	}
	defer c.close()
	a := newAttention(ctx)
	defer a.stop()
	model, err := k.model(a.ctx, cfg, c)
	if err != nil {
		return err
	}
	c.stay(a.ctx)
	talk := chat.New(chat.Options{
		Endpoint: c.chats, User: c.user, Agent: k.Agent, Model: model, System: k.System,
		Conversation: cmp.Or(k.Conversation, newConversation()),
	})
	talk.Private = k.Private
	s := newChatting(g, c, talk, a)
	s.wait = k.Wait
	defer s.page.close()
	if k.Conversation != "" {
		if err := s.takeUp(a.ctx); err != nil {
			return err
		}
	}
	if len(k.Text) > 0 {
		err = s.say(a.ctx, strings.Join(k.Text, " "))
	} else {
		s.welcome()
		err = s.converse()
	}
	s.finish()
	return err
}

// connect finds a way to the memory and to a model.
func (k *chatCmd) connect(ctx context.Context, g *globals) (*config.Config, *connection, error) {
	if k.Upstream == "" {
		cfg, err := g.configuration()
		if err != nil {
			return nil, nil, err
		}
		c, err := g.connectTo(ctx, cfg)
		if err == nil && c.direct() && len(upstreamsOf(cfg)) == 0 {
			c.close()
			return nil, nil, errNobodyToTalkTo
		}
		return cfg, c, err
	}
	given := g.Set
	g.Set = map[string]string{"upstreams": "", "upstream_key": given["upstream_key"]} // the configured key is another endpoint's
	for name, value := range given {
		g.Set[name] = value
	}
	g.Set["upstream"] = k.Upstream
	cfg, err := g.configuration()
	if err != nil {
		return nil, nil, err
	}
	if g.DB == "" && cfg.Origin("server.url").Source != config.Default {
		return nil, nil, souvenir.Errorf(souvenir.Invalid, "The memory is at %s, whose upstreams are its own; --upstream works with a database on this machine.", cfg.Server.URL)
	}
	c, err := openDirectly(ctx, cfg)
	return cfg, c, err
}

var errNobodyToTalkTo = souvenir.Errorf(souvenir.Invalid, `There is no model to talk with yet. Say where one is:
  souvenir config set upstream http://127.0.0.1:11434/v1    Ollama; llama.cpp, vLLM, LM Studio, OpenAI and others alike
  souvenir config set upstream_key KEY                      if it wants one
To try it without a model, let 'souvenir llmtest' stand in for one in another terminal, and then:
  souvenir chat --upstream http://127.0.0.1:7008/v1`)

// model is the one that was asked for, or a sensible one of those that there are.
func (k *chatCmd) model(ctx context.Context, cfg *config.Config, c *connection) (string, error) {
	if wanted := cmp.Or(k.Model, cfg.Chat.Model); wanted != "" {
		return wanted, nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	all, err := c.chats.Models(ctx)
	switch {
	case err == nil && slices.Equal(all, []string{static.Name}): // which is our own, and all there is without an upstream
		return "", errNobodyToTalkTo
	case err != nil || len(all) == 0:
		why := "it names none"
		if err != nil {
			why = err.Error()
		}
		return "", souvenir.Errorf(cmp.Or(souvenir.CodeOf(err), souvenir.Unavailable), "The upstream does not say which models it has (%s). Name one: souvenir chat --model NAME", strings.TrimRight(why, "."))
	}
	return likely(all, cfg.LLM.Model), nil
}

// likely is the model that somebody probably wants to talk with: the one that
// extracts, or else the first that looks as if it can talk.
func likely(all []string, known string) string {
	if slices.Contains(all, known) {
		return known
	}
	for _, name := range all {
		if !slices.ContainsFunc(mute, func(word string) bool { return strings.Contains(strings.ToLower(name), word) }) {
			return name
		}
	}
	return all[0]
}

// mute are words in the names of models that do something else than talk.
var mute = []string{"embed", "rerank", "whisper", "tts", "dall-e", "image", "moderation", "transcribe", "realtime", "sora", "bge-"}

func newConversation() string {
	return "terminal-" + time.Now().Format("20060102-150405-") + uuid.NewString()[:4]
}

// stay lets this process do what a server does while somebody talks.
func (c *connection) stay(ctx context.Context) {
	if !c.direct() {
		return
	}
	c.work(ctx)
	c.embed(ctx)
	c.begin(ctx, c.house.engine.RunCounting)
	c.begin(ctx, c.house.live.Run)
}

// takeUp continues a conversation of before.
func (s *chatting) takeUp(ctx context.Context) error {
	id := s.talk.Conversation
	if err := souvenir.CheckID("conversation", id); err != nil {
		return err
	}
	said, err := everyPage(func(cursor string) (souvenir.List[souvenir.Message], error) {
		return s.c.Messages(ctx, s.c.user, id, cursor)
	})
	if err != nil && souvenir.CodeOf(err) != souvenir.NotFound {
		return err
	}
	s.talk.Continue(said.Items)
	return s.watch.skip(ctx, id)
}

// left says that somebody interrupted, which is no error.
func left(err error) bool { return errors.Is(err, context.Canceled) }

// welcome says with whom one talks, and who remembers.
func (s *chatting) welcome() {
	if !s.page.alive {
		return
	}
	s.page.print(fmt.Sprintf("You talk with %s; Souvenir remembers for %s. /help shows what you can do, Ctrl-D leaves.\n", oneLine(s.talk.Model), oneLine(s.talk.User)))
}
