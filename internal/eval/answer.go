package eval

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/souvenir-memory/souvenir/internal/llm"
	"golang.org/x/sync/errgroup"
)

// The prompts never hold what somebody said; that comes after them, as data.
var (
	//go:embed prompts/answer.md
	answerPrompt string
	//go:embed prompts/strict.md
	strictPrompt string
	//go:embed prompts/lenient.md
	lenientPrompt string
)

// answered is what the model made of a question, and what the judges think.
type answered struct {
	Text    string  `json:"text"`
	Strict  verdict `json:"strict"`
	Lenient verdict `json:"lenient"`
}

// verdict is a judge's word.
type verdict string

const (
	right      verdict = "right"
	wrong      verdict = "wrong"
	unreadable verdict = "unreadable" // the judge said something else
)

// costs are the tokens of answering and of judging.
type costs struct {
	mu               sync.Mutex
	answers, judging Tokens
}

// Tokens counts what went to the model and what came back.
type Tokens struct {
	Model     string `json:"model"`
	Calls     int    `json:"calls"`
	In        int    `json:"in"`
	Out       int    `json:"out"`
	Estimated bool   `json:"estimated,omitempty"` // at least in part, because the endpoint does not count
}

func (c *costs) count(t *Tokens) func(llm.Usage) {
	return func(u llm.Usage) {
		c.mu.Lock()
		defer c.mu.Unlock()
		t.Model = u.Model
		t.Calls++
		t.In += u.In
		t.Out += u.Out
		t.Estimated = t.Estimated || u.Estimated
	}
}

// answerAll has the model answer every question from its block, and judge the
// answers twice.
func (r *run) answerAll(ctx context.Context) error {
	model := llm.Retry(limited(r.Model, r.Tokens), 5, r.Pause)
	answering, judging := llm.Meter(model, r.costs.count(&r.costs.answers)), llm.Meter(model, r.costs.count(&r.costs.judging))
	var mu sync.Mutex
	done := int64(0)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(r.Parallel)
	for i := range r.asked {
		g.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			a, err := examine(ctx, answering, judging, r.asked[i])
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			r.asked[i].answered = &a
			done++
			r.Progress("answers judged", done, int64(len(r.asked)))
			return nil
		})
	}
	return g.Wait()
}

func examine(ctx context.Context, answering, judging llm.Client, q asked) (a answered, err error) {
	if a.Text, err = answer(ctx, answering, q); err != nil {
		return a, fmt.Errorf("answer %s: %w", q.ID, err)
	}
	if a.Strict, err = judge(ctx, judging, strictPrompt, q.Question, a.Text); err != nil {
		return a, fmt.Errorf("judge %s: %w", q.ID, err)
	}
	if a.Lenient, err = judge(ctx, judging, lenientPrompt, q.Question, a.Text); err != nil {
		return a, fmt.Errorf("judge %s: %w", q.ID, err)
	}
	return a, nil
}

func answer(ctx context.Context, model llm.Client, q asked) (string, error) {
	text := q.block + "\n\nQuestion: " + q.Text
	if q.Asked != "" {
		text = q.block + "\n\nToday is " + q.Asked + ".\nQuestion: " + q.Text
	}
	reply, err := model.Chat(ctx, llm.Request{System: answerPrompt, Messages: llm.Ask(text), Temperature: new(0.0)})
	return strings.TrimSpace(reply.Text), err
}

// judge asks whether an answer is right. It is handed over as JSON: an answer
// cannot close a quotation and go on as the judge's instructions.
func judge(ctx context.Context, model llm.Client, prompt string, q Question, given string) (verdict, error) {
	text, err := json.Marshal(map[string]string{"question": q.Text, "expected": q.Answer, "answer": given})
	if err != nil {
		return unreadable, err
	}
	reply, err := model.Chat(ctx, llm.Request{System: prompt, Messages: llm.Ask(string(text)), Temperature: new(0.0)})
	return readVerdict(reply.Text), err
}

var verdictWord = regexp.MustCompile(`(?i)\b(right|wrong)\b`)

// readVerdict reads the one word that a judge was asked for. A judge who says
// both has said nothing.
func readVerdict(text string) verdict {
	v := unreadable
	for _, word := range verdictWord.FindAllString(text, -1) {
		said := verdict(strings.ToLower(word))
		if v != unreadable && v != said {
			return unreadable
		}
		v = said
	}
	return v
}

// limited asks for replies of so many tokens at most.
func limited(c llm.Client, most int) llm.Client {
	return llm.Func(func(ctx context.Context, r llm.Request) (llm.Reply, error) {
		r.MaxTokens = most
		return c.Chat(ctx, r)
	})
}
