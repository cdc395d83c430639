package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/engine"
	"github.com/souvenir-memory/souvenir/internal/op"
)

// A browser keeps its key in a cookie that no script can read and that goes to the
// REST API only. A key that is revoked is worth nothing there either.
const (
	sessionPath   = "/api/v1/session"
	sessionCookie = "souvenir_key"
	sessionLasts  = 30 * 24 * time.Hour
)

// sessions are the operations by which a browser comes in and goes. They are no
// part of what the program can do, so they are listed here.
func sessions(e *engine.Engine) []op.Operation {
	return []op.Operation{
		op.New("get-session", "GET "+sessionPath, "Say who one is", func(ctx context.Context, in *visitor) (*engine.Answer[souvenir.Session], error) {
			s, err := e.Session(ctx, in.secret)
			return &engine.Answer[souvenir.Session]{Body: s}, err
		}),
		op.New("sign-in", "POST "+sessionPath, "Come in with a key from now on", func(ctx context.Context, in *signIn) (*admitted, error) {
			return in.admit(ctx, e)
		}),
		op.New("sign-out", "DELETE "+sessionPath, "Forget the key of this browser", func(_ context.Context, in *visitor) (*dismissed, error) {
			return &dismissed{SetCookie: in.cookie("", -1)}, nil
		}),
	}
}

// visitor is what a request shows about whoever sent it.
type visitor struct {
	secret string
	secure bool
}

// Resolve looks at the request.
func (v *visitor) Resolve(c huma.Context) []error {
	forwarded, _, _ := strings.Cut(c.Header("X-Forwarded-Proto"), ",")
	v.secure = c.TLS() != nil || strings.EqualFold(strings.TrimSpace(forwarded), "https")
	v.secret, _ = c.Context().Value(shownSecret{}).(string)
	return nil
}

func (v *visitor) cookie(value string, age int) http.Cookie {
	return http.Cookie{Name: sessionCookie, Value: value, Path: "/api/", MaxAge: age, HttpOnly: true, Secure: v.secure, SameSite: http.SameSiteStrictMode}
}

type signIn struct {
	visitor
	Body souvenir.SignIn
}

type admitted struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
	Body      souvenir.Session
}

type dismissed struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
}

func (in *signIn) admit(ctx context.Context, e *engine.Engine) (*admitted, error) {
	s, err := e.Session(ctx, in.Body.Key)
	if err != nil {
		return nil, err
	}
	if !s.SignedIn {
		return nil, souvenir.Errorf(souvenir.Denied, "No key has this secret, or it was revoked. `souvenir keys add NAME` makes a new one.")
	}
	if !s.NeedsKey {
		return nil, souvenir.Errorf(souvenir.Conflict, "No key is needed here yet: everybody at this machine is let in.")
	}
	return &admitted{SetCookie: in.cookie(in.Body.Key, int(sessionLasts.Seconds())), Body: s}, nil
}

// secret is the key that a request shows, and whether a browser added it by itself.
func secret(r *http.Request) (secret string, cookie bool) {
	if s, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return s, false
	}
	if s := r.Header.Get("X-API-Key"); s != "" {
		return s, false
	}
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		return "", false
	}
	if c, err := r.Cookie(sessionCookie); err == nil {
		return c.Value, true
	}
	return "", false
}

type shownSecret struct{}

// fromOurPage says that a request came from a page that we served. Browsers say so
// themselves; a script of another origin cannot make them say it.
func fromOurPage(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site == "same-origin"
	}
	return sameOrigin(r) && r.Header.Get("Origin") != ""
}

// sameOrigin says that no page of somebody else's is known to have sent this.
func sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	return origin == "" || origin == "http://"+r.Host || origin == "https://"+r.Host
}

// reads says that a method changes nothing.
func reads(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}
