package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/api"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
	"github.com/souvenir-memory/souvenir/internal/web"
)

// browser asks a handler as a browser does.
type browser struct {
	t       *testing.T
	handler http.Handler
	cookies []*http.Cookie
	headers map[string]string
}

func newBrowser(t *testing.T, s *store.Store) *browser {
	t.Helper()
	page, err := web.New(fstest.MapFS{"index.html": {Data: []byte("the page")}})
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t: t, handler: api.New(engine.New(s, engine.Options{}), api.Options{Page: page})}
}

// with is a browser that says more about its requests; pairs of headers.
func (b browser) with(headers ...string) *browser {
	b.headers = map[string]string{}
	for i := 0; i < len(headers); i += 2 {
		b.headers[headers[i]] = headers[i+1]
	}
	return &b
}

func (b *browser) do(method, path, body string) *httptest.ResponseRecorder {
	b.t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host, r.RemoteAddr = "127.0.0.1:7007", "127.0.0.1:50000"
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, c := range b.cookies {
		r.AddCookie(c)
	}
	for name, value := range b.headers {
		r.Header.Set(name, value)
	}
	if host := b.headers["Host"]; host != "" {
		r.Host = host
	}
	w := httptest.NewRecorder()
	b.handler.ServeHTTP(w, r)
	return w
}

func (b *browser) session() (s souvenir.Session) {
	b.t.Helper()
	w := b.do("GET", "/api/v1/session", "")
	if err := json.Unmarshal(w.Body.Bytes(), &s); err != nil || w.Code != 200 {
		b.t.Fatalf("GET session = %d %s, %v", w.Code, w.Body, err)
	}
	return s
}

func TestABrowserSignsInAndOut(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.SQLite(t))
	b := newBrowser(t, s)
	if got := b.session(); got.NeedsKey || !got.SignedIn || !got.Admin {
		t.Errorf("without keys the session is %+v", got)
	}
	if w := b.do("POST", "/api/v1/session", `{"key":"sk-ann"}`); w.Code != http.StatusConflict || w.Result().Cookies() != nil && len(w.Result().Cookies()) > 0 {
		t.Errorf("signing in where no key is needed = %d %s", w.Code, w.Body)
	}
	if _, err := s.AddKey(t.Context(), souvenir.Key{Tenant: "one", Name: "ann"}, "sk-ann"); err != nil {
		t.Fatal(err)
	}
	if got := b.session(); !got.NeedsKey || got.SignedIn || got.Admin || got.Tenant != "" {
		t.Errorf("a stranger's session is %+v", got)
	}
	if w := b.do("GET", "/review", ""); w.Code != 200 || w.Body.String() != "the page" {
		t.Errorf("a stranger gets the page as %d %s", w.Code, w.Body)
	}
	if w := b.do("GET", "/api/v1/memories", ""); w.Code != http.StatusUnauthorized {
		t.Errorf("a stranger lists memories: %d", w.Code)
	}
	if w := b.do("POST", "/api/v1/session", `{"key":"sk-wrong"}`); w.Code != http.StatusForbidden || len(w.Result().Cookies()) > 0 {
		t.Errorf("a wrong key = %d %v", w.Code, w.Result().Cookies())
	}
	w := b.do("POST", "/api/v1/session", `{"key":"sk-ann"}`)
	b.cookies = w.Result().Cookies()
	if w.Code != 200 || len(b.cookies) != 1 {
		t.Fatalf("signing in = %d %s %v", w.Code, w.Body, b.cookies)
	}
	if c := b.cookies[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Secure || c.Path != "/api/" {
		t.Errorf("the cookie is %+v", c)
	}
	if c := b.with("X-Forwarded-Proto", "https").do("POST", "/api/v1/session", `{"key":"sk-ann"}`).Result().Cookies(); len(c) != 0 {
		t.Errorf("with a cookie and from nowhere, signing in sets %v", c)
	}
	secure := b.with("X-Forwarded-Proto", "https", "Sec-Fetch-Site", "same-origin").do("POST", "/api/v1/session", `{"key":"sk-ann"}`).Result().Cookies()
	if len(secure) != 1 || !secure[0].Secure {
		t.Errorf("under TLS the cookie is %+v", secure)
	}
	if got := b.session(); !got.SignedIn || got.Tenant != "one" || got.User != "ann" || got.Admin {
		t.Errorf("ann's session is %+v", got)
	}
	if w := b.do("GET", "/api/v1/memories", ""); w.Code != 200 {
		t.Errorf("ann lists memories: %d %s", w.Code, w.Body)
	}
	if w := b.do("GET", "/api/v1/memories?user=bob", ""); w.Code != http.StatusForbidden {
		t.Errorf("ann lists bob's memories: %d", w.Code)
	}
	out := b.with("Sec-Fetch-Site", "same-origin").do("DELETE", "/api/v1/session", "").Result().Cookies()
	if len(out) != 1 || out[0].MaxAge >= 0 || out[0].Value != "" {
		t.Errorf("signing out sets %+v", out)
	}
}

func TestOnlyOurOwnPageMayActWithTheCookie(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.SQLite(t))
	if _, err := s.AddKey(t.Context(), souvenir.Key{Tenant: "one", Name: "ann"}, "sk-ann"); err != nil {
		t.Fatal(err)
	}
	b := newBrowser(t, s)
	b.cookies = b.do("POST", "/api/v1/session", `{"key":"sk-ann"}`).Result().Cookies()
	for _, path := range []string{"/api/v1/settings", "/api/v1/model", "/api/v1/activity"} {
		if w := b.do("GET", path, ""); w.Code != http.StatusForbidden {
			t.Errorf("GET %s without an admin key = %d", path, w.Code)
		}
	}
	for _, tt := range []struct {
		name    string
		headers []string
		want    int
	}{
		{"our page", []string{"Sec-Fetch-Site", "same-origin", "Origin", "http://127.0.0.1:7007"}, 200},
		{"our page, in an old browser", []string{"Origin", "http://127.0.0.1:7007"}, 200},
		{"another site", []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"}, 403},
		{"another site, in an old browser", []string{"Origin", "https://evil.example"}, 403},
		{"another port of this machine", []string{"Sec-Fetch-Site", "same-site", "Origin", "http://127.0.0.1:3000"}, 403},
		{"a page without an origin", []string{"Origin", "null"}, 403},
		{"who knows", nil, 403},
		{"a program with a key of its own", []string{"Authorization", "Bearer sk-ann"}, 200},
		{"a program with a wrong key", []string{"Authorization", "Bearer sk-wrong"}, 401},
	} {
		if w := b.with(tt.headers...).do("POST", "/api/v1/recall", `{"query":"tea"}`); w.Code != tt.want {
			t.Errorf("%s: %d %s, want %d", tt.name, w.Code, w.Body, tt.want)
		}
	}
	stranger := newBrowser(t, s)
	if w := stranger.with("Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example").do("POST", "/api/v1/session", `{"key":"sk-ann"}`); len(w.Result().Cookies()) > 0 {
		t.Errorf("another site signs somebody in: %d", w.Code)
	}
	if w := b.do("POST", "/v1/chat/completions", `{}`); w.Code != http.StatusUnauthorized {
		t.Errorf("the cookie opens the proxy: %d", w.Code)
	}
}

func TestThePageIsForThisMachineWhileThereAreNoKeys(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, storetest.SQLite(t))
	b := newBrowser(t, s)
	for _, path := range []string{"/", "/review", "/api/v1/session"} {
		if w := b.with("Host", "evil.example").do("GET", path, ""); w.Code != http.StatusForbidden {
			t.Errorf("GET %s under another name = %d", path, w.Code)
		}
		if w := b.do("GET", path, ""); w.Code != 200 {
			t.Errorf("GET %s = %d", path, w.Code)
		}
	}
}
