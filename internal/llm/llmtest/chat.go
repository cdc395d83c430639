package llmtest

import (
	"cmp"
	"strings"
)

// The shapes of OpenAI's chat API, as far as clients look at them.
type (
	chatReply struct {
		ID      string   `json:"id"`
		Object  string   `json:"object"`
		Created int64    `json:"created"`
		Model   string   `json:"model"`
		Choices []choice `json:"choices"`
		Usage   *usage   `json:"usage,omitempty"`
	}
	choice struct {
		Index   int      `json:"index"`
		Message *message `json:"message,omitempty"`
		Delta   *message `json:"delta,omitempty"`
		Finish  *string  `json:"finish_reason"`
	}
	message struct {
		Role      string     `json:"role,omitempty"`
		Content   *string    `json:"content,omitempty"`
		Reasoning string     `json:"reasoning_content,omitempty"`
		Calls     []toolCall `json:"tool_calls,omitempty"`
	}
	toolCall struct {
		Index    *int     `json:"index,omitempty"`
		ID       string   `json:"id,omitempty"`
		Type     string   `json:"type,omitempty"`
		Function function `json:"function"`
	}
	function struct {
		Name      string `json:"name,omitempty"`
		Arguments string `json:"arguments"`
	}
	usage struct {
		Usage
		Total int `json:"total_tokens"`
	}
)

// chat is a whole reply.
func chat(r Request, reply Reply) chatReply {
	m := &message{Role: "assistant", Reasoning: reply.Reasoning}
	if reply.Text != "" || len(reply.Calls) == 0 {
		m.Content = &reply.Text
	}
	for i, arguments := range reply.Calls {
		m.Calls = append(m.Calls, toolCall{ID: callID(i), Type: "function", Function: function{r.tool(), arguments}})
	}
	out := envelope(r, "chat.completion")
	out.Choices = []choice{{Message: m, Finish: new(reply.finish())}}
	out.Usage = reply.usage(r)
	return out
}

func envelope(r Request, object string) chatReply {
	return chatReply{ID: "chatcmpl-llmtest", Object: object, Created: 1700000000, Model: r.Model, Choices: []choice{}}
}

func (r Reply) finish() string {
	if len(r.Calls) > 0 {
		return cmp.Or(r.Finish, "tool_calls")
	}
	return cmp.Or(r.Finish, "stop")
}

func (r Reply) usage(q Request) *usage {
	if r.NoUsage {
		return nil
	}
	u := Usage{Out: words(r.Text) + words(r.Reasoning) + words(strings.Join(r.Calls, " "))}
	for _, m := range q.Messages {
		u.In += words(m.Content)
	}
	if r.Usage != nil {
		u = *r.Usage
	}
	return &usage{u, u.In + u.Out}
}

func words(text string) int { return len(strings.Fields(text)) }

func callID(i int) string { return "call_" + string(rune('a'+i%26)) }
