package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/souvenir-memory/souvenir/internal/web"
)

const home, script = "<!doctype html><title>Home</title>", "the script: "

func page(t *testing.T) *web.Page {
	t.Helper()
	p, err := web.New(fstest.MapFS{
		"index.html":       {Data: []byte(home)},
		"favicon.svg":      {Data: []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")},
		"assets/app-1f.js": {Data: []byte(strings.Repeat(script, 100))},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// get asks as a browser does; headers are pairs.
func get(t *testing.T, p *web.Page, path string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, r *http.Response) string {
	t.Helper()
	var body io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		body = unpacked
	}
	b, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestEveryAddressOfThePageStartsIt(t *testing.T) {
	t.Parallel()
	p := page(t)
	for _, path := range []string{"/", "/review", "/conversations/c1", "/people/ann.smith@example.com", "/people/%E5%B0%8F%E6%98%8E", "/index.html", "/apiary"} {
		r := get(t, p, path, "Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
		if got := text(t, r); r.StatusCode != 200 || got != home || r.Header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("GET %s = %d, %q, %q", path, r.StatusCode, r.Header.Get("Content-Type"), got)
		}
	}
}

func TestWhatIsNotThePagesIsLeftToOthers(t *testing.T) {
	t.Parallel()
	p := page(t)
	for _, path := range []string{"/api", "/api/v1/memories", "/v1/models", "/mcp", "/mem0/v1/ping/", "/metrics", "/healthz", "/readyz", "/assets/old-2e.js", "/robots.txt"} {
		if r := httptest.NewRequest(http.MethodGet, path, nil); p.Serves(r) {
			t.Errorf("the page serves %s", path)
		}
		if r := get(t, p, path); r.StatusCode != http.StatusNotFound {
			t.Errorf("GET %s = %d", path, r.StatusCode)
		}
	}
	if p.Serves(httptest.NewRequest(http.MethodPost, "/", nil)) {
		t.Error("the page serves POST")
	}
	if r := get(t, p, "/memories", "Accept", "application/json"); r.StatusCode != http.StatusNotFound {
		t.Errorf("a program that mistyped an address gets %d, want not found", r.StatusCode)
	}
}

func TestThePageMayUseOurOwnThingsOnly(t *testing.T) {
	t.Parallel()
	p := page(t)
	for _, path := range []string{"/", "/review", "/assets/app-1f.js"} {
		h := get(t, p, path).Header
		csp := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("GET %s: the policy is %q, without %s", path, csp, want)
			}
		}
		if strings.Contains(csp, "unsafe") || strings.Contains(csp, "http") {
			t.Errorf("GET %s: the policy is %q", path, csp)
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin"} {
			if got := h.Get(name); got != want {
				t.Errorf("GET %s: %s is %q, want %q", path, name, got, want)
			}
		}
	}
}

func TestFilesArePackedAndKept(t *testing.T) {
	t.Parallel()
	p := page(t)
	r := get(t, p, "/assets/app-1f.js", "Accept-Encoding", "br;q=1, gzip")
	if got := text(t, r); r.Header.Get("Content-Encoding") != "gzip" || got != strings.Repeat(script, 100) {
		t.Errorf("packed: %v %q", r.Header, got)
	}
	if got := r.Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Errorf("a file whose name changes with it may be kept: %q", got)
	}
	for _, refuses := range []string{"", "gzip;q=0", "identity"} {
		plain := get(t, p, "/assets/app-1f.js", "Accept-Encoding", refuses)
		if plain.Header.Get("Content-Encoding") != "" || plain.Header.Get("ETag") == r.Header.Get("ETag") {
			t.Errorf("Accept-Encoding %q gets %v", refuses, plain.Header)
		}
	}
	first := get(t, p, "/review", "Accept-Encoding", "gzip")
	if got := first.Header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("the start may be kept: %q", got)
	}
	again := get(t, p, "/review", "Accept-Encoding", "gzip", "If-None-Match", `W/"x", `+first.Header.Get("ETag"))
	if again.StatusCode != http.StatusNotModified || text(t, again) != "" {
		t.Errorf("asked again it answers %d", again.StatusCode)
	}
}
