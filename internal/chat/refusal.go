package chat

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/souvenir-memory/souvenir"
)

// refused makes an answer that is none an error in one sentence, with what to do
// about it where we can know.
func refused(res *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(res.Body, 64<<10))
	message := strings.TrimRight(cmp.Or(complaint(text), res.Status), ".")
	switch res.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		return souvenir.Errorf(souvenir.Denied, "The model's server wants another key: %s. Set it: souvenir config set upstream_key KEY", message)
	case http.StatusNotFound:
		return souvenir.Errorf(souvenir.NotFound, "%s. /model lists what there is, /model NAME takes another.", message)
	case http.StatusTooManyRequests:
		return souvenir.Errorf(souvenir.Unavailable, "The model's server has too much to do: %s. Try again in a moment.", message)
	case http.StatusRequestEntityTooLarge:
		return souvenir.Errorf(souvenir.TooLarge, "%s. /new begins anew.", message)
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return souvenir.Errorf(souvenir.Unavailable, "%s.", message)
	}
	return souvenir.Errorf(souvenir.Unavailable, "The model's server answers %s: %s.", res.Status, message)
}

// complaint is what an error says, in OpenAI's words or others' that are about.
func complaint(text []byte) string {
	var e struct {
		Error   json.RawMessage
		Message string
		Detail  string
	}
	if json.Unmarshal(text, &e) != nil {
		return ""
	}
	var said string
	var nested struct{ Message string }
	if json.Unmarshal(e.Error, &said) != nil && json.Unmarshal(e.Error, &nested) == nil {
		said = nested.Message
	}
	return cmp.Or(said, e.Message, e.Detail)
}

// unwrapped is an error without the address, which may hold secrets.
func unwrapped(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}
