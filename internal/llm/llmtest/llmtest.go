// Package llmtest is a real HTTP server that speaks OpenAI's API and does what a
// script says: it answers, dawdles, breaks off and lies on demand, and writes
// down everything that it is asked. It stands in for a model in tests, and for
// people who want to try without one.
//
//	s := llmtest.New(t, llmtest.Say("hello"), llmtest.Status(429, "slow down"))
//	model, err := llm.New(llm.Options{BaseURL: s.URL, Model: "any"})
package llmtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"github.com/souvenir-memory/souvenir/internal/quiet"
)

// Server is an endpoint at URL. Its methods may be called while it serves.
type Server struct {
	URL    string   // http://127.0.0.1:port, without /v1
	Key    string   // when set, requests must carry it; set it before the first
	Models []string // what /v1/models lists; nil means one, called llmtest

	// Forgetful servers do not write down what they are asked: they may run for
	// long. Set it before the first request.
	Forgetful bool

	address string
	down    chan struct{} // closed by Close: whoever hangs lets go

	mu       sync.Mutex
	script   []Reply // played to chats, in order
	without  []Refusal
	rules    []rule // looked at before the script
	fallback func(Request) Reply
	asked    []Request
	lost     int // chats after the end of the script
	server   *http.Server
	serving  sync.WaitGroup
}

type rule struct {
	when func(Request) bool
	then func(Request) Reply
}

// TB is as much of testing.TB as we need, so that programs can use us as well.
type TB interface {
	Helper()
	Cleanup(func())
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// New starts a server that answers chats with the replies, in order, and stops
// it when the test ends. A script that was not played to its end fails the test,
// and so does a chat that it has no reply for.
func New(t TB, script ...Reply) *Server {
	t.Helper()
	address, err := quiet.Address() // it may go down and up again
	if err != nil {
		t.Fatalf("llmtest: %v", err)
	}
	s, err := Start(address, script...)
	if err != nil {
		t.Fatalf("llmtest: %v", err)
	}
	t.Cleanup(func() {
		s.Close()
		if left, lost := s.unplayed(); left > 0 || lost > 0 {
			t.Errorf("llmtest: %d replies of the script were never asked for, %d chats came that it has no reply for", left, lost)
		}
	})
	return s
}

// Start starts a server at an address.
func Start(address string, script ...Reply) (*Server, error) {
	s := &Server{address: address, script: script, down: make(chan struct{})}
	if err := s.Up(); err != nil {
		return nil, err
	}
	s.URL = "http://" + s.address
	return s, nil
}

// Up accepts connections, again after Down, at the same address.
func (s *Server) Up() error {
	listener, err := net.Listen("tcp", s.address)
	for range 200 {
		if !errors.Is(err, syscall.EADDRINUSE) {
			break
		}
		time.Sleep(20 * time.Millisecond) // a program that is being started may still hold what Down has closed
		listener, err = net.Listen("tcp", s.address)
	}
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.address = listener.Addr().String()
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	s.server = server
	s.serving.Go(func() { server.Serve(listener) })
	return nil
}

// Down refuses connections from now on and cuts those that are open.
func (s *Server) Down() {
	s.mu.Lock()
	server := s.server
	s.mu.Unlock()
	server.Close()
	s.serving.Wait()
}

// Close ends the server for good. Requests that hang get no answer any more.
func (s *Server) Close() {
	close(s.down)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	s.mu.Lock()
	server := s.server
	s.mu.Unlock()
	if server.Shutdown(ctx) != nil {
		server.Close()
	}
	s.serving.Wait()
}

// Then adds replies to the end of the script.
func (s *Server) Then(replies ...Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = append(s.script, replies...)
}

// When answers every request that matches, of any kind, whatever the script says.
// Of several rules the first one counts.
func (s *Server) When(match func(Request) bool, then Reply) {
	s.Rule(match, func(Request) Reply { return then })
}

// Rule is When with a reply that depends on the request.
func (s *Server) Rule(match func(Request) bool, then func(Request) Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rules = append(s.rules, rule{match, then})
}

// Otherwise answers the chats that neither a rule nor the script answers.
func (s *Server) Otherwise(then func(Request) Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fallback = then
}

// Requests are all that came, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request{}, s.asked...)
}

// Chats are the requests for a chat among them.
func (s *Server) Chats() []Request {
	var out []Request
	for _, r := range s.Requests() {
		if r.IsChat() {
			out = append(out, r)
		}
	}
	return out
}

func (s *Server) unplayed() (left, lost int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.script), s.lost
}

// note writes a request down.
func (s *Server) note(r Request) {
	if s.Forgetful {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, r)
}

// next finds what to do with a request.
func (s *Server) next(r Request) Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	if reply, refused := s.refusal(r); refused {
		return reply
	}
	for _, rule := range s.rules {
		if rule.when(r) {
			return rule.then(r)
		}
	}
	switch {
	case !r.IsChat():
		return Reply{}
	case len(s.script) > 0:
		reply := s.script[0]
		s.script = s.script[1:]
		return reply
	case s.fallback != nil:
		return s.fallback(r)
	}
	s.lost++
	return Status(http.StatusTeapot, "the script is over")
}
