// Package client speaks to a Souvenir server over its REST API.
package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// Client is safe for use by many goroutines.
type Client struct {
	base string
	key  string
	http *http.Client
}

// Options of a Client. The zero value speaks to this machine without a key.
type Options struct {
	URL  string       // empty means http://127.0.0.1:7007
	Key  string       // API key; empty means none
	HTTP *http.Client // nil means http.DefaultClient
}

// New makes a client.
func New(o Options) *Client {
	c := &Client{base: strings.TrimRight(cmp.Or(o.URL, "http://127.0.0.1:7007"), "/"), key: o.Key, http: o.HTTP}
	if c.http == nil {
		c.http = http.DefaultClient
	}
	return c
}

// do sends one request and reads its answer into out, unless out is nil.
func (c *Client) do(ctx context.Context, method, path string, query url.Values, in, out any) error {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("write request: %w", err)
		}
		body = bytes.NewReader(text)
	}
	target := c.base + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return err
	}
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := c.send(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if out == nil || res.StatusCode == http.StatusNoContent {
		return nil
	}
	if err := json.NewDecoder(res.Body).Decode(out); err != nil {
		return fmt.Errorf("read answer of %s %s: %w", method, path, err)
	}
	return nil
}

// send sends a request and gives the answer, which is not a refusal.
func (c *Client) send(req *http.Request) (*http.Response, error) {
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, souvenir.Errorf(souvenir.Unavailable, "No answer from the server at %s: %v", c.base, err)
	}
	if res.StatusCode >= 400 {
		defer res.Body.Close()
		return nil, problem(res)
	}
	return res, nil
}

// codes is the server's table of statuses, read backwards.
var codes = map[int]souvenir.Code{
	http.StatusBadRequest: souvenir.Invalid, http.StatusUnprocessableEntity: souvenir.Invalid,
	http.StatusUnauthorized: souvenir.Denied, http.StatusForbidden: souvenir.Denied,
	http.StatusNotFound: souvenir.NotFound, http.StatusConflict: souvenir.Conflict,
	http.StatusRequestEntityTooLarge: souvenir.TooLarge, http.StatusServiceUnavailable: souvenir.Unavailable,
}

// problem makes an RFC 9457 answer the error that the server had.
func problem(res *http.Response) error {
	var p struct {
		Detail string `json:"detail"`
		Errors []struct {
			Message  string `json:"message"`
			Location string `json:"location"`
		} `json:"errors"`
	}
	text, _ := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	if json.Unmarshal(text, &p) != nil || p.Detail == "" {
		p.Detail = fmt.Sprintf("The server answered %s.", res.Status)
	}
	for _, e := range p.Errors {
		p.Detail += fmt.Sprintf("\n  %s: %s", e.Location, e.Message)
	}
	return souvenir.Errorf(cmp.Or(codes[res.StatusCode], souvenir.Internal), "%s", p.Detail)
}

// path joins parts that may hold any character.
func path(parts ...string) string {
	escaped := make([]string, len(parts))
	for i, p := range parts {
		escaped[i] = url.PathEscape(p)
		if p == "." || p == ".." { // a way to go, were it not spelt out
			escaped[i] = strings.ReplaceAll(p, ".", "%2E")
		}
	}
	return "/api/v1/" + strings.Join(escaped, "/")
}

// values makes a query of pairs, leaving out the empty ones.
func values(pairs ...string) url.Values {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			v.Set(pairs[i], pairs[i+1])
		}
	}
	return v
}
