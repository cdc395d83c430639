package openai

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// mostRounds is how often a model may use our tools before it must answer.
const mostRounds = 5

// withTools lets the model use our tools until it answers, or calls somebody else's.
func (x *exchange) withTools(w http.ResponseWriter, plain []byte) {
	said := ""
	started := false
	body := withTools(plain)
	for round := 1; ; round++ {
		answer, err := x.ask(body)
		if err != nil {
			if !started {
				err = x.tell(w, err)
			}
			x.end(err, newEar())
			return
		}
		x.safe()
		s := &sieve{w: w, started: started, last: round > mostRounds, ear: newEar()}
		s.ear.begin(answer)
		err = s.pass(answer)
		answer.Body.Close()
		started = s.started
		if err != nil || !s.again() {
			x.sideEffects(s)
			x.end(err, s.ear)
			return
		}
		said += x.results(s)
		body = withTools(plain)
		if round == mostRounds {
			body = plain // it must answer now
		}
		c := readChat(body)
		body = apply(body, []edit{pushed(body, c.fields["messages"].value, strings.TrimPrefix(said, ","))})
	}
}

// results are the messages that tell the model what came of its calls.
func (x *exchange) results(s *sieve) string {
	var out strings.Builder
	type called struct {
		ID       string            `json:"id"`
		Type     string            `json:"type"`
		Function map[string]string `json:"function"`
	}
	var calls []called
	for _, c := range s.ours {
		calls = append(calls, called{c.ID, "function", map[string]string{"name": c.Function.Name, "arguments": c.Function.Arguments}})
	}
	text, _ := json.Marshal(calls)
	out.WriteString(`,{"role":"assistant","content":` + quote(s.ear.text.String()) + `,"tool_calls":` + string(text) + `}`)
	for _, c := range s.ours {
		out.WriteString(`,{"role":"tool","tool_call_id":` + quote(c.ID) + `,"content":` + quote(x.use(x.r.Context(), *c)) + `}`)
	}
	return out.String()
}

// sideEffects does what the model asked of us beside calling the caller's tools. It
// does not hear what came of it.
func (x *exchange) sideEffects(s *sieve) {
	if s.last {
		return // it was not offered anything
	}
	for _, c := range s.ours {
		if name := strings.TrimPrefix(c.Function.Name, toolPrefix); name == "remember" || name == "forget" {
			x.use(x.r.Context(), *c)
		}
	}
}

// sieve passes an answer on and keeps back what is meant for us.
type sieve struct {
	w       http.ResponseWriter
	started bool // the caller has the head of an answer
	last    bool // it was not offered our tools any more
	ear     *ear
	ours    []*call
	theirs  bool
	ended   bool // by calling us and nobody else
}

// again says that the model waits for what we have to say. One that goes on calling
// when nothing is offered waits in vain.
func (s *sieve) again() bool { return len(s.ours) > 0 && !s.theirs && !s.last }

func (s *sieve) pass(answer *http.Response) error {
	if answer.StatusCode != http.StatusOK {
		if s.started {
			return io.ErrUnexpectedEOF
		}
		return relay(s.w, answer, deaf)
	}
	if s.ear.stream {
		return s.stream(answer)
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, longest))
	if err != nil {
		return err
	}
	s.ear.hear(body)
	left := s.calls(body)
	if s.again() {
		var p part
		if json.Unmarshal(body, &p) == nil && len(p.Choices) > 0 {
			s.ear.take(p.Choices[0].Message, nil)
		}
		return nil
	}
	head(s.w.Header(), answer.Header)
	s.w.Header().Del("Content-Length")
	s.w.WriteHeader(answer.StatusCode)
	_, err = s.w.Write(left)
	return err
}

// calls finds the calls of a whole answer, and gives the answer without ours.
func (s *sieve) calls(body []byte) []byte {
	if !json.Valid(body) {
		return body
	}
	choices := elements(body, members(body, span{0, len(body)})["choices"].value)
	if len(choices) == 0 {
		return body
	}
	list, ok := members(body, members(body, choices[0])["message"].value)["tool_calls"]
	if !ok {
		return body
	}
	var kept []string
	for _, at := range elements(body, list.value) {
		var c call
		if json.Unmarshal(at.of(body), &c) == nil && strings.HasPrefix(c.Function.Name, toolPrefix) {
			s.ours = append(s.ours, &c)
			continue
		}
		kept = append(kept, string(at.of(body)))
	}
	s.theirs = len(kept) > 0
	if len(s.ours) == 0 {
		return body
	}
	return apply(body, append(s.finish(body, choices[0]), edit{list.value, "[" + strings.Join(kept, ",") + "]"}))
}

// finish lets a choice end as an answer whose last calls were to us, in vain.
func (s *sieve) finish(body []byte, choice span) []edit {
	f, ok := members(body, choice)["finish_reason"]
	if !s.last || s.theirs || len(s.ours) == 0 || !ok || body[f.value.start] != '"' {
		return nil
	}
	return []edit{{f.value, `"stop"`}}
}

// stream passes events on as they come.
func (s *sieve) stream(answer *http.Response) error {
	if !s.started {
		head(s.w.Header(), answer.Header)
		s.w.WriteHeader(answer.StatusCode)
		s.started = true
	}
	flush := http.NewResponseController(s.w).Flush
	var rest []byte
	buffer := make([]byte, 16<<10)
	for {
		n, err := answer.Body.Read(buffer)
		rest = append(rest, buffer[:n]...)
		for {
			at := bytes.Index(rest, []byte("\n\n"))
			if at < 0 {
				break
			}
			if s.passes(rest[:at+2]) {
				if _, err := s.w.Write(s.finished(rest[:at+2])); err != nil {
					return err
				}
				flush()
			}
			s.ear.hear(rest[:at+2])
			rest = rest[at+2:]
		}
		if err == io.EOF {
			_, err = s.w.Write(rest)
			return err
		}
		if err != nil {
			return err
		}
	}
}

// passes says whether an event is the caller's to see.
func (s *sieve) passes(event []byte) bool {
	if s.ended {
		return false
	}
	data, _ := bytes.CutPrefix(bytes.TrimSpace(event), []byte("data:"))
	var p part
	if json.Unmarshal(data, &p) != nil || len(p.Choices) == 0 {
		return true
	}
	c := p.Choices[0]
	if len(c.Delta.Calls) > 0 && s.mine(c.Delta.Calls) {
		return false
	}
	if c.Finish != nil && s.again() {
		s.ended = true
	}
	return !s.ended
}

// finished is finish for an event.
func (s *sieve) finished(event []byte) []byte {
	data := bytes.IndexByte(event, '{')
	if !s.last || len(s.ours) == 0 || data < 0 || !json.Valid(event[data:]) {
		return event
	}
	choices := elements(event, members(event, span{data, len(event)})["choices"].value)
	if len(choices) == 0 {
		return event
	}
	return apply(event, s.finish(event, choices[0]))
}

// mine collects the pieces of calls to us, and says that there are no others.
func (s *sieve) mine(pieces []call) bool {
	all := true
	for _, piece := range pieces {
		if strings.HasPrefix(piece.Function.Name, toolPrefix) {
			s.ours = append(s.ours, &piece)
			continue
		}
		if known := s.call(piece.Index); known != nil {
			known.Function.Arguments += piece.Function.Arguments
			continue
		}
		s.theirs, all = true, false
	}
	return all
}

func (s *sieve) call(index *int) *call {
	for _, c := range s.ours {
		if index != nil && c.Index != nil && *c.Index == *index {
			return c
		}
	}
	return nil
}
