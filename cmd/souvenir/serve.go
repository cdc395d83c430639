package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/config"
	"github.com/souvenir-memory/souvenir/internal/embed/static"
	"github.com/souvenir-memory/souvenir/internal/store"
	"golang.org/x/sync/errgroup"
)

type serve struct {
	Listen string `placeholder:"HOST:PORT" help:"Address to listen on (default: 127.0.0.1:7007)."`
}

// Run serves until it is told to stop, and then gives back what is unfinished.
func (s *serve) Run(ctx context.Context, g *globals) error {
	if s.Listen != "" {
		if g.Set == nil {
			g.Set = map[string]string{}
		}
		g.Set["listen"] = s.Listen
	}
	cfg, err := g.configuration()
	if err != nil {
		return err
	}
	log, level := logger(g, cfg)
	h, err := open(ctx, cfg, false, log, level)
	if err != nil {
		return err
	}
	defer h.close()
	if err := mayListen(ctx, h, cfg.Listen); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", cfg.Listen)
	if err != nil {
		return souvenir.Errorf(souvenir.Unavailable, "Cannot listen on %s: %v. Is Souvenir running already? Another address: --listen 127.0.0.1:7008.", cfg.Listen, err)
	}
	if err := welcome(ctx, g, cfg, h, listener.Addr()); err != nil {
		return errors.Join(err, listener.Close())
	}
	return listen(ctx, h, listener)
}

// listen serves requests and works on jobs until ctx is done.
func listen(ctx context.Context, h *house, l net.Listener) error {
	server := &http.Server{
		Handler: h.handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(h.log.Handler(), slog.LevelDebug),
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	g.Go(func() error {
		<-ctx.Done()
		stopping, cancel := context.WithTimeout(context.Background(), 1500*time.Millisecond)
		defer cancel()
		if err := server.Shutdown(stopping); err != nil {
			return server.Close()
		}
		return nil
	})
	g.Go(func() error { return h.run(ctx) })
	return g.Wait()
}

// mayListen refuses to be reachable from other machines while nobody needs a key.
func mayListen(ctx context.Context, h *house, address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return souvenir.Errorf(souvenir.Invalid, "%q is not an address; write it like 127.0.0.1:7007.", address)
	}
	if loopback(host) {
		return nil
	}
	anyone, err := h.engine.Open(ctx)
	if err != nil || !anyone {
		return err
	}
	return souvenir.Errorf(souvenir.Denied, "Listening on %s would let everybody in: there is no API key yet. Make one first: souvenir keys add NAME --admin", address)
}

// loopback says that a host can be reached from this machine only.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// logger writes to stderr at the configured level, which may change later.
func logger(g *globals, cfg *config.Config) (*slog.Logger, *slog.LevelVar) {
	level := &slog.LevelVar{}
	level.Set(cfg.Log.Level)
	o := &slog.HandlerOptions{Level: level}
	var h slog.Handler = slog.NewTextHandler(g.program.err, o)
	if cfg.Log.Format == "json" {
		h = slog.NewJSONHandler(g.program.err, o)
	}
	log := slog.New(h)
	slog.SetDefault(log)
	return log, level
}

// serving is what is running.
type serving struct {
	Version  string `json:"version"`
	URL      string `json:"url"`
	Page     string `json:"page"`
	DB       string `json:"db"`
	Model    string `json:"model"`
	Embedder string `json:"embedder"`
	Proxy    string `json:"proxy,omitempty"`
}

// welcome says what is running and what to try.
func welcome(ctx context.Context, g *globals, cfg *config.Config, h *house, at net.Addr) error {
	s := serving{
		Version: version(), URL: "http://" + at.String(), Page: "http://" + at.String() + "/", DB: store.Redact(cfg.DB),
		Model: "none (remembering works without one)", Embedder: static.Name + ", built in",
	}
	if cfg.LLM.Configured() {
		s.Model = cfg.LLM.Model + " at " + cfg.LLM.Endpoint
	}
	if cfg.Embedding.Configured() {
		s.Embedder = cfg.Embedding.Model + " at " + cfg.Embedding.Endpoint
	}
	proxy := ""
	if ups := upstreamsOf(cfg); len(ups) > 0 {
		s.Proxy = s.URL + "/v1"
		proxy = "  proxy     " + s.Proxy + ", the base_url for any OpenAI client\n"
	}
	return g.show(s, func(w io.Writer) {
		fmt.Fprintf(w, `Souvenir %s is ready at %s

  page      %s
  data      %s
  model     %s
  embedder  %s
%s
Three things to try%s:
  souvenir remember "Remember that I am allergic to peanuts"
  souvenir recall "what am I allergic to?"
  open %s and see what is remembered

Stop with Ctrl-C.
`, s.Version, s.URL, s.Page, s.DB, s.Model, s.Embedder, proxy, elsewhere(cfg, s.URL), s.Page)
	})
}

// elsewhere says how other commands find a server that only its flag put there.
func elsewhere(cfg *config.Config, url string) string {
	if cfg.Origin("listen").Source != config.Flag {
		return ""
	}
	return " (after: export SOUVENIR_SERVER_URL=" + url + ")"
}
