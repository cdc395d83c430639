// Package openai is memory for whoever speaks OpenAI's API: it recalls before a
// chat, forwards it to the real endpoint, streams the answer through as it comes,
// and remembers the exchange afterwards. Whatever goes wrong with memory, the chat
// goes on without it.
package openai

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/souvenir-memory/souvenir/internal/engine"
)

// Settings are what an operator may change while the program runs.
type Settings struct {
	Upstreams     []Upstream // the first that has the model is taken
	Tools         bool       // offer memory tools in every chat
	Place         string     // split, user or system; empty means split
	Format        string     // block or postfix; empty means block
	ProfileBudget int        // tokens of what stays the same
	Budget        int        // tokens of what bears on one turn
	Patience      time.Duration
}

// Options of a Proxy.
type Options struct {
	Settings func() Settings                           // asked at every request
	Address  func(base, method string) (string, error) // completes an upstream's URL
	Client   *http.Client                              // nil means one of our own
	Log      *slog.Logger                              // nil means none
}

// Proxy answers everything below /v1/.
type Proxy struct {
	engine   *engine.Engine
	settings func() Settings
	address  func(base, method string) (string, error)
	client   *http.Client
	log      *slog.Logger
	talks    *talks
	mux      *http.ServeMux
	busy     *busy // requests, and what goes on after they were answered
}

// New makes a proxy over an engine.
func New(e *engine.Engine, o Options) *Proxy {
	p := &Proxy{engine: e, settings: o.Settings, address: o.Address, client: o.Client, log: o.Log, talks: newTalks(), mux: http.NewServeMux(), busy: newBusy()}
	e.OnErase(p.talks.drop)
	if p.log == nil {
		p.log = slog.New(slog.DiscardHandler)
	}
	if p.client == nil {
		p.client = newClient()
	}
	p.mux.HandleFunc("POST /v1/chat/completions", p.chat(completions))
	p.mux.HandleFunc("POST /v1/embeddings", p.embeddings)
	p.mux.HandleFunc("GET /v1/models", p.models)
	p.mux.HandleFunc("GET /v1/models/{model...}", p.model)
	p.mux.HandleFunc("POST /v1/responses", p.chat(responsesAPI))
	p.mux.HandleFunc("/v1/responses/{rest...}", p.responses)
	p.mux.HandleFunc("/v1/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, "Souvenir's proxy has chat/completions, embeddings, models and responses, and not "+r.Method+" "+r.URL.Path+".")
	})
	return p
}

func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get(hop) != "" && len(r.Header[hop]) >= mostHops {
		refuse(w, http.StatusLoopDetected, "This chat came back to us: an upstream of Souvenir is Souvenir itself.")
		return
	}
	p.busy.add(1)
	defer p.busy.add(-1)
	p.mux.ServeHTTP(w, r)
}

// Close waits a moment for what is still to be remembered.
func (p *Proxy) Close() error {
	done := make(chan struct{})
	go func() {
		p.busy.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(closeWait):
		p.log.Warn("stopped while answers were still to be remembered")
	}
	p.client.CloseIdleConnections()
	return nil
}

// closeWait is how long stopping may take for us; rememberWait how long a busy
// database may take to remember.
const (
	closeWait    = time.Second
	rememberWait = time.Minute
)

// afterwards does something for a caller who need not wait for it, as that caller.
func (p *Proxy) afterwards(ctx context.Context, what string, do func(context.Context) error) <-chan struct{} {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rememberWait)
	done := make(chan struct{})
	p.busy.Go(func() {
		defer close(done)
		defer cancel()
		if err := safely(func() error { return do(ctx) }); err != nil {
			p.log.ErrorContext(ctx, what, "error", err)
		}
	})
	return done
}

// patience is how long a chat waits for its memories.
func (s Settings) patience() time.Duration { return cmp.Or(s.Patience, 300*time.Millisecond) }
