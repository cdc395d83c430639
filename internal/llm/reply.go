package llm

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"github.com/souvenir-memory/souvenir/internal/tokens"
)

// wireReply is a reply as providers send it. Fields that they disagree about are
// read by hand.
type wireReply struct {
	Model   string
	Choices []struct {
		Message      wireMessage
		FinishReason string          `json:"finish_reason"`
		Error        json.RawMessage // OpenRouter: the provider behind it broke off
	}
	Usage *struct {
		In      int `json:"prompt_tokens"`
		Out     int `json:"completion_tokens"`
		Details struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	}
}

type wireMessage struct {
	Content          json.RawMessage // a string, a list of parts, or null
	Refusal          string
	Reasoning        string // OpenRouter and Ollama call it so,
	ReasoningContent string `json:"reasoning_content"` // DeepSeek and vLLM so
	ToolCalls        []struct {
		Function struct {
			Name      string
			Arguments json.RawMessage // JSON in a string, or at some endpoints the JSON itself
		}
	} `json:"tool_calls"`
}

// readReply reads a reply. A field of the wrong type counts as absent: what a
// model said must not be lost because its endpoint counts tokens in words.
func readReply(body []byte) (Reply, error) {
	var wire wireReply
	if err := json.Unmarshal(body, &wire); err != nil {
		if _, odd := errors.AsType[*json.UnmarshalTypeError](err); !odd {
			return Reply{}, errors.New("it is not the JSON that was expected")
		}
	}
	if len(wire.Choices) == 0 {
		return Reply{}, withoutChoice(body)
	}
	choice := wire.Choices[0]
	if said := words(choice.Error); said != "" {
		return Reply{}, errors.New(said)
	}
	text, thought := splitReasoning(textOf(choice.Message.Content))
	r := Reply{
		Text: cmp.Or(text, choice.Message.Refusal), Calls: choice.Message.calls(),
		Reasoning: joined(choice.Message.ReasoningContent, choice.Message.Reasoning, thought),
		Finish:    choice.FinishReason, Model: wire.Model, Raw: body,
	}
	if u := wire.Usage; u != nil {
		r.Usage = Usage{In: max(0, u.In), Out: max(0, u.Out), Cached: max(0, u.Details.Cached)}
	}
	return r, nil
}

// withoutChoice says why there is nothing in a reply. Some routers answer 200 and
// put the error of the provider behind them into the body.
func withoutChoice(body []byte) error {
	if said := complaint(body); said != "" {
		return errors.New(said)
	}
	return errors.New("there is no choice in it")
}

// textOf reads the content of a message: a string, or a list of parts.
func textOf(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var parts []struct{ Type, Text string }
	if err := json.Unmarshal(content, &parts); err != nil {
		if _, odd := errors.AsType[*json.UnmarshalTypeError](err); !odd {
			return ""
		}
	}
	for _, p := range parts {
		if p.Type == "text" || p.Type == "" {
			text += p.Text
		}
	}
	return text
}

func (m wireMessage) calls() []Call {
	var out []Call
	for _, c := range m.ToolCalls {
		arguments := string(bytes.TrimSpace(c.Function.Arguments))
		var text string
		if json.Unmarshal(c.Function.Arguments, &text) == nil {
			arguments = text
		}
		out = append(out, Call{Name: c.Function.Name, Arguments: arguments})
	}
	return out
}

// joined puts the different places of reasoning together; those that repeat one
// another count once.
func joined(texts ...string) string {
	var out []string
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" && (len(out) == 0 || out[len(out)-1] != t) {
			out = append(out, t)
		}
	}
	return strings.Join(out, "\n")
}

// counted gives a reply its usage: what the endpoint says, or else an estimate,
// so that nobody's spending is unknown.
func counted(r Request, reply Reply) Reply {
	reply.Usage.Model = r.Model
	if reply.Usage.In+reply.Usage.Out > 0 {
		return reply
	}
	reply.Usage.Estimated = true
	reply.Usage.In = tokens.Estimate(r.System)
	for _, m := range r.Messages {
		reply.Usage.In += tokens.Estimate(m.Content)
	}
	reply.Usage.Out = tokens.Estimate(reply.Reasoning) + tokens.Estimate(reply.Text)
	for _, c := range reply.Calls {
		reply.Usage.Out += tokens.Estimate(c.Arguments)
	}
	return reply
}
