package embed

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/souvenir-memory/souvenir"
)

func TestOpenAISaysWhetherToTryAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		body   string
		code   souvenir.Code
		want   string
	}{
		{400, `{"error":{"message":"input is too long.","type":"x"}}`, souvenir.Invalid, "answered 400 Bad Request: input is too long."},
		{401, `{"error":"bad key"}`, souvenir.Invalid, "401 Unauthorized: bad key."},
		{404, "model\n  not found", souvenir.Invalid, "404 Not Found: model not found."},
		{408, "", souvenir.Unavailable, "408 Request Timeout."},
		{413, `{"detail":"x"}`, souvenir.Invalid, "413 Request Entity Too Large."},
		{429, `{"error":{"message":"slow down"}}`, souvenir.Unavailable, "429 Too Many Requests: slow down."},
		{500, `{"error":null}`, souvenir.Unavailable, "500 Internal Server Error."},
		{502, "<html>" + strings.Repeat("é", 1000), souvenir.Unavailable, "é…."},
		{503, "", souvenir.Unavailable, "503"},
		{304, "", souvenir.Unavailable, "304"},
	} {
		client := raw(t, OpenAIOptions{Key: "secret"}, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			io.WriteString(w, c.body)
		})
		_, err := client.Embed(t.Context(), []string{"a"})
		if souvenir.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.want) {
			t.Errorf("status %d: %v (%s), want %s with %q", c.status, err, souvenir.CodeOf(err), c.code, c.want)
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("status %d: the key is in the error", c.status)
		}
	}
}

func TestOpenAIIsUnavailableWhenNobodyListens(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(nil)
	s.Close()
	c, err := NewOpenAI(OpenAIOptions{URL: s.URL + "?token=secret", Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Embed(t.Context(), []string{"a"})
	if souvenir.CodeOf(err) != souvenir.Unavailable || strings.Contains(err.Error(), "secret") {
		t.Errorf("Embed = %v, want unavailable, without the address", err)
	}
}

func TestOpenAIIsUnavailableWhenTheReplyBreaksOff(t *testing.T) {
	t.Parallel()
	c := raw(t, OpenAIOptions{}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"data":[`)
	})
	if _, err := c.Embed(t.Context(), []string{"a"}); souvenir.CodeOf(err) != souvenir.Unavailable {
		t.Errorf("Embed = %v, want unavailable", err)
	}
}

// hanging is an endpoint that never answers; asked closes with the first question.
func hanging(t *testing.T, o OpenAIOptions) (c *OpenAI, asked chan struct{}) {
	asked = make(chan struct{})
	var once sync.Once
	return raw(t, o, func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // a server notices a lost client only after the body
		once.Do(func() { close(asked) })
		<-r.Context().Done()
	}), asked
}

func TestOpenAILetsGoWhenTheCallerDoes(t *testing.T) {
	t.Parallel()
	c, asked := hanging(t, OpenAIOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }()
	_, err := c.Embed(ctx, []string{"a"})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Embed = %v, want context.Canceled", err)
	}
}

func TestOpenAIIsUnavailableAfterATimeout(t *testing.T) {
	t.Parallel()
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	for _, c := range []struct {
		what string
		o    OpenAIOptions
		ctx  context.Context
	}{
		{"its own timeout", OpenAIOptions{Timeout: 20 * time.Millisecond}, t.Context()},
		{"the caller's deadline", OpenAIOptions{}, short},
	} {
		client, _ := hanging(t, c.o)
		_, err := client.Embed(c.ctx, []string{"a"})
		if souvenir.CodeOf(err) != souvenir.Unavailable || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: Embed = %v, want unavailable and a deadline", c.what, err)
		}
	}
}
