package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/metrics"
	"github.com/souvenir-memory/souvenir/internal/op"
)

// guard stands before every handler: it survives panics, measures, checks who
// asks, and refuses bodies that cannot be text.
func guard(next http.Handler, e *engine.Engine, o Options) http.Handler {
	next = measure(o.Metrics, checkBody(o.MaxBody, streamed(e.Operations()), next)) // the mux notes its route in the request that it is given
	if !o.Trusted {
		next = authenticate(e, o.Page, next)
	}
	return survive(o.Log, chats(next))
}

func survive(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler {
				panic(p)
			}
			log.Error("panic in a request", "method", r.Method, "panic", p, "stack", string(debug.Stack()))
			problem(w, http.StatusInternalServerError, "Something went wrong on our side. The server's log says what.")
		}()
		next.ServeHTTP(w, r)
	})
}

// needsNoKey are the paths that tell nothing about anybody.
func needsNoKey(path string) bool {
	return path == "/healthz" || path == "/readyz" || strings.HasPrefix(path, "/api/openapi") || strings.HasPrefix(path, "/api/docs")
}

func authenticate(e *engine.Engine, page Page, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if needsNoKey(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		shown, cookie := secret(r)
		ctx, anyone, err := e.Authenticate(r.Context(), shown)
		if anyone && !fromHere(r) {
			problem(w, http.StatusForbidden, "Without API keys only this machine is let in, under the name localhost or 127.0.0.1. `souvenir keys add NAME` makes a key.")
			return
		}
		if page != nil && page.Serves(r) { // the same for everybody, and tells nothing
			page.ServeHTTP(w, r)
			return
		}
		if cookie && !reads(r.Method) && !fromOurPage(r) {
			problem(w, http.StatusForbidden, "With the key that a browser keeps, only this server's own page may change something.")
			return
		}
		if r.URL.Path == sessionPath && sameOrigin(r) {
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), shownSecret{}, shown)))
			return
		}
		if err != nil && souvenir.CodeOf(err) != souvenir.Denied && isChat(w) && goesOn(e, w, r, next) {
			return
		}
		if err != nil {
			p := op.Problem(r.Context(), err)
			if p.GetStatus() == http.StatusForbidden {
				w.Header().Set("WWW-Authenticate", "Bearer")
				problem(w, http.StatusUnauthorized, err.Error())
				return
			}
			writeProblem(w, p)
			return
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// fromHere checks the name under which we were called, so that a web page of
// somebody else's cannot reach us through the browser by a name of its own.
func fromHere(r *http.Request) bool {
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if ip := net.ParseIP(host); ip != nil {
		host = map[bool]string{true: "localhost"}[ip.IsLoopback()]
	}
	if host != "localhost" || !isLoopback(r.RemoteAddr) {
		return false
	}
	return sameOrigin(r)
}

func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}

// bodyTime is how long a request may take to arrive.
const bodyTime = 30 * time.Second

// checkBody reads the body, up to the limit, and refuses what is not UTF-8:
// decoding JSON would silently replace the broken bytes.
func checkBody(limit int64, streamed map[string]bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body == nil || r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		deadline := http.NewResponseController(w)
		if streamed[r.Method+" "+r.URL.Path] {
			r.Body = &impatient{r.Body, deadline}
			next.ServeHTTP(w, r)
			return
		}
		deadline.SetReadDeadline(time.Now().Add(bodyTime)) // nobody holds us up by dripping bytes
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
		deadline.SetReadDeadline(time.Time{})
		if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
			problem(w, http.StatusRequestEntityTooLarge, "The request is larger than "+strconv.FormatInt(limit, 10)+" bytes. Split it.")
			return
		}
		if err != nil {
			problem(w, http.StatusBadRequest, "The request broke off while it was read.")
			return
		}
		if !utf8.Valid(body) {
			problem(w, http.StatusBadRequest, "The request is not valid UTF-8.")
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

func measure(counted *metrics.Set, next http.Handler) http.Handler {
	took := counted.Histogram("souvenir_http_request_seconds", "How long requests took.",
		[]float64{.001, .0025, .005, .01, .025, .05, .1, .25, 1, 5, 30}, "method", "route", "status")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(rec, r)
		_, route, _ := strings.Cut(r.Pattern, " ")
		took.Observe(time.Since(started).Seconds(), r.Method, route, strconv.Itoa(rec.status))
	})
}

// recorder notes the status that a handler answers with.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func problem(w http.ResponseWriter, status int, detail string) {
	writeProblem(w, huma.NewError(status, detail))
}

func writeProblem(w http.ResponseWriter, p huma.StatusError) {
	if isChat(w) {
		refuseChat(w, p)
		return
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.GetStatus())
	json.NewEncoder(w).Encode(p)
}
