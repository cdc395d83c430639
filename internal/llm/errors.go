package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/souvenir-memory/souvenir"
)

// unreachable says why no reply came. A caller who went away gets their own
// error back; everything else may pass, and is Unavailable.
func (e *Endpoint) unreachable(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("ask model: %w", context.Canceled)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		late := souvenir.Errorf(souvenir.Unavailable, "The model endpoint %s did not answer in time.", shown(e.url))
		return fmt.Errorf("%w (%w)", late, context.DeadlineExceeded)
	}
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // without the address, which may hold a secret
	}
	what := "cannot be reached"
	if errors.Is(err, io.ErrUnexpectedEOF) {
		what = "broke off its reply"
	}
	return souvenir.Errorf(souvenir.Unavailable, "The model endpoint %s %s: %s.", shown(e.url), what, e.hide(err.Error()))
}

// unusable is a reply that came and helps nobody.
func (e *Endpoint) unusable(why error) error {
	return souvenir.Errorf(souvenir.Unavailable, "The model endpoint %s sent a reply that cannot be used: %s.", shown(e.url), short(e.hide(why.Error())))
}

// refusal turns an HTTP status into an error with the provider's own words.
func (e *Endpoint) refusal(resp *http.Response, body []byte) error {
	said := short(e.hide(cmp.Or(complaint(body), page(body))))
	if said != "" {
		said = ": " + said
	}
	wait := retryAfter(resp.Header)
	if wait > 0 {
		said += fmt.Sprintf("; it asks to wait %v", wait)
	}
	err := souvenir.Errorf(codeOf(resp.StatusCode), "The model endpoint %s answered %d %s%s.", shown(e.url), resp.StatusCode, http.StatusText(resp.StatusCode), said)
	if wait > 0 {
		return &patience{err, wait}
	}
	return err
}

func codeOf(status int) souvenir.Code {
	switch {
	case status >= 500, status == http.StatusRequestTimeout, status == http.StatusTooEarly, status == http.StatusTooManyRequests:
		return souvenir.Unavailable
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return souvenir.Denied
	}
	return souvenir.Invalid
}

// hide takes the key out of what others say; some repeat it in their complaints.
func (e *Endpoint) hide(text string) string {
	if e.options.Key == "" {
		return text
	}
	return strings.NewReplacer(e.options.Key, "(key)", url.QueryEscape(e.options.Key), "(key)").Replace(text)
}

// complaint is what an endpoint says in its own words. OpenAI puts them into an
// object, Ollama into a string, some into a list of such, vLLM beside the rest.
func complaint(body []byte) string {
	var reply struct {
		Error   json.RawMessage
		Message string
		Detail  json.RawMessage
	}
	var one []json.RawMessage
	if json.Unmarshal(body, &one) == nil && len(one) > 0 {
		body = one[0]
	}
	json.Unmarshal(body, &reply) // what is not there stays empty
	return cmp.Or(words(reply.Error), reply.Message, words(reply.Detail))
}

func words(raw json.RawMessage) string {
	var text string
	var object struct{ Message string }
	if json.Unmarshal(raw, &text) != nil {
		json.Unmarshal(raw, &object) // anything else says nothing
	}
	return cmp.Or(text, object.Message)
}

// page is a body that is not JSON at all, as proxies send it.
func page(body []byte) string {
	if json.Valid(body) {
		return ""
	}
	return string(body)
}

// short cuts text to a readable length, in one line without a full stop.
func short(text string) string {
	text = strings.TrimRight(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "), ".")
	const most = 300
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}

// patience is an error of an endpoint that said how long to wait.
type patience struct {
	error
	wait time.Duration
}

func (p *patience) Unwrap() error { return p.error }

// RetryAfter is how long the endpoint asked to be left alone; 0 when it did not say.
func RetryAfter(err error) time.Duration {
	if p, ok := errors.AsType[*patience](err); ok {
		return p.wait
	}
	return 0
}

// retryAfter reads a number of seconds, or a time by the endpoint's own clock.
// Nobody waits longer than an hour for it.
func retryAfter(h http.Header) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	wait := time.Duration(0)
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 {
		wait = time.Duration(min(seconds, 3600) * float64(time.Second))
	} else if until, err := http.ParseTime(value); err == nil {
		if now, err := http.ParseTime(h.Get("Date")); err == nil {
			wait = until.Sub(now)
		}
	}
	return min(max(wait, 0), time.Hour).Round(time.Millisecond)
}
