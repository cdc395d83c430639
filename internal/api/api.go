// Package api serves the operations as REST, with their OpenAPI document, and
// what operators need beside them.
package api

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/metrics"
	"github.com/souvenir-memory/souvenir/internal/op"
)

//go:embed docs
var docs embed.FS

// Options of the handler.
type Options struct {
	Version string
	MaxBody int64 // bytes of one request; 0 means 32 MiB
	Trusted bool  // whoever calls may do everything: they opened the database themselves
	Metrics *metrics.Set
	Log     *slog.Logger
	Chats   http.Handler // answers everything below /v1/; nil means nobody does
	Page    Page         // answers everything that is nobody else's; nil means nobody does
}

// Page is a web page, which knows its own addresses.
type Page interface {
	http.Handler
	Serves(*http.Request) bool
}

// New makes the handler for everything below /api, /v1, /healthz, /readyz and /metrics.
func New(e *engine.Engine, o Options) http.Handler {
	o.MaxBody = cmp.Or(o.MaxBody, 32<<20)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Metrics == nil {
		o.Metrics = &metrics.Set{}
	}
	o.Metrics.Ask(backlog{e}.write)
	mux := http.NewServeMux()
	rest := humago.New(mux, configuration(o.Version))
	for _, operation := range slices.Concat(e.Operations(), sessions(e)) {
		operation.Mount(rest, op.Limits{Body: o.MaxBody, Read: 30 * time.Second})
	}
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Souvenir", cmp.Or(o.Version, "dev")) // tells us from whoever else may listen here
		say(w, http.StatusOK, "ok")
	})
	mux.HandleFunc("GET /readyz", ready(e))
	mux.Handle("GET /metrics", o.Metrics)
	mux.Handle("GET /api/docs/", http.StripPrefix("/api/docs/", http.FileServerFS(sub(docs, "docs"))))
	mux.Handle("GET /api/docs", http.RedirectHandler("/api/docs/", http.StatusMovedPermanently))
	mux.HandleFunc("/api/", unknownRoute)
	if o.Chats != nil {
		mux.Handle("/v1/", o.Chats)
	}
	return guard(mux, e, o)
}

func configuration(version string) huma.Config {
	c := huma.DefaultConfig("Souvenir", cmp.Or(version, "dev"))
	c.Info.Description = "Long-term memory for LLM applications. Errors are RFC 9457 problem details; lists have items and next."
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "/api/openapi", "", ""
	c.CreateHooks = nil // no $schema links in answers
	c.RejectUnknownQueryParameters = true
	c.Transformers = []huma.Transformer{withoutLongValues}
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"key": {Type: "http", Scheme: "bearer", Description: "Needed as soon as a key exists."}}
	c.Security = []map[string][]string{{}, {"key": {}}}
	return c
}

// withoutLongValues keeps a refusal from repeating a whole request.
func withoutLongValues(_ huma.Context, _ string, answer any) (any, error) {
	p, ok := answer.(*huma.ErrorModel)
	if !ok {
		return answer, nil
	}
	for _, e := range p.Errors {
		if text, err := json.Marshal(e.Value); err != nil || len(text) > 200 {
			e.Value = nil
		}
		e.Message = e.Message[:min(len(e.Message), 500)]
	}
	return answer, nil
}

func ready(e *engine.Engine) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		if err := e.Ready(ctx); err != nil {
			say(w, http.StatusServiceUnavailable, err.Error())
			return
		}
		say(w, http.StatusOK, "ready")
	}
}

func say(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	w.Write([]byte(text + "\n"))
}

func unknownRoute(w http.ResponseWriter, r *http.Request) {
	problem(w, http.StatusNotFound, "There is no "+r.Method+" "+r.URL.Path+". /api/docs lists what there is.")
}

func sub(f fs.FS, dir string) fs.FS {
	s, err := fs.Sub(f, dir)
	if err != nil {
		panic(err) // the directory is compiled in
	}
	return s
}
