package llmtest

import "time"

// Reply is what the server does with one request. The zero value answers with an
// empty text, and with vectors where those were asked for.
type Reply struct {
	Text      string   `json:"text,omitempty"`
	Reasoning string   `json:"reasoning,omitempty"` // sent as reasoning_content
	Calls     []string `json:"calls,omitempty"`     // arguments of calls of the request's tool
	Finish    string   `json:"finish,omitempty"`    // stop, or tool_calls where there are calls, unless given
	Usage     *Usage   `json:"usage,omitempty"`     // nil means counted, a token per word
	NoUsage   bool     `json:"no_usage,omitempty"`  // says nothing about tokens

	Delay  time.Duration `json:"delay,omitempty"`  // before the first byte
	Chunks []string      `json:"chunks,omitempty"` // how a stream cuts the text; nil means word by word
	Pace   time.Duration `json:"pace,omitempty"`   // between two chunks

	Fault  Fault             `json:"fault,omitempty"`
	Status int               `json:"status,omitempty"` // other than 200: an error with Text as its message
	Header map[string]string `json:"header,omitempty"`
	Body   string            `json:"body,omitempty"` // sent as it is, in place of everything else
}

// Usage is what the server says that a chat cost.
type Usage struct {
	In  int `json:"prompt_tokens"`
	Out int `json:"completion_tokens"`
}

// Say answers with a text.
func Say(text string) Reply { return Reply{Text: text} }

// Call answers by calling the request's tool, once for each of the arguments.
func Call(arguments ...string) Reply { return Reply{Calls: arguments} }

// Slow is the reply after a while.
func (r Reply) Slow(delay time.Duration) Reply {
	r.Delay = delay
	return r
}
