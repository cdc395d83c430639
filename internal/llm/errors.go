package llm

import (
	"cmp"
	"context"
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
	return &refused{err, resp.StatusCode, wait, grievance(body)}
}

// refused is what an endpoint answers that does not want to.
type refused struct {
	error
	status int
	wait   time.Duration // that it asked for
	said   string        // everything that it said about the reason
}

func (r *refused) Unwrap() error { return r.error }

// Status is the HTTP status with which an endpoint refused; 0 when it did not.
func Status(err error) int {
	if r, ok := errors.AsType[*refused](err); ok {
		return r.status
	}
	return 0
}

// RetryAfter is how long the endpoint asked to be left alone; 0 when it did not say.
func RetryAfter(err error) time.Duration {
	if r, ok := errors.AsType[*refused](err); ok {
		return r.wait
	}
	return 0
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
