package openai

import (
	"context"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir/internal/engine"
)

// Upstream is an endpoint that has some models.
type Upstream struct {
	Models []string // names or patterns; empty means all
	URL    string
	Key    string // "" passes the caller's own on
	Memory bool   // recall and remember in its chats
}

// has says that a model is one of the upstream's. A star matches slashes too.
func (u Upstream) has(model string) bool {
	flat := strings.NewReplacer("/", "\x01")
	for _, pattern := range u.Models {
		if ok, _ := path.Match(flat.Replace(pattern), flat.Replace(model)); ok {
			return true
		}
	}
	return len(u.Models) == 0
}

// upstream finds the one that has a model.
func (s Settings) upstream(model string) (Upstream, bool) {
	for _, u := range s.Upstreams {
		if u.has(model) {
			return u, true
		}
	}
	return Upstream{}, false
}

// newClient passes on what it is told: it follows nothing, unpacks nothing and
// waits as long as the caller does.
func newClient() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression = true
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 1000, 500
	t.ResponseHeaderTimeout = 0
	t.IdleConnTimeout = time.Minute
	return &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// hop counts how often a request passed through us.
const (
	hop      = "X-Souvenir-Hop"
	mostHops = 4
)

// notForwarded concern the caller and us, or are the connection's own.
var notForwarded = []string{
	"Accept-Encoding", "Authorization", "Connection", "Content-Length", "Cookie", "Host", "Keep-Alive", "Origin", "Proxy-Authenticate",
	"Proxy-Authorization", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "X-Api-Key",
}

// send asks an upstream what the caller asked us, with another body.
func (p *Proxy) send(ctx context.Context, r *http.Request, u Upstream, method string, body []byte) (*http.Response, error) {
	address, err := p.address(u.URL, method)
	if err != nil {
		return nil, err
	}
	if r.URL.RawQuery != "" {
		address += map[bool]string{true: "&", false: "?"}[strings.Contains(address, "?")] + r.URL.RawQuery
	}
	out, err := http.NewRequestWithContext(ctx, r.Method, address, newReader(body))
	if err != nil {
		return nil, err
	}
	out.ContentLength = int64(len(body))
	out.Header = forwarded(r.Header)
	authorize(out.Header, r, u)
	return p.client.Do(out)
}

func forwarded(h http.Header) http.Header {
	out := h.Clone()
	for _, listed := range h.Values("Connection") {
		for name := range strings.SplitSeq(listed, ",") {
			out.Del(strings.TrimSpace(name))
		}
	}
	for _, name := range notForwarded {
		out.Del(name)
	}
	for name := range out {
		if strings.HasPrefix(name, "X-Souvenir-") {
			delete(out, name)
		}
	}
	out[hop] = slices.Concat(h[hop], []string{"1"})
	if out.Get("User-Agent") == "" {
		out.Set("User-Agent", "") // or our own would be added
	}
	return out
}

// authorize shows the upstream its key. The key that lets a caller in with us is
// nobody else's business.
func authorize(h http.Header, r *http.Request, u Upstream) {
	switch {
	case u.Key != "":
		h.Set("Authorization", "Bearer "+u.Key)
	case !engine.Keyed(r.Context()):
		if theirs := r.Header.Get("Authorization"); theirs != "" {
			h.Set("Authorization", theirs)
		}
	}
}
