package openai

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/engine"
)

//go:embed texts
var texts embed.FS

// toolPrefix begins the names of our tools and of nobody else's.
const toolPrefix = "souvenir_"

// memoryTools are what a model may call, as JSON without the brackets of the list.
var memoryTools = func() string {
	text, err := texts.ReadFile("texts/tools.json")
	if err != nil {
		panic(err) // it is compiled in
	}
	return strings.Trim(strings.TrimSpace(string(text)), "[]\n")
}()

// offersTools says that the model may search and remember by itself: somebody asked
// for it, and there is one answer and a memory.
func (x *exchange) offersTools() bool {
	asked := x.request.wants.tools.on() || x.settings.Tools && !x.request.wants.tools.off()
	n, several := x.request.fields["n"]
	return asked && x.request.tools && x.turn.off == "" && (!several || string(n.value.of(x.request.body)) == "1")
}

// withTool adds our tools to those of a request.
func withTools(body []byte) []byte {
	fields := members(body, span{0, len(body)})
	if f, ok := fields["tools"]; ok && body[f.value.start] == '[' {
		return apply(body, []edit{pushed(body, f.value, memoryTools)})
	}
	at := fields["messages"].key // there are messages, or there would be no user
	return apply(body, []edit{{span{at, at}, `"tools":[` + memoryTools + `],`}})
}

// use does what a model asks one of our tools to do, for the user of the chat and
// nobody else, and says what came of it.
func (x *exchange) use(ctx context.Context, c call) string {
	var in struct {
		Query, Content, Key, ID string
		Limit                   int
	}
	if err := json.Unmarshal([]byte(c.Function.Arguments), &in); err != nil && c.Function.Arguments != "" {
		return "The arguments are not JSON."
	}
	var out string
	err := safely(func() (err error) {
		switch strings.TrimPrefix(c.Function.Name, toolPrefix) {
		case "search":
			out, err = x.search(ctx, in.Query, in.Limit)
		case "remember":
			out, err = x.remember(ctx, in.Content, in.Key)
		case "forget":
			out, err = x.forget(ctx, in.ID, in.Key)
		case "facts":
			out, err = x.facts(ctx)
		default:
			out = "There is no tool " + c.Function.Name + "."
		}
		return err
	})
	if err != nil {
		x.log.WarnContext(ctx, "memory tool failed", "tool", c.Function.Name, "error", err)
		return "It did not work: " + sentence(err)
	}
	return out
}

func (x *exchange) search(ctx context.Context, query string, limit int) (string, error) {
	if limit <= 0 || limit > 20 {
		limit = 5
	}
	found, err := x.engine.Find(ctx, souvenir.Query{User: x.turn.user, Agent: x.turn.agent, Conversation: x.turn.conversation, Query: query, Limit: limit, Turns: &limit})
	if err != nil {
		return "", err
	}
	var lines []string
	for _, m := range found.Memories {
		lines = append(lines, "memory "+m.ID+": "+strings.TrimSpace(m.Question+" "+m.Content))
	}
	for _, t := range found.Turns {
		lines = append(lines, fmt.Sprintf("said on %s by %s: %.600s", t.At.Format("2006-01-02"), t.Role, t.Content))
	}
	if len(lines) == 0 {
		return "Nothing is remembered that matches: " + query, nil
	}
	return strings.Join(lines, "\n"), nil
}

func (x *exchange) remember(ctx context.Context, content, key string) (string, error) {
	d, err := x.engine.Note(ctx, souvenir.Statement{User: x.turn.user, Agent: x.turn.agent, Conversation: x.turn.conversation, Content: content, Key: key}, x.userSaid())
	if err != nil {
		return "", err
	}
	if d.Operation == souvenir.Hold {
		return fmt.Sprintf("PENDING: %s (memory %s). A person will look at it first, because the user did not say so in this conversation, or it reads like an instruction.", d.Memory.Content, d.Memory.ID), nil
	}
	return fmt.Sprintf("%s: %s (memory %s)", d.Operation, d.Memory.Content, d.Memory.ID), nil
}

// mostSaid is how many messages of the user a model's word may rest on.
const mostSaid = 100

// userSaid are the user's own words in this conversation, as far as the chat shows them.
func (x *exchange) userSaid() (out []souvenir.Message) {
	c := x.request.stripped(x.talks.made)
	for i, m := range slices.Backward(c.messages) {
		if text := c.said(m); m.role == "user" && strings.TrimSpace(text) != "" && len(out) < mostSaid {
			out = append(out, souvenir.Message{ID: x.request.identity(x.turn, i), Role: souvenir.User, Content: text})
		}
	}
	slices.Reverse(out)
	return out
}

func (x *exchange) forget(ctx context.Context, id, key string) (string, error) {
	if key != "" {
		_, err := x.engine.ForgetFact(ctx, &engine.FactOf{User: x.turn.user, Key: key})
		return "Forgotten: " + key, err
	}
	m, err := x.engine.Memory(ctx, &engine.MemoryOf{ID: id})
	if err != nil {
		return "", err
	}
	if m.Body.User != x.turn.user {
		return "", souvenir.Errorf(souvenir.NotFound, "No memory with id %s.", id)
	}
	_, err = x.engine.Forget(ctx, &engine.MemoryOf{ID: id})
	return "Forgotten: " + m.Body.Content, err
}

func (x *exchange) facts(ctx context.Context) (string, error) {
	list, err := x.engine.FactsOf(ctx, x.turn.user)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, f := range list {
		lines = append(lines, f.Key+": "+f.Value)
	}
	if len(lines) == 0 {
		return "No facts are known yet.", nil
	}
	return strings.Join(lines, "\n"), nil
}
