package openai

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// ear listens to an answer that passes by, whole or in pieces.
type ear struct {
	ok      bool // the upstream answers
	stream  bool
	rest    []byte // what has not ended yet: a line of a stream, or the whole
	text    strings.Builder
	whole   bool // the first choice came to its end
	deafAt  int
	calling bool   // it calls tools, so this is not the answer yet
	id      string // of a response, by which the next one goes on
}

// longest is how much of an answer is listened to.
const longest = 8 << 20

func newEar() *ear { return &ear{deafAt: longest} }

func (e *ear) begin(answer *http.Response) {
	e.ok = answer.StatusCode == http.StatusOK
	e.stream = strings.HasPrefix(answer.Header.Get("Content-Type"), "text/event-stream")
}

func (e *ear) hear(piece []byte) {
	if !e.ok || len(e.rest)+len(piece) > e.deafAt {
		e.ok = false
		return
	}
	e.rest = append(e.rest, piece...)
	if !e.stream {
		return
	}
	for {
		line, rest, found := bytes.Cut(e.rest, []byte("\n"))
		if !found {
			break
		}
		e.line(line)
		e.rest = rest
	}
}

// part is as much of an answer, or of a piece of one, as we look at.
type part struct {
	response
	Response *response `json:"response"`

	Choices []struct {
		Index   int     `json:"index"`
		Delta   said    `json:"delta"`
		Message said    `json:"message"`
		Finish  *string `json:"finish_reason"`
	} `json:"choices"`
}

type said struct {
	Content json.RawMessage `json:"content"`
	Calls   []call          `json:"tool_calls"`
}

type call struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

func (e *ear) line(line []byte) {
	data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
	if !ok {
		return
	}
	var p part
	if json.Unmarshal(data, &p) != nil {
		return // [DONE], or something that we do not know
	}
	for _, c := range p.Choices {
		if c.Index == 0 {
			e.take(c.Delta, c.Finish)
		}
	}
	if p.Response != nil {
		e.takeResponse(*p.Response)
	}
}

// response is as much of one as we look at. In a stream the last event has all of it.
type response struct {
	ID     string `json:"id"`
	Object string `json:"object"`
	Status string `json:"status"`
	Output []struct {
		Type    string `json:"type"`
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
	} `json:"output"`
}

func (e *ear) takeResponse(r response) {
	if r.Status != "completed" && r.Status != "incomplete" {
		return
	}
	e.id, e.whole = r.ID, true
	for _, item := range r.Output {
		e.calling = e.calling || item.Type == "function_call" || item.Type == "custom_tool_call"
		for _, c := range item.Content {
			if c.Type == "output_text" {
				e.text.WriteString(c.Text)
			}
		}
	}
}

func (e *ear) take(s said, finish *string) {
	var text string
	if json.Unmarshal(s.Content, &text) == nil {
		e.text.WriteString(text)
	}
	e.calling = e.calling || len(s.Calls) > 0
	e.whole = e.whole || finish != nil
}

// answer is what was said, and whether it was said to its end. What calls a tool is
// no answer yet, and nothing is missing either.
func (e *ear) answer() (text string, whole bool) {
	if !e.ok {
		return "", false
	}
	if !e.stream {
		var p part
		switch err := json.Unmarshal(e.rest, &p); {
		case err != nil:
			return "", false
		case p.Object == "response":
			e.takeResponse(p.response)
		case len(p.Choices) > 0:
			e.take(p.Choices[0].Message, new(""))
		default:
			return "", false
		}
	}
	if e.calling {
		return "", true
	}
	return strings.TrimSpace(e.text.String()), e.whole
}
