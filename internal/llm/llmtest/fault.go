package llmtest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Fault is a way to go wrong.
type Fault string

// On the way.
const (
	Hang      Fault = "hang"      // takes the request and never answers
	HangUp    Fault = "hang-up"   // closes the connection without an answer
	Malformed Fault = "malformed" // JSON that is none
	Empty     Fault = "empty"     // 200 and nothing
	Truncated Fault = "truncated" // promises the whole reply, or stream, and sends half
	WrongType Fault = "html"      // a page for people, as captive portals send it
)

// In the model's head: the reply arrives, and is not what was asked for.
const (
	Prose    Fault = "prose"    // talks around its answer, and calls no tool
	Think    Fault = "think"    // thinks aloud before it answers
	ThinkOn  Fault = "think-on" // the same, and never says where the thought ends
	Language Fault = "language" // answers in Chinese, and something else
	Loop     Fault = "loop"     // repeats itself until the tokens are used up
)

var faults = []Fault{Hang, HangUp, Malformed, Empty, Truncated, WrongType, Prose, Think, ThinkOn, Language, Loop}

func (f Fault) check() error {
	if f != "" && !slices.Contains(faults, f) {
		return fmt.Errorf("there is no fault %q; there are %v", f, faults)
	}
	return nil
}

// Fail goes wrong.
func Fail(f Fault) Reply { return Reply{Fault: f, Text: "this never arrives whole"} }

// With is the reply with something wrong about it.
func (r Reply) With(f Fault) Reply {
	r.Fault = f
	return r
}

// Status refuses, with a message in OpenAI's words.
func Status(code int, message string) Reply { return Reply{Status: code, Text: message} }

// Locked is 401.
func Locked() Reply { return Status(http.StatusUnauthorized, "Incorrect API key provided.") }

// Broken is 500.
func Broken() Reply {
	return Status(http.StatusInternalServerError, "The server had an error while processing your request. Sorry about that!")
}

// Busy is 429 with a Retry-After.
func Busy(wait time.Duration) Reply {
	r := Status(http.StatusTooManyRequests, "Rate limit reached.")
	r.Header = map[string]string{"Retry-After": strconv.Itoa(int(wait.Seconds()))}
	return r
}

// spoilt is the reply as a model sends it that is not at its best.
func (r Reply) spoilt(q Request) Reply {
	const thought = "The user wants me to answer. Let me think about {\"this\": 1} for a moment."
	switch r.Fault {
	case Prose:
		r.Text = "Sure! Here is what I found:\n\n```json\n" + r.said() + "\n```\n\nLet me know if you need anything else."
		r.Calls = nil
	case Think:
		r.Text = "<think>\n" + thought + "\n</think>\n\n" + r.Text
	case ThinkOn:
		r.Text = "<think>\n" + thought + "\n" + r.Text
	case Language:
		r.Text, r.Calls = "好的，我已经记住了这些内容。还有什么可以帮您的吗？", nil
	case Loop:
		r.Text, r.Calls, r.Finish = loop(r.said(), q.most()), nil, "length"
	}
	return r
}

// said is what the reply would say in one text.
func (r Reply) said() string {
	if len(r.Calls) > 0 {
		return strings.Join(r.Calls, "\n")
	}
	return r.Text
}

// loop repeats a text for so many tokens, a token per word.
func loop(text string, most int) string {
	words := strings.Fields(text)
	if len(words) == 0 {
		words = []string{"and"}
	}
	out := make([]string, most)
	for i := range out {
		out[i] = words[i%len(words)]
	}
	return strings.Join(out, " ")
}
