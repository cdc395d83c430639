package embed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// unreachable says why no reply came. A caller who went away gets their own
// error back; everything else may pass, and is Unavailable.
func unreachable(ctx context.Context, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return fmt.Errorf("embed: %w", context.Canceled)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		late := souvenir.Errorf(souvenir.Unavailable, "The embedding endpoint did not answer in time.")
		return fmt.Errorf("%w (%w)", late, context.DeadlineExceeded)
	}
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // without the address, which may hold a secret
	}
	return souvenir.Errorf(souvenir.Unavailable, "The embedding endpoint cannot be reached: %v.", err)
}

// unusable is a reply that came and helps nobody.
func unusable(why error) error {
	return souvenir.Errorf(souvenir.Unavailable, "The embedding endpoint sent a reply that cannot be used: %v.", why)
}

// refusal turns an HTTP status into an error: Invalid when the request or the
// configuration is wrong, Unavailable when waiting helps.
func refusal(status int, body []byte) error {
	code := souvenir.Unavailable
	if status/100 == 4 && status != http.StatusRequestTimeout && status != http.StatusTooManyRequests {
		code = souvenir.Invalid
	}
	return souvenir.Errorf(code, "The embedding endpoint answered %d %s%s.", status, http.StatusText(status), reason(body))
}

// reason is what the endpoint says in its own words, cut to a readable length.
// OpenAI puts them into an object, Ollama into a string, a proxy into a page.
func reason(body []byte) string {
	var reply struct{ Error json.RawMessage }
	var object struct{ Message string }
	text := ""
	if json.Unmarshal(body, &reply) != nil {
		text = string(body)
	} else if json.Unmarshal(reply.Error, &text) != nil && json.Unmarshal(reply.Error, &object) == nil {
		text = object.Message
	}
	text = strings.TrimRight(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "), ".")
	if text == "" {
		return ""
	}
	const most = 200
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return ": " + text
}
