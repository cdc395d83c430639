package api

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/souvenir-memory/souvenir/internal/engine"
)

// chats marks what speaks OpenAI's API, whose callers expect errors in other words
// and to be answered also while we have no database.
func chats(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/v1/") {
			w = chatWriter{w}
		}
		next.ServeHTTP(w, r)
	})
}

type chatWriter struct{ http.ResponseWriter }

// Unwrap lets http.ResponseController reach the connection.
func (w chatWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func isChat(w http.ResponseWriter) bool {
	for {
		if _, ok := w.(chatWriter); ok {
			return true
		}
		inner, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return false
		}
		w = inner.Unwrap()
	}
}

// goesOn lets a chat through while the database is away, if its caller would have
// been let in just before.
func goesOn(e *engine.Engine, w http.ResponseWriter, r *http.Request, next http.Handler) bool {
	shown, _ := secret(r)
	ctx, open, err := e.Recognise(r.Context(), shown)
	if err != nil || open && !fromHere(r) {
		return false
	}
	next.ServeHTTP(w, r.WithContext(ctx))
	return true
}

func refuseChat(w http.ResponseWriter, p huma.StatusError) {
	message := p.Error()
	if m, ok := p.(*huma.ErrorModel); ok {
		message = m.Detail
	}
	kind := "invalid_request_error"
	if p.GetStatus() >= 500 {
		kind = "souvenir_error"
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(p.GetStatus())
	json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": message, "type": kind, "param": nil, "code": nil}})
}
