package llmtest

import (
	"cmp"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ServeHTTP does what rules, script and fallback say.
func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(io.LimitReader(req.Body, 32<<20))
	if err != nil {
		return
	}
	r := Request{Method: req.Method, Path: req.URL.Path, Header: req.Header.Clone(), Body: string(body)}
	readable := len(body) == 0 || json.Unmarshal(body, &r) == nil
	if readable && len(body) > 0 && r.IsResponse() {
		r, err = r.translated()
		readable = err == nil
	}
	s.note(r)
	switch {
	case s.Key != "" && req.Header.Get("Authorization") != "Bearer "+s.Key:
		refuse(w, http.StatusUnauthorized, "Incorrect API key provided.")
	case !readable:
		refuse(w, http.StatusBadRequest, "The body is not the JSON that was expected.")
	default:
		reply := s.next(r)
		if s.pause(req, reply.Delay) {
			s.act(w, req, r, reply)
		}
	}
}

// act carries a reply out.
func (s *Server) act(w http.ResponseWriter, req *http.Request, r Request, reply Reply) {
	for _, name := range slices.Sorted(maps.Keys(reply.Header)) {
		w.Header().Set(name, reply.Header[name])
	}
	switch {
	case reply.Fault == Hang:
		s.pause(req, time.Hour)
		hangUp()
	case reply.Fault == HangUp:
		hangUp()
	case reply.Fault == Empty:
		w.WriteHeader(http.StatusOK)
	case reply.Fault == Malformed:
		write(w, http.StatusOK, "application/json", `{"choices": [{"message": {"content": oops`)
	case reply.Fault == WrongType:
		write(w, http.StatusOK, "text/html; charset=utf-8", "<!doctype html><title>Sign in to this network</title>")
	case reply.Body != "":
		write(w, cmp.Or(reply.Status, http.StatusOK), "application/json", reply.Body)
	case reply.Status != 0 && reply.Status != http.StatusOK:
		refuse(w, reply.Status, reply.Text)
	default:
		s.answer(w, req, r, reply.spoilt(r))
	}
}

// answer is the API itself.
func (s *Server) answer(w http.ResponseWriter, req *http.Request, r Request, reply Reply) {
	switch {
	case r.IsChat() && len(r.Messages) == 0:
		refuse(w, http.StatusBadRequest, "'messages' must not be empty.")
	case r.IsResponse() && r.Stream:
		s.streamResponse(w, req, r, reply)
	case r.IsResponse():
		send(w, response(r, reply, "completed"), reply.Fault)
	case r.IsChat() && r.Stream:
		s.stream(w, req, r, reply)
	case r.IsChat():
		send(w, chat(r, reply), reply.Fault)
	case strings.HasSuffix(r.Path, "/embeddings"):
		texts, err := r.texts()
		if err != nil {
			refuse(w, http.StatusBadRequest, err.Error())
			return
		}
		send(w, embeddings(r.Model, texts), reply.Fault)
	case strings.HasSuffix(r.Path, "/models"):
		send(w, s.models(), reply.Fault)
	default:
		refuse(w, http.StatusNotFound, "Unknown request URL: "+r.Method+" "+r.Path)
	}
}

// pause waits, and says whether somebody still wants an answer.
func (s *Server) pause(req *http.Request, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-req.Context().Done():
	case <-s.down:
	}
	return false
}

// hangUp makes the server cut the connection.
func hangUp() { panic(http.ErrAbortHandler) }

// send sends a value, or half of it.
func send(w http.ResponseWriter, v any, f Fault) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // we made it
	}
	if f != Truncated {
		write(w, http.StatusOK, "application/json", string(text))
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	write(w, http.StatusOK, "application/json", string(text[:len(text)/2]))
	http.NewResponseController(w).Flush() // or nothing would arrive at all
	hangUp()
}

func write(w http.ResponseWriter, status int, kind, body string) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", kind)
	}
	w.WriteHeader(status)
	io.WriteString(w, body)
}

// refuse answers with an error as OpenAI writes it.
func refuse(w http.ResponseWriter, status int, message string) {
	text, _ := json.Marshal(map[string]any{"error": map[string]any{"message": message, "type": "llmtest_error", "code": status}})
	write(w, status, "application/json", string(text))
}
