// Package clients runs the official OpenAI clients through the proxy and directly
// against the same model, and wants the same from both.
package clients

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

// flow is what a program does with the client; it gives everything that it sees.
type flow func(ctx context.Context, c openai.Client) string

var said = []openai.ChatCompletionMessageParamUnion{openai.SystemMessage("You are kind."), openai.UserMessage("What must I not eat?")}

var asked = responses.ResponseNewParams{
	Model: "llmtest", User: openai.String("ada"), Instructions: openai.String("You are kind."),
	Input: responses.ResponseNewParamsInputUnion{OfString: openai.String("What must I not eat?")},
}

func params() openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{Model: "llmtest", Messages: said, User: openai.String("ada")}
}

func tool() []openai.ChatCompletionToolUnionParam {
	return []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
		Name: "look_up", Parameters: openai.FunctionParameters{"type": "object", "properties": map[string]any{"q": map[string]any{"type": "string"}}},
	})}
}

func show(v any, err error) string {
	text, _ := json.Marshal(v)
	if e := (*openai.Error)(nil); errors.As(err, &e) {
		return fmt.Sprintf("%s status %d: %s", text, e.StatusCode, e.Message)
	}
	return fmt.Sprintf("%s %v", text, err)
}

func stream(p openai.ChatCompletionNewParams) flow {
	return func(ctx context.Context, c openai.Client) string {
		s := c.Chat.Completions.NewStreaming(ctx, p)
		whole := openai.ChatCompletionAccumulator{}
		seen := ""
		for s.Next() {
			whole.AddChunk(s.Current())
			seen += s.Current().RawJSON() + "\n"
		}
		return seen + show(whole.Choices, s.Err())
	}
}

var spent = &llmtest.Usage{In: 1, Out: 2}

var flows = map[string]struct {
	reply llmtest.Reply
	do    flow
}{
	"chat": {llmtest.Reply{Text: "No peanuts.", Usage: spent}, func(ctx context.Context, c openai.Client) string {
		a, err := c.Chat.Completions.New(ctx, params())
		return a.RawJSON() + show(a.Choices, err)
	}},
	"stream": {llmtest.Reply{Text: "No peanuts at all.", Usage: spent}, stream(params())},
	"tools": {llmtest.Call(`{"q":"food"}`), func(ctx context.Context, c openai.Client) string {
		p := params()
		p.Tools = tool()
		return stream(p)(ctx, c)
	}},
	"structured": {llmtest.Reply{Text: `{"food":"peanuts"}`, Usage: spent}, func(ctx context.Context, c openai.Client) string {
		p := params()
		p.ResponseFormat.OfJSONSchema = &openai.ResponseFormatJSONSchemaParam{JSONSchema: openai.ResponseFormatJSONSchemaJSONSchemaParam{
			Name: "food", Strict: openai.Bool(true), Schema: map[string]any{"type": "object"},
		}}
		a, err := c.Chat.Completions.New(ctx, p)
		return a.RawJSON() + show(a.Choices, err)
	}},
	"response": {llmtest.Reply{Text: "No peanuts.", Usage: spent}, func(ctx context.Context, c openai.Client) string {
		a, err := c.Responses.New(ctx, asked)
		return a.RawJSON() + a.OutputText() + show(nil, err)
	}},
	"response stream": {llmtest.Reply{Text: "No peanuts at all.", Usage: spent}, func(ctx context.Context, c openai.Client) string {
		s := c.Responses.NewStreaming(ctx, asked)
		seen := ""
		for s.Next() {
			seen += s.Current().RawJSON() + "\n"
		}
		return seen + show(nil, s.Err())
	}},
	"embeddings": {llmtest.Reply{}, func(ctx context.Context, c openai.Client) string {
		a, err := c.Embeddings.New(ctx, openai.EmbeddingNewParams{Model: "m", Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: []string{"a", "b"}}})
		return a.RawJSON() + show(nil, err)
	}},
	"models": {llmtest.Reply{}, func(ctx context.Context, c openai.Client) string {
		a, err := c.Models.List(ctx)
		return show(a.Data, err)
	}},
	"locked": {llmtest.Locked(), func(ctx context.Context, c openai.Client) string {
		_, err := c.Chat.Completions.New(ctx, params())
		return show(nil, err)
	}},
	"abort": {llmtest.Reply{Text: "one two three", Pace: time.Minute}, func(ctx context.Context, c openai.Client) string {
		ctx, cancel := context.WithCancel(ctx)
		s := c.Chat.Completions.NewStreaming(ctx, params())
		first := s.Next()
		cancel()
		return fmt.Sprint(first, s.Next(), errors.Is(s.Err(), context.Canceled))
	}},
}

func TestTheGoClientSeesTheSame(t *testing.T) {
	for name, f := range flows {
		t.Run(name, func(t *testing.T) {
			model := llmtest.New(t)
			model.Otherwise(func(llmtest.Request) llmtest.Reply { return f.reply })
			proxy := souvenir(t, model.URL)
			ask := func(url string) string {
				return f.do(t.Context(), openai.NewClient(option.WithBaseURL(url+"/v1/"), option.WithAPIKey("sk-test"), option.WithMaxRetries(0)))
			}
			got, want := ask(proxy), ask(model.URL)
			if got != want {
				t.Errorf("through the proxy\n%s\ndirectly\n%s", got, want)
			}
		})
	}
}
