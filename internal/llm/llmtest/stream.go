package llmtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// stream sends a reply as server-sent events. A truncated one breaks off before
// its end, without [DONE].
func (s *Server) stream(w http.ResponseWriter, req *http.Request, r Request, reply Reply) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	deltas := reply.deltas(r)
	for i, d := range deltas {
		if reply.Fault == Truncated && i >= (len(deltas)+1)/2 {
			hangUp()
		}
		if i > 0 && !s.pause(req, reply.Pace) {
			hangUp()
		}
		c := envelope(r, "chat.completion.chunk")
		c.Choices = []choice{d}
		event(w, c)
	}
	if r.StreamOptions.Usage && !reply.NoUsage {
		c := envelope(r, "chat.completion.chunk")
		c.Usage = reply.usage(r)
		event(w, c)
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// deltas cut a reply into what each event adds.
func (r Reply) deltas(q Request) []choice {
	out := []choice{{Delta: &message{Role: "assistant", Content: new("")}}}
	for _, piece := range pieces(r.Reasoning, nil) {
		out = append(out, choice{Delta: &message{Reasoning: piece}})
	}
	for _, piece := range pieces(r.Text, r.Chunks) {
		out = append(out, choice{Delta: &message{Content: &piece}})
	}
	for i, arguments := range r.Calls {
		name := q.tool()
		out = append(out, choice{Delta: &message{Calls: []toolCall{{Index: &i, ID: callID(i), Type: "function", Function: function{Name: name}}}}})
		for _, piece := range pieces(arguments, nil) {
			out = append(out, choice{Delta: &message{Calls: []toolCall{{Index: &i, Function: function{Arguments: piece}}}}})
		}
	}
	return append(out, choice{Delta: &message{}, Finish: new(r.finish())})
}

// pieces are the given ones, or the words of a text with their spaces.
func pieces(text string, given []string) []string {
	switch {
	case given != nil:
		return given
	case text == "":
		return nil
	}
	return strings.SplitAfter(text, " ")
}

func event(w http.ResponseWriter, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // we made it
	}
	fmt.Fprintf(w, "data: %s\n\n", text)
	http.NewResponseController(w).Flush()
}
