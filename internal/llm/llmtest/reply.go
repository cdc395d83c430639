package llmtest

import (
	"net/http"
	"strconv"
	"time"
)

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

// Fault is a way to go wrong.
type Fault string

const (
	Hang      Fault = "hang"      // takes the request and never answers
	HangUp    Fault = "hang-up"   // closes the connection without an answer
	Malformed Fault = "malformed" // JSON that is none
	Empty     Fault = "empty"     // 200 and nothing
	Truncated Fault = "truncated" // promises the whole reply, or stream, and sends half
	WrongType Fault = "html"      // a page for people, as captive portals send it
)

// Say answers with a text.
func Say(text string) Reply { return Reply{Text: text} }

// Call answers by calling the request's tool, once for each of the arguments.
func Call(arguments ...string) Reply { return Reply{Calls: arguments} }

// Fail goes wrong.
func Fail(f Fault) Reply { return Reply{Fault: f, Text: "this never arrives whole"} }

// Status refuses, with a message in OpenAI's words.
func Status(code int, message string) Reply { return Reply{Status: code, Text: message} }

// Busy is 429 with a Retry-After.
func Busy(wait time.Duration) Reply {
	r := Status(http.StatusTooManyRequests, "Rate limit reached.")
	r.Header = map[string]string{"Retry-After": strconv.Itoa(int(wait.Seconds()))}
	return r
}

// Slow is the reply after a while.
func (r Reply) Slow(delay time.Duration) Reply {
	r.Delay = delay
	return r
}
